import type { Command } from "commander";
import { openContext, type World } from "../context.ts";
import { UsageError } from "../failure.ts";
import { readSecretLine } from "../prompt.ts";

/** Secrets of a flow, which its steps type into pages: written, never read. */
export const addSecrets = (program: Command, world: World): void => {
  const secrets = program.command("secrets").description("what a flow types into pages, such as passwords");
  secrets
    .command("list")
    .argument("<flow>")
    .description("list the names of a flow's secrets")
    .action(async (flowId: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      const { secrets: names } = await client.flows.get(flowId);
      output.list(
        names.map((name) => ({ name, useAs: `{{secret.${name}}}` })),
        ["name", "useAs"],
      );
    });
  secrets
    .command("set")
    .argument("<flow>")
    .argument("<name>")
    .option("--origins <urls>", "the only sites it is typed on, separated by commas")
    .description("write a secret; its value is asked for, or read from a pipe")
    .action(async (flowId: string, name: string, { origins }: { origins?: string }, command) => {
      const { client, output } = await openContext(world, command);
      const value = await readSecretLine(world, name);
      if (value === "") throw new UsageError("No value was given.");
      const sites = origins?.split(",").map((site) => site.trim());
      output.record(await client.flows.putSecret(flowId, name, { value, origins: sites }));
    });
  secrets
    .command("delete")
    .argument("<flow>")
    .argument("<name>")
    .description("delete a secret; runs that use it will fail")
    .action(async (flowId: string, name: string, _options, command) => {
      const { client, output } = await openContext(world, command);
      output.record(await client.flows.deleteSecret(flowId, name));
    });
};
