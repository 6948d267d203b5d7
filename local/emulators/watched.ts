import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const WATCHDOG = fileURLToPath(new URL("./watchdog.ts", import.meta.url));
const STOP_TIMEOUT_MS = 3_000;

/** Starts a command that ends when this process does, for any reason. */
export const spawnWatched = (
  command: string,
  args: readonly string[],
  output: "ignore" | "inherit",
  errors: "inherit" | "pipe" = output === "inherit" ? "inherit" : "pipe",
): ChildProcess =>
  spawn(process.execPath, [WATCHDOG, command, ...args], {
    stdio: ["pipe", output, errors],
    // A separate process group, so that Ctrl-C in a terminal does not stop it before the processes that depend
    // on it.
    detached: true,
  });

/** Stops a command and waits until it has exited. */
export const stopWatched = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.stdin?.end();
  await Promise.race([gone, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
};
