import { Command, CommanderError } from "commander";
import manifest from "../package.json" with { type: "json" };
import { addAccount } from "./commands/account.ts";
import { addAlerts } from "./commands/alerts.ts";
import { addCrawl } from "./commands/crawl.ts";
import { addDestinations } from "./commands/destinations.ts";
import { addExport } from "./commands/export.ts";
import { addExports } from "./commands/exports.ts";
import { addFlows } from "./commands/flows.ts";
import { addImports } from "./commands/imports.ts";
import { addKeys } from "./commands/keys.ts";
import { addLinks } from "./commands/links.ts";
import { addLogin } from "./commands/login.ts";
import { addMcp } from "./commands/mcp.ts";
import { addOpen } from "./commands/open.ts";
import { addPages } from "./commands/pages.ts";
import { addPeople } from "./commands/people.ts";
import { addRuns } from "./commands/runs.ts";
import { addSearch } from "./commands/search.ts";
import { addSecrets } from "./commands/secrets.ts";
import { addSession } from "./commands/session.ts";
import { addStart } from "./commands/start.ts";
import { addTickets } from "./commands/tickets.ts";
import { addWatch } from "./commands/watch.ts";
import { addWebhooks } from "./commands/webhooks.ts";
import { addCompletion } from "./completion.ts";
import { outputOf, type World } from "./context.ts";
import { describeFailure, EXIT_CODES, exitCodeOf, failureReport, UsageError } from "./failure.ts";
import { acceptFlowNames } from "./flowNames.ts";

const EXPLANATION = `
Sign in with "gleaner login", or set GLEANER_API_KEY.
URL: --url, GLEANER_URL, or the one saved by "gleaner login".
Exit codes: 0 success, 1 failure, 2 invalid command or request, 3 not allowed,
            4 not found, 5 try again later.
Use gleaner <command> --help for more about a command.`;

/** Width of help that is not written to a terminal. */
const DEFAULT_WIDTH = 80;

/** The whole command line, with every command. */
const createProgram = (world: World, isJson: boolean): Command => {
  const program = new Command("gleaner")
    .description("Collect data from web pages with a Gleaner service.")
    .version(manifest.version, "-v, --version", "show the version")
    .option("--url <address>", "URL of the service (default: http://127.0.0.1:4000)")
    .option("--json", "print JSON instead of tables")
    .addHelpText("after", EXPLANATION)
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError("Add --help to see usage.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void world.stdout.write(text),
      writeErr: (text) => void world.stderr.write(text),
      getOutHelpWidth: () => world.stdout.columns ?? DEFAULT_WIDTH,
      getErrHelpWidth: () => world.stderr.columns ?? DEFAULT_WIDTH,
      // For programs, `runProgram` prints the error as JSON.
      ...(isJson && { writeErr: () => {} }),
    });
  for (const add of [
    addStart,
    addLogin,
    addWatch,
    addFlows,
    addRuns,
    addPages,
    addSearch,
    addCrawl,
    addExport,
    addExports,
    addLinks,
    addAlerts,
    addTickets,
    addSecrets,
    addSession,
    addAccount,
    addOpen,
    addKeys,
    addPeople,
    addImports,
    addWebhooks,
    addDestinations,
    addMcp,
    addCompletion,
  ])
    add(program, world);
  acceptFlowNames(program, world);
  return program;
};

/** What commander found wrong with a command line; empty if the command is missing. */
const toUsageError = ({ code, message }: CommanderError): UsageError =>
  new UsageError(
    code === "commander.help"
      ? "No command given. Run gleaner --help to see them."
      : message.replace(/^error: /, ""),
  );

/** Runs one command line. @returns the exit code */
export const runProgram = async (args: readonly string[], world: World): Promise<number> => {
  const isJson = args.includes("--json");
  const program = createProgram(world, isJson);
  const report = (error: unknown): void =>
    void world.stderr.write(`${JSON.stringify(failureReport(error))}\n`);
  try {
    await program.parseAsync([...args], { from: "user" });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT_CODES.done;
      if (isJson) report(toUsageError(error));
      return EXIT_CODES.usage;
    }
    const output = outputOf(world, program);
    output.endProgress();
    // After Ctrl-C no explanation is needed.
    if (error === world.signal.reason) return exitCodeOf(error);
    if (output.isJson) report(error);
    else world.stderr.write(`${describeFailure(error, output.style)}\n`);
    return exitCodeOf(error);
  }
};
