import type { Command } from "commander";
import { openContext, type World } from "../context.ts";

/** The addresses that a token opens. */
const addressesOf = (base: string, flowId: string, token: string): object => {
  const flow = `${base.replace(/\/+$/, "")}/flows/${encodeURIComponent(flowId)}`;
  return {
    csv: `${flow}/latest?format=csv&token=${token}`,
    xlsx: `${flow}/latest?format=xlsx&token=${token}`,
    json: `${flow}/latest?format=json&token=${token}`,
    ndjson: `${flow}/latest?format=ndjson&token=${token}`,
    changes: `${flow}/changes.atom?token=${token}`,
  };
};

/** Links to the latest data of a flow, for programs that can send no API key. */
export const addLinks = (program: Command, world: World): void => {
  const links = program.command("links").description("links to a flow's latest items and its changes");
  links
    .command("list")
    .argument("<flow>")
    .description("list the tokens of a flow's links, masked")
    .action(async (flowId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const { data } = await client.listFlowTokens(flowId);
      output.list(data, ["id", "name", "token", "lastUsedAt", "createdAt"]);
    });
  links
    .command("create")
    .argument("<flow>")
    .argument("<name>", "where it is used")
    .description("make links that need no API key (shown only once)")
    .action(async (flowId: string, name: string, _options, command) => {
      const { client, output, url } = await openContext(world, command);
      const { id, token } = await client.createFlowToken(flowId, { name });
      output.record({ id, token, ...addressesOf(url, flowId, token) });
    });
  links
    .command("rotate")
    .argument("<flow>")
    .argument("<token-id>")
    .description("replace the token of links: the old ones end at once (shown only once)")
    .action(async (flowId: string, tokenId: string, _options, command) => {
      const { client, output, url } = await openContext(world, command);
      const { id, token } = await client.rotateFlowToken(flowId, tokenId);
      output.record({ id, token, ...addressesOf(url, flowId, token) });
    });
  links
    .command("revoke")
    .argument("<flow>")
    .argument("<token-id>")
    .description("end links at once")
    .action(async (flowId: string, tokenId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.revokeFlowToken(flowId, tokenId));
    });
};
