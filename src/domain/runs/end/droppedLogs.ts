import type { LogEntry } from "../../../contract/runs/runs.ts";

/** The last entry of a full log: how many entries did not fit. */
export const tellDropped = (dropped: number, nowMs: number): LogEntry[] => {
  if (dropped === 0) return [];
  const message = `${dropped} more entries were left out of this log.`;
  return [{ timestamp: new Date(nowMs).toISOString(), level: "warn", message }];
};
