import type { Command } from "commander";
import { outputOf, type World } from "../context.ts";
import { OutcomeError } from "../failure.ts";
import { runService, serviceFolder } from "../service.ts";

/** Its options are those of `npm start`, which reads them. */
export const addStart = (program: Command, world: World): void => {
  program
    .command("start")
    .argument("[options...]", "--port, --data-dir, --in-memory …; --help lists all")
    .helpOption(false)
    .allowUnknownOption()
    .description("run the whole service on this machine, with its data in ./.gleaner")
    .action(async (given: readonly string[], _options: unknown, command: Command) => {
      const output = outputOf(world, command);
      const folder = await serviceFolder(world.environment, output.say);
      const args = [...given, ...(output.isJson ? ["--json"] : [])];
      const exitCode = await runService(folder, args, world.environment);
      if (exitCode !== 0 && !world.signal.aborted) throw new OutcomeError("The service has stopped.");
    });
};
