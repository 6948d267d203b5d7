import { Cron } from "croner";
import * as z from "zod";

const MINUTE_MS = 60_000;
const UNIT_MS = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS } as const;

/** Shortest time between two scheduled runs of one flow. */
export const MIN_INTERVAL_MS = 5 * MINUTE_MS;

/** Milliseconds of an interval such as `15m`, `6h` or `1d`; null where it is not one. */
export const intervalMs = (every: string): number | null => {
  const match = /^([1-9]\d{0,4})([mhd])$/.exec(every);
  if (!match) return null;
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
};

const timezoneIsKnown = (timezone: string): boolean => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    return true;
  } catch {
    return false;
  }
};

/** Why a cron expression is not accepted, or null. */
const cronFault = (cron: string, timezone: string): string | null => {
  try {
    const runs = new Cron(cron, { timezone, mode: "5-part" }).nextRuns(20);
    if (runs.length === 0) return "never comes due";
    const tooClose = runs.some((run, i) => {
      const next = runs[i + 1];
      return next !== undefined && next.getTime() - run.getTime() < MIN_INTERVAL_MS;
    });
    return tooClose ? "comes due more often than every 5 minutes" : null;
  } catch {
    return "is not a cron expression of five fields (minute hour day month weekday)";
  }
};

const CronSchedule = z
  .strictObject({
    cron: z
      .string()
      .max(100)
      .meta({ examples: ["0 6 * * *"] }),
    timezone: z
      .string()
      .max(64)
      .refine(timezoneIsKnown, "must be an IANA time zone such as Europe/Paris")
      .default("UTC"),
  })
  .superRefine(({ cron, timezone }, context) => {
    const fault = cronFault(cron, timezone);
    if (fault) context.addIssue({ code: "custom", path: ["cron"], message: fault });
  });

const IntervalSchedule = z.strictObject({
  every: z
    .string()
    .refine(
      (every) => (intervalMs(every) ?? 0) >= MIN_INTERVAL_MS,
      'must be an interval of at least five minutes, such as "15m", "6h" or "1d"',
    )
    .meta({ examples: ["6h"] }),
});

/** When an active flow runs by itself: a cron expression in a time zone, or an interval. */
export const Schedule = z.union([CronSchedule, IntervalSchedule]);
export type Schedule = z.infer<typeof Schedule>;
