import { Cron } from "croner";
import { DomainError } from "../../contract/errors.ts";
import { CRON_FORM, MIN_INTERVAL_MS, type Schedule } from "../../contract/schedule.ts";

/** How many dates are looked at for two that are too close. */
const DATES = 20;

/** Why a cron expression is not accepted, or null. */
const cronFault = (cron: string, timezone: string): string | null => {
  try {
    const dates = new Cron(cron, { timezone, mode: "5-part" }).nextRuns(DATES);
    if (dates.length === 0) return "never comes due";
    const tooClose = dates.some((date, i) => {
      const next = dates[i + 1];
      return next !== undefined && next.getTime() - date.getTime() < MIN_INTERVAL_MS;
    });
    return tooClose ? "comes due more often than every 5 minutes" : null;
  } catch {
    return CRON_FORM;
  }
};

/** @throws DomainError `invalid-request` for a cron expression that cannot be, or comes due too often */
export const checkSchedule = (schedule: Schedule | null): void => {
  if (!schedule || !("cron" in schedule)) return;
  const fault = cronFault(schedule.cron, schedule.timezone);
  if (fault === null) return;
  throw new DomainError("invalid-request", `The schedule is not valid: its cron expression ${fault}.`, {
    details: [{ path: "schedule.cron", message: fault }],
  });
};
