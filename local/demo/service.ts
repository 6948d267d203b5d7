import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { StartFailure } from "../failure.ts";

const START_TIMEOUT_MS = 180_000;
/** How long the service may take to close before it is killed. */
const STOP_TIMEOUT_MS = 10_000;
const KEPT_ERROR_CHARACTERS = 2_000;

const FirstLine = z.looseObject({ url: z.url(), apiKey: z.string().min(1), lambda: z.url(), inbox: z.url() });

export interface RunningService {
  readonly url: string;
  readonly apiKey: string;
  /** Endpoint for invoking its functions, as operators do. */
  readonly lambda: string;
  /** URL of its sent emails. */
  readonly inbox: string;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** A process that stops the service if this one is killed. */
const startGuard = (child: ChildProcess): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, "guard.ts"), String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
  });

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
};

/** The first line that the service prints. @throws StartFailure if there is none */
const readFirstLine = async (child: ChildProcess, errorTail: () => string): Promise<string> => {
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  const timeout = new AbortController();
  const outcome = await Promise.race([
    once(lines, "line", { signal: timeout.signal }).then(([line]) => ({ line: String(line) })),
    once(child, "exit", { signal: timeout.signal }).then(() => ({ line: null })),
    new Promise<"late">((resolve) => {
      const timer = setTimeout(() => resolve("late"), START_TIMEOUT_MS);
      timeout.signal.addEventListener("abort", () => clearTimeout(timer));
    }),
  ]).finally(() => timeout.abort());
  if (outcome === "late")
    throw new StartFailure(`The service did not start in ${START_TIMEOUT_MS / 1_000} s.`);
  if (outcome.line === null) throw new StartFailure(errorTail() || "The service ended before it was ready.");
  lines.on("line", () => undefined);
  return outcome.line;
};

/**
 * Starts the service in memory in a separate process, as `npm start` does. `onStarted` receives a function that stops
 * it before it is ready, so that a failed start leaves nothing running. `options` are further ones of `npm start`, and
 * `environment` adds to this process's own.
 */
export const startService = async (
  allowPrivate: readonly string[],
  onStarted: (stop: () => Promise<void>) => void,
  options: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<RunningService> => {
  const script = join(import.meta.dirname, "..", "start.ts");
  const allow = allowPrivate.length === 0 ? [] : ["--allow-private", allowPrivate.join(",")];
  const child = spawn(
    process.execPath,
    [script, "--in-memory", "--json", "--port", "0", ...allow, ...options],
    // A separate process group: Ctrl-C only reaches the demo, which then stops the service.
    { stdio: ["ignore", "pipe", "pipe"], detached: true, env: { ...process.env, ...environment } },
  );
  const guard = startGuard(child);
  onStarted(async () => {
    await stopChild(child);
    guard.kill("SIGKILL");
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-KEPT_ERROR_CHARACTERS);
  });
  const line = await readFirstLine(child, () => errors.trim());
  try {
    const { url, apiKey, lambda, inbox } = FirstLine.parse(JSON.parse(line));
    return { url, apiKey, lambda, inbox };
  } catch {
    throw new StartFailure(`The service did not print its URL, but: ${line.slice(0, 200)}`);
  }
};
