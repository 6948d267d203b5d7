import { watchAncestors } from "./ancestors.ts";
import type { Shutdown } from "./shutdown.ts";

/** Stopping takes at most this long; whatever is left ends with the process. */
const STOP_TIMEOUT_MS = 5_000;

/** Shuts down when asked to, or when npm is gone; a second request exits at once. */
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
