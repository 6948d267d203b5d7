/** The service and the small site that our calls and the consumers read. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { startService } from "../../local/demo/service.ts";
import type { Shutdown } from "../../local/shutdown.ts";
import { run } from "../rehearse/command.ts";
import type { PythonTool } from "../rehearse/python.ts";
import { callMcp } from "./consumers/mcp.ts";
import { type Call, readCalls, type Summary, summarise } from "./outcome.ts";
import { JS_FOLDER, LANGCHAIN, LLAMAINDEX, PYTHON, runPython } from "./packages.ts";
import { findOn, startSearxng } from "./searxng.ts";
import { startSite } from "./site.ts";

interface Place {
  readonly service: string;
  readonly apiKey: string;
  readonly site: string;
}

export const startSmallSite = async (shutdown: Shutdown): Promise<Place> => {
  const { host, close } = await startSite();
  shutdown.add(close);
  const engine = await startSearxng(findOn(`http://${host}`, ["/docs/1", "/docs/2"]));
  shutdown.add(engine.close);
  const { url, apiKey } = await startService([host], shutdown.add, [], { SEARCH_URL: engine.address });
  return { service: url, apiKey, site: `http://${host}` };
};

const argumentsOf = ({ service, apiKey, site }: Place): string[] => [service, apiKey, site];

const byPython =
  (tool: PythonTool, script: string) =>
  async (place: Place): Promise<Call[]> =>
    readCalls(await runPython(tool, [join(import.meta.dirname, script), ...argumentsOf(place)]));

const byJs = async (place: Place): Promise<Call[]> => {
  // Next to node_modules, where it finds the package.
  const copy = join(JS_FOLDER, "check.mjs");
  await cp(join(import.meta.dirname, "check.mjs"), copy);
  return readCalls(await run(process.execPath, [copy, ...argumentsOf(place)]));
};

type Check = (place: Place) => Promise<Call[]>;

/** Our calls with the official clients. */
export const CALLS = {
  js: byJs,
  python: byPython(PYTHON, "check.py"),
} satisfies Record<string, Check>;

/** What is built on the clients. */
export const CONSUMERS = {
  langchain: byPython(LANGCHAIN, "consumers/langchain.py"),
  llamaindex: byPython(LLAMAINDEX, "consumers/llamaindex.py"),
  mcp: ({ service, apiKey, site }) => callMcp(service, apiKey, site),
} satisfies Record<string, Check>;

/** Runs checks one after the other: they share an account, and its rate. @param lacking why a package is not installed */
export const runChecks = async <Name extends string>(
  checks: Readonly<Record<Name, Check>>,
  place: Place,
  lacking: Readonly<Record<Name, string | null>>,
): Promise<Record<Name, Summary>> => {
  const summaries: Partial<Record<Name, Summary>> = {};
  for (const name of Object.keys(checks) as Name[]) {
    const reason = lacking[name];
    summaries[name] = reason === null ? summarise(await checks[name](place)) : { skipped: reason };
  }
  return summaries as Record<Name, Summary>;
};
