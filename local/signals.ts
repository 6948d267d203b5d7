import { watchAncestors } from "./ancestors.ts";
import type { Shutdown } from "./shutdown.ts";

/** Shutdown takes at most this long. Anything left ends with the process. */
const STOP_TIMEOUT_MS = 5_000;

/** Shuts down on a signal, or when npm is gone. A second signal exits at once. */
export const exitOnSignals = (shutdown: Shutdown): void => {
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(code), STOP_TIMEOUT_MS).unref();
    await shutdown.run();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  void watchAncestors(() => {
    if (!stopping) void stop(0);
  });
  process.on("uncaughtException", (error) => {
    console.error(error);
    void stop(1);
  });
};
