import { PLANS } from "../../contract/plans.ts";
import { DAY_MS } from "../../contract/units.ts";

const DAYS = Object.values(PLANS).map(({ retentionDays }) => retentionDays);

/** When a record is looked at first, in case it is to go; and when it goes at the latest, whatever the plan. */
export const FIRST_LOOK_MS = Math.min(...DAYS) * DAY_MS;
export const LONGEST_RETENTION_MS = Math.max(...DAYS) * DAY_MS;
