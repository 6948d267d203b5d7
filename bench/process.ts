/** Child processes of the benchmark: each ends with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts a server that prints its address on its first line, and ends when its standard input does. */
export const startServer = async (args: readonly string[]): Promise<{ url: string; stop: () => void }> => {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { url: String(line), stop: () => void child.stdin.end() };
};

/** What a contender's process says on its last line. */
export interface Figures {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

const MAX_MS = 600_000;

const textOf = async (child: ChildProcess): Promise<string> => {
  let text = "";
  for await (const chunk of child.stdout ?? []) text += String(chunk);
  return text;
};

/** @throws Error where the process fails, or takes more than `maxMs` (ten minutes) */
export const runContender = async <T = Figures>(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  maxMs = MAX_MS,
): Promise<T> => {
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "inherit"],
    timeout: maxMs,
    env: { ...process.env, ...env },
  });
  const ended = once(child, "exit");
  const text = await textOf(child);
  const [code] = await ended;
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code ?? "a signal"}`);
  return JSON.parse(text.trimEnd().split("\n").at(-1) ?? "") as T;
};
