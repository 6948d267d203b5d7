import { Command, CommanderError } from "commander";
import { addFlows } from "./commands/flows.ts";
import { addKeys } from "./commands/keys.ts";
import { addLogin } from "./commands/login.ts";
import { addPages } from "./commands/pages.ts";
import { addExport, addRuns } from "./commands/runs.ts";
import { addWebhooks } from "./commands/webhooks.ts";
import { addCompletion } from "./completion.ts";
import { openContext, outputOf, type World } from "./context.ts";
import { describeFailure, EXIT_CODES, exitCodeOf, failureReport } from "./failure.ts";

const EXPLANATION = `
The key is read from GLEANER_API_KEY or from what "gleaner login" kept; the address from --url, GLEANER_URL or login.
Exit codes: ${Object.entries(EXIT_CODES)
  .map(([meaning, code]) => `${code} ${meaning}`)
  .join(", ")}.`;

/** The whole command line, with every command. */
const createProgram = (world: World): Command => {
  const program = new Command("gleaner")
    .description("Collect data from web pages with a Gleaner service.")
    .option("--url <address>", "where the service answers (default: http://127.0.0.1:4000)")
    .option("--json", "JSON for programs instead of tables for people")
    .addHelpText("after", EXPLANATION)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      writeErr: (text) => void world.stderr.write(text),
    });
  for (const add of [
    addLogin,
    addFlows,
    addRuns,
    addPages,
    addExport,
    addKeys,
    addWebhooks,
    addMcp,
    addCompletion,
  ])
    add(program, world);
  return program;
};

/** Started only when asked for: the agent's door loads more than all the rest. */
const addMcp = (program: Command, world: World): void => {
  program
    .command("mcp")
    .description("serve agents over the Model Context Protocol, on standard input and output")
    .action(async (_options, command: Command) => {
      const { client } = await openContext(world, command);
      const { serveStdio } = await import("../mcp/stdio.ts");
      await serveStdio(client, world.stdin, world.stdout, world.signal);
    });
};

/** Runs one command line. @returns the exit code */
export const runProgram = async (args: readonly string[], world: World): Promise<number> => {
  const program = createProgram(world);
  try {
    await program.parseAsync([...args], { from: "user" });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.usage;
    const output = outputOf(world, program);
    output.endProgress();
    if (output.isJson) world.stderr.write(`${JSON.stringify(failureReport(error))}\n`);
    else world.stderr.write(`${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
};
