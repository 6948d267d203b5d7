/**
 * `npm run smoke -- --url … --key …`: checks a running service, local or deployed, as a client: what a deployment can get
 * wrong, such as routes, grants, secrets, queues and storage. What the same code does is for the tests of the API. It
 * creates its own records and removes them.
 */
import { parseArgs } from "node:util";
import { createClient } from "../client/index.ts";
import { messageOf, StartFailure } from "./failure.ts";
import { ACCESS_CHECKS } from "./smoke/access.ts";
import { type Check, createApi, type Visit } from "./smoke/check.ts";
import { FLOW_CHECKS } from "./smoke/flows.ts";
import { KEY_CHECKS } from "./smoke/keys.ts";
import { RUN_CHECKS } from "./smoke/runs.ts";

const USAGE = `Usage: npm run smoke -- --url <service> --key <API key> [--target <page>] [--json]

  --url     where the service answers
  --key     a key with flows, runs and keys, read and write
  --target  a page that the service can open (default: https://example.com/); its run must complete
  --json    a report as the last line of standard output`;

const CHECKS: readonly Check[] = [...ACCESS_CHECKS, ...FLOW_CHECKS, ...RUN_CHECKS, ...KEY_CHECKS];

interface Result {
  readonly title: string;
  readonly passed: boolean;
  readonly durationMs: number;
  /** Reason for the failure, or a remark. */
  readonly note: string;
}

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      key: { type: "string" },
      target: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  const { url, key, target, json } = values;
  if (url === undefined || key === undefined) throw new StartFailure(USAGE);
  for (const address of [url, target ?? url])
    if (!/^https?:\/\//.test(address) || !URL.canParse(address))
      throw new StartFailure(`"${address}" is not an http or https URL.`);
  return { url, key, target: target ?? null, json };
};

const runCheck = async ({ title, run }: Check, visit: Visit): Promise<Result> => {
  const since = performance.now();
  const end = (passed: boolean, note: string): Result => ({
    title,
    passed,
    durationMs: Math.round(performance.now() - since),
    note,
  });
  try {
    const note = await run(visit);
    return end(true, typeof note === "string" ? note : "");
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
    return end(false, messageOf(error) + cause);
  }
};

/** Removes what the checks created. @returns the records that are still there */
const cleanUp = async ({ api, made }: Visit): Promise<string[]> => {
  const paths = [
    ...[...made.flows].map((id) => `/flows/${id}`),
    ...[...made.keys].map((id) => `/keys/${id}`),
  ];
  const left: string[] = [];
  for (const path of paths) {
    const status = await api.call("DELETE", path).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status !== 200 && status !== 404) left.push(path);
  }
  return left;
};

const main = async (): Promise<number> => {
  const { url, key, target, json } = readOptions();
  const say = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`);
  const visit: Visit = {
    api: createApi(url, key),
    client: createClient({ url, apiKey: key }),
    target,
    made: { flows: new Set(), keys: new Set() },
  };
  const results: Result[] = [];
  let interrupted = false;
  process.once("SIGINT", () => {
    interrupted = true;
  });
  for (const check of CHECKS) {
    if (interrupted) break;
    const result = await runCheck(check, visit);
    results.push(result);
    const note = result.note === "" ? "" : `: ${result.note}`;
    say(`${result.passed ? "ok  " : "FAIL"}  ${result.title}${note}`);
  }
  const left = await cleanUp(visit);
  for (const path of left) say(`Left behind, remove it by hand: ${path}`);

  const passed = results.filter((result) => result.passed).length;
  const failed = results.length - passed;
  say(`\n${passed} of ${results.length} checks passed.`);
  if (json) process.stdout.write(`${JSON.stringify({ passed, failed, checks: results })}\n`);
  return failed === 0 && left.length === 0 && !interrupted ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
