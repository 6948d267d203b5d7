/**
 * `npm run door [-- --json] [--only suites|calls|consumers]`: runs what was written for Firecrawl against the service on this machine.
 *
 * - `suites`: the end-to-end suites in its official clients, npm `firecrawl` and PyPI `firecrawl-py` (`js`, `python` of the result)
 * - `calls`: calls of ours with these clients
 * - `consumers`: the readers of LangChain and LlamaIndex, and its MCP server
 *
 * Prints how many passed, were declined and failed, with the reasons of those that did not pass. What cannot be installed is skipped,
 * with the reason.
 */
import { mkdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { runCommandLine, SetupError } from "../lib/setup-error.ts";
import { createShutdown, type Shutdown } from "../local/shutdown.ts";
import { describe, hasFailed, type Summary } from "./door/outcome.ts";
import { installJs, LANGCHAIN, LLAMAINDEX, PYTHON } from "./door/packages.ts";
import { CALLS, CONSUMERS, runChecks, startSmallSite } from "./door/smallSite.ts";
import { runSuites } from "./door/suites/index.ts";
import { endCommands } from "./rehearse/command.ts";
import { FOLDER } from "./rehearse/place.ts";
import { install } from "./rehearse/python.ts";

const PARTS = ["suites", "calls", "consumers"] as const;
type Part = (typeof PARTS)[number];

/** Names of summaries in a nested result: `calls, js`. */
const flatten = (result: Readonly<Record<string, Summary | Record<string, Summary>>>): [string, Summary][] =>
  Object.entries(result).flatMap(([name, found]): [string, Summary][] =>
    "passed" in found || "skipped" in found
      ? [[name, found as Summary]]
      : Object.entries(found).map(([inner, summary]) => [`${name}, ${inner}`, summary]),
  );

/** Closes what was started, also if it fails. */
const closing = async <T>(work: (shutdown: Shutdown) => Promise<T>): Promise<T> => {
  const shutdown = createShutdown();
  try {
    return await work(shutdown);
  } finally {
    await shutdown.run();
  }
};

// What was started is closed when the command that was ended fails.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, endCommands);

await runCommandLine(async () => {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, only: { type: "string" } },
  });
  const { only } = values;
  if (only !== undefined && !PARTS.includes(only as Part))
    throw new SetupError(`--only takes ${PARTS.join(", ")}.`);
  const wants = (part: Part): boolean => only === undefined || only === part;

  await mkdir(FOLDER, { recursive: true });
  const lacking = { js: await installJs(), python: await install(PYTHON) };
  const suites = wants("suites") ? await closing((shutdown) => runSuites(shutdown, lacking)) : {};
  const others = await closing(async (shutdown) => {
    if (only === "suites") return {};
    const place = await startSmallSite(shutdown);
    const calls = wants("calls") && { calls: await runChecks(CALLS, place, lacking) };
    const consumers = wants("consumers") && {
      consumers: await runChecks(CONSUMERS, place, {
        langchain: await install(LANGCHAIN),
        llamaindex: await install(LLAMAINDEX),
        mcp: lacking.js,
      }),
    };
    return { ...calls, ...consumers };
  });
  const result = { ...suites, ...others };
  const named = flatten(result);
  const lines = named.map(([name, summary]) => describe(name, summary)).join("\n");
  console.log(values.json ? JSON.stringify(result) : lines);
  if (named.some(([, summary]) => hasFailed(summary))) process.exitCode = 1;
});
