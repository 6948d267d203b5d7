import { Cron } from "croner";
import type { FlowStatus } from "../../contract/flows.ts";
import { intervalMs, MIN_INTERVAL_MS, type Schedule } from "../../contract/schedule.ts";

interface Scheduled {
  readonly status: FlowStatus;
  readonly schedule: Schedule | null;
}

/**
 * When an active flow runs next after `afterMs`; null for one that does not run by itself.
 *
 * @param lastMs when it was due last: intervals are counted from there, so that a late tick shifts nothing
 */
export const nextRunAt = (
  { status, schedule }: Scheduled,
  afterMs: number,
  lastMs: number = afterMs,
): string | null => {
  if (status !== "active" || !schedule) return null;
  if ("every" in schedule) {
    const stepMs = intervalMs(schedule.every) ?? MIN_INTERVAL_MS;
    const steps = Math.floor((afterMs - lastMs) / stepMs) + 1;
    return new Date(lastMs + steps * stepMs).toISOString();
  }
  const cron = new Cron(schedule.cron, { timezone: schedule.timezone, mode: "5-part" });
  return cron.nextRun(new Date(afterMs))?.toISOString() ?? null;
};
