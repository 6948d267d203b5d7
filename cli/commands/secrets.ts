import type { Command } from "commander";
import { openContext, type World } from "../context.ts";
import { UsageError } from "../failure.ts";
import { readSecretLine } from "../prompt.ts";

/** A flow's secrets, which its steps type into pages. They can be written but not read. */
export const addSecrets = (program: Command, world: World): void => {
  const secrets = program.command("secrets").description("manage a flow's secrets, such as passwords");
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
    .description("set a secret; its value is prompted for or read from a pipe")
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
