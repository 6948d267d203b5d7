import { type ChildProcess, type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { ClockJump } from "../../local/clock/jumps.ts";
import type { Revocation } from "../../local/iam/revocations.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A hundred small heaps, each collected by several threads, take a tenth more processor time than by one; and each that
 * starts with a young generation of 1 MB is collected a dozen times before its function has loaded.
 */
const FLAGS = ["--single-threaded-gc", "--min-semi-space-size=8"];

/** What the runner prints with `--json`. */
export interface StartedService {
  readonly url: string;
  readonly dashboard: string;
  readonly apiKey: string;
  readonly lambda: string;
  readonly inbox: string;
}

/** A runner started as users start it: as its own process. */
export interface RunnerProcess {
  readonly pid: number;
  /** Its first line; fails with its standard error if it exits without one. */
  readonly started: Promise<StartedService>;
  /** Its exit code; null if a signal killed it. */
  readonly exited: Promise<number | null>;
  /** Moves the service's clock forward, and waits until everything due is handed over. */
  advanceClock(byMs: number): Promise<void>;
  /** Removes an action from a function's role. */
  revoke(functionName: string, action: string): Promise<void>;
  /** Its standard error so far. */
  complaints(): string;
  /** Sends a signal and waits until the process is gone. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** The suite's table: runners started by its tests use it too. */
export const suiteTable = (): string => process.env.TEST_TABLE ?? "embedded";

/** Starts the runner with roles enforced, on a free port and the suite's table unless the arguments say otherwise. */
export const spawnRunner = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): RunnerProcess => {
  const table = args.includes("--table") ? [] : ["--table", suiteTable()];
  const own = ["--json", "--enforce-iam", "--port", "0", ...table];
  const child = spawn(process.execPath, [...FLAGS, "local/start.ts", ...own, ...args], {
    cwd: ROOT,
    // Jest's own Node flags are not for the runner. Nothing is built while tests run, so that no service needs code of its
    // own: synthesising the stacks and compiling what they hold takes longer than all else at a start.
    env: { ...process.env, NODE_OPTIONS: "", SHARED_BUILD: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  let complaints = "";
  child.stderr.on("data", (data: Buffer) => {
    complaints = (complaints + data.toString()).slice(-100_000);
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once("close", resolve);
  });
  return {
    pid: child.pid ?? 0,
    started: Promise.race([
      firstLine(child.stdout),
      exited.then((code) => {
        throw new Error(`The runner ended with ${code}: ${complaints}`);
      }),
    ]),
    exited,
    advanceClock: (byMs) => tell(child, { advanceClockMs: byMs } satisfies ClockJump),
    revoke: (functionName, action) =>
      tell(child, { revoke: { function: functionName, action } } satisfies Revocation),
    complaints: () => complaints,
    end: (signal) => {
      child.kill(signal);
      return exited;
    },
  };
};

/** Sends the runner a message, and waits until it is done. */
const tell = async (child: ChildProcess, message: ClockJump | Revocation): Promise<void> => {
  const answered = once(child, "message");
  child.send(message);
  await answered;
};

const firstLine = (output: Readable): Promise<StartedService> =>
  new Promise((resolve) => {
    createInterface({ input: output }).once("line", (line) => resolve(JSON.parse(line) as StartedService));
  });

/** Local processes whose command line contains a text, as `pid command` lines. */
export const processesWith = (text: string): readonly string[] =>
  execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(text));
