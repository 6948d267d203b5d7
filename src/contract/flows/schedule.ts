import * as z from "zod";
import { intervalMs } from "../interval.ts";
import { DAY_MS, MINUTE_MS } from "../units.ts";
import { RunInput } from "./inputs.ts";

/** An interval that every plan allows. */
export const MIN_INTERVAL_MS = 5 * MINUTE_MS;

/** The longest interval of a schedule. Use `cron` for anything rarer. */
const MAX_INTERVAL_MS = 365 * DAY_MS;

const timezoneIsKnown = (timezone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
};

/** An IANA time zone. */
export const timezone = z
  .string()
  .max(64)
  .refine(timezoneIsKnown, "must be an IANA time zone such as Europe/Paris");

/** The form of a cron expression. Whether it can ever come due is checked when a flow is saved. */
export const CRON_FORM =
  "must be a cron expression of five fields: minute (0-59), hour (0-23), day (1-31), month (1-12), weekday (0-7)";

const FIELDS = /^\s*\S+(?:\s+\S+){4}\s*$/;

const input = RunInput.optional().describe("The input of each scheduled run, if the flow has `inputs`.");

const CronSchedule = z.strictObject({
  cron: z
    .string()
    .max(100)
    .regex(FIELDS, CRON_FORM)
    .meta({ examples: ["0 6 * * *"] }),
  timezone: timezone.default("UTC"),
  input,
});

const IntervalSchedule = z.strictObject({
  every: z
    .string()
    .refine(
      (every) => intervalMs(every) !== null,
      'must be an interval of minutes, hours or days, such as "15m", "6h" or "1d"',
    )
    .refine((every) => (intervalMs(every) ?? 0) <= MAX_INTERVAL_MS, 'must be at most a year, which is "365d"')
    .describe("At least the plan's `minIntervalMinutes`; see GET /account.")
    .meta({ examples: ["6h"] }),
  input,
});

/** When an active flow runs automatically: a cron expression in a time zone, or an interval. */
export const Schedule = z.union([CronSchedule, IntervalSchedule]);
export type Schedule = z.infer<typeof Schedule>;
