import { Cron } from "croner";
import { type FlowStatus, ofStatus } from "../../contract/flows/flowStatus.ts";
import type { Schedule } from "../../contract/flows/schedule.ts";
import { intervalMs } from "../../contract/interval.ts";
import { MINUTE_MS } from "../../contract/units.ts";

interface Scheduled {
  readonly status: FlowStatus;
  readonly schedule: Schedule | null;
}

interface Pace {
  /** When it was last due. Intervals are counted from then, so that a late tick does not shift them. */
  readonly lastMs?: number;
  /** Shortest time between two runs. A schedule made on a higher plan is slowed down to it. */
  readonly floorMs: number;
}

/** When a flow whose schedule runs is due next after `afterMs`; null if it has none. */
export const nextRunAt = (
  { status, schedule }: Scheduled,
  afterMs: number,
  { lastMs, floorMs }: Pace,
): string | null => {
  if (!ofStatus({ status }).isScheduled || !schedule) return null;
  if ("every" in schedule) {
    const stepMs = Math.max(intervalMs(schedule.every) ?? 0, floorMs);
    const from = lastMs ?? afterMs;
    const steps = Math.floor((afterMs - from) / stepMs) + 1;
    return new Date(from + steps * stepMs).toISOString();
  }
  const cron = new Cron(schedule.cron, { timezone: schedule.timezone, mode: "5-part" });
  // Cron only has whole minutes, so the seconds of the last date are ignored.
  const notBeforeMs = lastMs === undefined ? 0 : lastMs - (lastMs % MINUTE_MS) + floorMs;
  // A date exactly at the minimum counts, but cron only returns dates after a given time.
  return cron.nextRun(new Date(Math.max(afterMs, notBeforeMs - 1)))?.toISOString() ?? null;
};
