import type { Command } from "commander";
import { openContext, type World } from "../context.ts";

/** Links to a flow's latest data, for programs that cannot send an API key. */
export const addLinks = (program: Command, world: World): void => {
  const links = program.command("links").description("manage links to a flow's latest items and changes");
  links
    .command("list")
    .argument("<flow>")
    .description("list the tokens of a flow's links, masked")
    .action(async (flowId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const { data } = await client.flows.listTokens(flowId);
      output.list(data, ["name", "id", "token", "lastUsedAt", "createdAt"]);
    });
  links
    .command("create")
    .argument("<flow>")
    .argument("<name>", "where it is used")
    .description("create links that need no API key (shown only once)")
    .action(async (flowId: string, name: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const { id, token } = await client.flows.createToken(flowId, { name });
      output.record({ id, token, ...client.flows.links(flowId, token) });
    });
  links
    .command("rotate")
    .argument("<flow>")
    .argument("<token-id>")
    .description("replace the token; the old links stop working (shown only once)")
    .action(async (flowId: string, tokenId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const { id, token } = await client.flows.rotateToken(flowId, tokenId);
      output.record({ id, token, ...client.flows.links(flowId, token) });
    });
  links
    .command("revoke")
    .argument("<flow>")
    .argument("<token-id>")
    .description("revoke links immediately")
    .action(async (flowId: string, tokenId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.flows.revokeToken(flowId, tokenId));
    });
};
