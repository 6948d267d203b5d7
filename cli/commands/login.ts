import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { createClient } from "../../client/index.ts";
import { outputOf, type World } from "../context.ts";
import { UsageError } from "../failure.ts";
import { forgetSettings, keepSettings, readUrl } from "../settings.ts";

/** From the environment, or the first line of standard input: never an argument, which other users see. */
const readKey = async ({ environment, stdin, stderr }: World): Promise<string> => {
  if (environment.GLEANER_API_KEY) return environment.GLEANER_API_KEY;
  const lines = createInterface({ input: stdin, ...(stderr.isTTY && { output: stderr }) });
  try {
    if (stderr.isTTY) return (await lines.question("API key: ")).trim();
    for await (const line of lines) return line.trim();
    return "";
  } finally {
    lines.close();
  }
};

export const addLogin = (program: Command, world: World): void => {
  program
    .command("login")
    .description("keep the service's address and an API key for later calls")
    .action(async (_options, command: Command) => {
      const output = outputOf(world, command);
      const url = await readUrl(command.optsWithGlobals<{ url?: string }>().url, world.environment);
      const apiKey = await readKey(world);
      if (apiKey === "") throw new UsageError("No API key was given: type it, or pipe it in.");
      const account = await createClient({ url, apiKey }).getAccount();
      const file = await keepSettings({ url, apiKey }, world.environment);
      output.record({ url, account: account.name, plan: account.plan, keptIn: file });
    });
  program
    .command("logout")
    .description("forget the kept address and key")
    .action(() => forgetSettings(world.environment));
};
