/**
 * `npm run smoke:scripts [-- --only load --json]`: runs each script of package.json in a small form, as listed
 * in `smokeScripts/list.ts`, so that none breaks unnoticed. Fails if a script does not behave as expected.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endGroup } from "./rehearse/command.ts";
import { SMALL_FORMS, type SmallForm, type Surroundings } from "./smokeScripts/list.ts";

const ROOT = join(import.meta.dirname, "..");
/** Time limit of one script. */
const TIMEOUT_MS = 300_000;
const SHOWN_CHARS = 1_500;

interface Running {
  readonly child: ChildProcess;
  readonly printed: () => { readonly stdout: string; readonly stderr: string };
  /** Its exit code; null if it was killed. */
  readonly ended: Promise<number | null>;
}

/** Running processes. Each has its own process group, so signals to this process are forwarded to all of them. */
const underWay = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const child of underWay) endGroup(child, "SIGTERM");
    process.exit(1);
  });

const start = (script: string, args: readonly string[]): Running => {
  const child = spawn("npm", ["run", "--silent", script, "--", ...args], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  underWay.add(child);
  const timer = setTimeout(() => endGroup(child, "SIGKILL"), TIMEOUT_MS);
  const ended = once(child, "close").then(([code]) => {
    clearTimeout(timer);
    underWay.delete(child);
    return code as number | null;
  });
  return { child, printed: () => ({ stdout, stderr }), ended };
};

/** Waits until a server has printed that it is ready. @returns false if it exited before that */
const isReady = async ({ child, printed, ended }: Running, ready: RegExp): Promise<boolean> => {
  let over = false;
  void ended.then(() => {
    over = true;
    child.stdout?.emit("data", "");
  });
  while (!over && !ready.test(printed().stdout)) await once(child.stdout ?? child, "data");
  return ready.test(printed().stdout);
};

const lastLine = (text: string): string => text.trimEnd().split("\n").at(-1) ?? "";

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** Why a script's result is wrong; null if it is right. */
const faultOf = (form: SmallForm, code: number | null, running: Running): string | null => {
  const { stdout, stderr } = running.printed();
  const end = `${stderr}\n${stdout}`.trim().slice(-SHOWN_CHARS);
  const { exits = 0, says } = form;
  if (code !== exits)
    return code === null
      ? `was ended after ${TIMEOUT_MS / 1_000} s:\n${end}`
      : `exited with ${code}:\n${end}`;
  if (says && !says.test(stdout + stderr)) return `did not say ${says}:\n${end}`;
  if (form.json && !isObject(lastLine(stdout))) return `did not end with a JSON object:\n${end}`;
  return null;
};

const stop = async (running: Running): Promise<void> => {
  endGroup(running.child, "SIGTERM");
  await running.ended;
};

interface Result {
  readonly script: string;
  readonly fault: string | null;
  readonly seconds: number;
}

const runAll = async (scripts: readonly string[], folder: string): Promise<Result[]> => {
  const results: Result[] = [];
  const left: Running[] = [];
  let service: Surroundings["service"] = { url: "", apiKey: "", lambda: "", sampleUrl: "" };
  const runOne = async (script: string, form: SmallForm): Promise<string | null> => {
    const { args = [], serves } = form;
    const running = start(script, typeof args === "function" ? args({ folder, service }) : args);
    left.push(running);
    if (!serves) return faultOf(form, await running.ended, running);
    if (!(await isReady(running, serves))) return faultOf(form, await running.ended, running);
    if (script === "start") service = JSON.parse(lastLine(running.printed().stdout));
    else await stop(running);
    return null;
  };
  try {
    for (const script of scripts) {
      const sinceMs = performance.now();
      const form = SMALL_FORMS[script];
      const fault = form ? await runOne(script, form) : "has no small form";
      const seconds = Math.round((performance.now() - sinceMs) / 1_000);
      results.push({ script, fault, seconds });
      console.log(
        `${fault === null ? "ok  " : "FAIL"}  ${script} (${seconds} s)${fault === null ? "" : `: ${fault}`}`,
      );
    }
  } finally {
    await Promise.all(left.map(stop));
  }
  return results;
};

const { values } = parseArgs({
  options: { only: { type: "string" }, json: { type: "boolean", default: false } },
});
const names = Object.keys(SMALL_FORMS);
const wanted =
  values.only === undefined ? names : names.filter((name) => [values.only, "start"].includes(name));
const folder = mkdtempSync(join(tmpdir(), "gleaner-scripts-"));
try {
  const results = await runAll(wanted, folder);
  const failed = results.filter(({ fault }) => fault !== null).map(({ script }) => script);
  if (values.json)
    console.log(
      JSON.stringify({
        scripts: results.length,
        failed,
        seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
      }),
    );
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
