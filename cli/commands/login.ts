import type { Command } from "commander";
import { createClient } from "../../client/index.ts";
import { outputOf, type World } from "../context.ts";
import { UsageError } from "../failure.ts";
import { readSecretLine } from "../prompt.ts";
import { forgetSettings, keepSettings, readUrl } from "../settings.ts";

/** Reads the key from the environment or standard input. Never from an argument, which other users could see. */
const readKey = async (world: World): Promise<string> =>
  world.environment.GLEANER_API_KEY || readSecretLine(world, "API key");

export const addLogin = (program: Command, world: World): void => {
  program
    .command("login")
    .description("save the service's URL and an API key")
    .action(async (_options, command: Command) => {
      const output = outputOf(world, command);
      const url = await readUrl(command.optsWithGlobals<{ url?: string }>().url, world.environment);
      const apiKey = await readKey(world);
      if (apiKey === "") throw new UsageError("No API key given. Type one or pipe it in.");
      const account = await createClient({ url, apiKey }).getAccount();
      const file = await keepSettings({ url, apiKey }, world.environment);
      output.record({
        url,
        account: account.name,
        plan: account.plan,
        keptIn: file,
      });
    });
  program
    .command("logout")
    .description("remove the saved URL and key")
    .action(async (_options, command: Command) => {
      outputOf(world, command).record({
        forgotten: await forgetSettings(world.environment),
      });
    });
};
