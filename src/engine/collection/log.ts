import type { LogLevel } from "../steps/index.ts";

export interface CollectionLog {
  readonly level: LogLevel;
  readonly message: string;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** Collects log entries with their times. */
export const createLog = (now: () => number) => {
  const logs: CollectionLog[] = [];
  const log = (level: LogLevel, message: string): void => {
    logs.push({ level, message, timestamp: new Date(now()).toISOString() });
  };
  return { logs, log };
};
