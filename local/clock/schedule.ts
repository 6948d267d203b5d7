const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** When a rule fires: at an interval in milliseconds, or by a cron pattern (UTC) for croner. */
export type Schedule =
  | { readonly kind: "rate"; readonly everyMs: number }
  | { readonly kind: "cron"; readonly pattern: string };

/**
 * Parses an EventBridge schedule expression: `rate(5 minutes)` or `cron(0 6 * * ? *)`.
 *
 * @throws Error if it is neither
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html
 */
export const parseSchedule = (expression: string): Schedule => {
  const rate = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression);
  const everyMs = Number(rate?.[1]) * (UNIT_MS[rate?.[2] ?? ""] ?? Number.NaN);
  if (everyMs > 0) return { kind: "rate", everyMs };
  const [minute, hour, day, month, weekday, year] = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(" ") ?? [];
  if (weekday === undefined || year !== "*")
    throw new Error(`The runner cannot read the schedule "${expression}".`);
  // EventBridge counts weekdays from 1 (Sunday), croner from 0. `?` means that the other day field decides.
  const weekdays = weekday.replace(/(?<!#)\d/g, (digit) => String(Number(digit) - 1));
  return { kind: "cron", pattern: [minute, hour, day, month, weekdays].join(" ").replaceAll("?", "*") };
};
