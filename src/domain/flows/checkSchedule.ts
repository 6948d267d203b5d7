import { Cron } from "croner";
import { PLANS, type PlanName } from "../../contract/account/plans.ts";
import { DomainError } from "../../contract/errors.ts";
import { CRON_FORM, type Schedule } from "../../contract/flows/schedule.ts";
import { intervalMs } from "../../contract/interval.ts";
import { MINUTE_MS } from "../../contract/units.ts";

/** How many upcoming dates are checked for two that are too close. */
const DATES = 20;

/** Shortest time between two scheduled runs of one flow. */
export const scheduleFloorMs = (plan: PlanName): number => PLANS[plan].minIntervalMinutes * MINUTE_MS;

const refuse = (path: string, message: string): DomainError =>
  new DomainError("invalid-request", `The flow is not valid: ${path} ${message}.`, {
    details: [{ path, message }],
  });

/** Shortest time between two upcoming dates. @throws DomainError for an invalid expression */
const cronStepMs = (cron: string, timezone: string): number => {
  let dates: Date[];
  try {
    dates = new Cron(cron, { timezone, mode: "5-part" }).nextRuns(DATES);
  } catch {
    throw refuse("schedule.cron", CRON_FORM);
  }
  if (dates.length === 0) throw refuse("schedule.cron", "never comes due");
  const steps = dates.slice(1).map((date, i) => date.getTime() - (dates[i]?.getTime() ?? 0));
  return Math.min(...steps);
};

/** @throws DomainError `invalid-request` if the schedule is invalid, or more frequent than the plan allows */
export const checkSchedule = (schedule: Schedule | null, plan: PlanName): void => {
  if (!schedule) return;
  const [path, stepMs] =
    "cron" in schedule
      ? ["schedule.cron", cronStepMs(schedule.cron, schedule.timezone)]
      : ["schedule.every", intervalMs(schedule.every) ?? 0];
  if (stepMs >= scheduleFloorMs(plan)) return;
  const { minIntervalMinutes } = PLANS[plan];
  const floor = minIntervalMinutes === 1 ? "minute" : `${minIntervalMinutes} minutes`;
  throw refuse(
    path,
    `runs more often than every ${floor}, the shortest interval of the ${plan} plan: run less often, or upgrade with POST /checkout`,
  );
};
