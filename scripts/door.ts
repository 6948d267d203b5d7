/**
 * `npm run door [-- --json]`: runs the calls of Firecrawl's official clients, npm `firecrawl` and PyPI `firecrawl-py`, against the
 * service on this machine and a small site. The calls are ours (`scripts/door`), the clients are theirs. Prints for each client how
 * many calls passed, were declined (the service does not offer them, and says so) and failed, with the reasons of those that did not
 * pass. A client that cannot be installed is skipped, with the reason.
 */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod";
import { runCommandLine } from "../lib/setup-error.ts";
import { startService } from "../local/demo/service.ts";
import { messageOf } from "../local/failure.ts";
import { createShutdown } from "../local/shutdown.ts";
import { startSite } from "./door/site.ts";
import { run } from "./rehearse/command.ts";
import { FOLDER } from "./rehearse/place.ts";
import { install, type PythonTool, programOf } from "./rehearse/python.ts";

/** The latest versions when the checks were written. */
const PYTHON: PythonTool = { name: "firecrawl-py", version: "4.55.0" };
const JS = { name: "firecrawl", version: "4.42.0", oldestNode: 22 };
const JS_FOLDER = join(FOLDER, "firecrawl-js");

const CHECKS = join(import.meta.dirname, "door");

const Call = z.object({
  call: z.string(),
  outcome: z.enum(["passed", "declined", "failed"]),
  reason: z.string().nullish(),
});
type Call = z.infer<typeof Call>;

interface Client {
  /** @returns why it cannot be installed; null if it is */
  readonly install: () => Promise<string | null>;
  /** Makes the calls. @returns what it printed */
  readonly check: (args: readonly string[]) => Promise<string>;
}

const js: Client = {
  install: async () => {
    const { name, version, oldestNode } = JS;
    if (Number.parseInt(process.versions.node, 10) < oldestNode) return `${name} needs Node ${oldestNode}.`;
    await mkdir(JS_FOLDER, { recursive: true });
    const options = [
      "--prefix",
      JS_FOLDER,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      "--fetch-retries=1",
    ];
    try {
      await run("npm", ["install", ...options, `${name}@${version}`]);
      return null;
    } catch (error) {
      return `${name} ${version} could not be installed from npm: ${messageOf(error).split("\n").at(-1)}`;
    }
  },
  check: async (args) => {
    // Next to node_modules, where it finds the package.
    const copy = join(JS_FOLDER, "check.mjs");
    await cp(join(CHECKS, "check.mjs"), copy);
    return run(process.execPath, [copy, ...args]);
  },
};

const python: Client = {
  install: () => install(PYTHON),
  check: (args) => run(programOf(PYTHON), [join(CHECKS, "check.py"), ...args]),
};

const count = (calls: readonly Call[], outcome: Call["outcome"]): number =>
  calls.filter((call) => call.outcome === outcome).length;

const summarise = (printed: string) => {
  const lines = printed.split("\n").filter((line) => line.startsWith("{"));
  const calls = lines.map((line) => Call.parse(JSON.parse(line)));
  return {
    passed: count(calls, "passed"),
    declined: count(calls, "declined"),
    failed: count(calls, "failed"),
    reasons: calls.filter(({ outcome }) => outcome !== "passed"),
  };
};
type Summary = ReturnType<typeof summarise> | { readonly skipped: string };

const describe = (name: string, summary: Summary): string => {
  if ("skipped" in summary) return `${name}: skipped. ${summary.skipped}`;
  const { passed, declined, failed, reasons } = summary;
  const told = reasons.map(({ call, outcome, reason }) => `  ${outcome}: ${call}: ${reason}`);
  return [`${name}: ${passed} passed, ${declined} declined, ${failed} failed`, ...told].join("\n");
};

await runCommandLine(async () => {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  await mkdir(FOLDER, { recursive: true });
  const lacking = { js: await js.install(), python: await python.install() };
  const shutdown = createShutdown();
  try {
    const site = await startSite();
    shutdown.add(site.close);
    const areAllLacking = lacking.js !== null && lacking.python !== null;
    const service = areAllLacking ? null : await startService([site.host], shutdown.add);
    const summaryOf = async (client: Client, reason: string | null): Promise<Summary> =>
      service === null || reason !== null
        ? { skipped: reason ?? "" }
        : summarise(await client.check([service.url, service.apiKey, `http://${site.host}`]));
    // One after the other: they share an account, and its rate.
    const summaries = {
      js: await summaryOf(js, lacking.js),
      python: await summaryOf(python, lacking.python),
    };
    console.log(
      values.json
        ? JSON.stringify(summaries)
        : Object.entries(summaries)
            .map(([name, summary]) => describe(name, summary))
            .join("\n"),
    );
    if (Object.values(summaries).some((summary) => "failed" in summary && summary.failed > 0))
      process.exitCode = 1;
  } finally {
    await shutdown.run();
  }
});
