import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { basename } from "node:path";
import { SetupError } from "../../lib/setup-error.ts";
import { LOG, PATH, ROOT } from "./place.ts";

/** The longest step, a first deployment, takes half a minute on two idle cores. */
const TIMEOUT_MS = 240_000;
const SHOWN_CHARS = 2_000;

const running = new Set<ChildProcess>();

/** Ends a process and everything it started. */
export const endGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
};

/** Ends everything that `run` started and that is still running. */
export const endCommands = (): void => {
  for (const child of running) endGroup(child, "SIGKILL");
};

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Exit codes that count as success (default: 0). */
  readonly exits?: readonly number[];
  /** How long it may take (default: as long as the longest step of a rehearsal). */
  readonly timeoutMs?: number;
}

/**
 * Runs a command, with its output in the rehearsal's log.
 *
 * @returns its standard output
 * @throws {SetupError} with the end of its output if it fails or takes too long
 */
export const run = async (
  command: string,
  args: readonly string[],
  { env = {}, exits = [0], timeoutMs = TIMEOUT_MS }: RunOptions = {},
): Promise<string> => {
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH, ...env },
  });
  running.add(child);
  let stdout = "";
  let all = "";
  const keep = (text: string): void => {
    all += text;
    appendFileSync(LOG, text);
  };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    keep(text);
  });
  child.stderr.setEncoding("utf8").on("data", keep);
  const timer = setTimeout(() => endGroup(child, "SIGKILL"), timeoutMs);
  const name = `${basename(command)} ${args.slice(0, 3).join(" ")}`;
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== null && exits.includes(code)) return stdout;
    const how = code === null ? `was ended (it may take ${timeoutMs / 1_000} s)` : `ended with ${code}`;
    throw new SetupError(`\`${name}\` ${how}:\n${all.trim().slice(-SHOWN_CHARS)}`);
  } finally {
    clearTimeout(timer);
    running.delete(child);
  }
};

/** Runs a script of this repository. */
export const runScript = (script: string, args: readonly string[], options?: RunOptions): Promise<string> =>
  run(process.execPath, [script, ...args], options);
