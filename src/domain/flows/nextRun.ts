import { Cron } from "croner";
import type { FlowStatus } from "../../contract/flows.ts";
import { intervalMs, type Schedule } from "../../contract/schedule.ts";

interface Scheduled {
  readonly status: FlowStatus;
  readonly schedule: Schedule | null;
}

/** When an active flow runs next after `afterMs`; null for one that does not run by itself. */
export const nextRunAt = ({ status, schedule }: Scheduled, afterMs: number): string | null => {
  if (status !== "active" || !schedule) return null;
  if ("every" in schedule) return new Date(afterMs + (intervalMs(schedule.every) ?? 0)).toISOString();
  const cron = new Cron(schedule.cron, { timezone: schedule.timezone, mode: "5-part" });
  return cron.nextRun(new Date(afterMs))?.toISOString() ?? null;
};
