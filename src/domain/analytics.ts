import { type Analytics, PERIOD_DAYS, type Period } from "../contract/analytics.ts";
import { successRate } from "./flows/show.ts";
import type { Caller, Deps } from "./ports.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NANOS = 1e9;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Sums and days of a period that ends today; days are UTC days, and runs count on the day they started. */
export const getAnalytics = async (
  { store, now }: Deps,
  { accountId }: Caller,
  period: Period,
): Promise<Analytics> => {
  const days = PERIOD_DAYS[period];
  const dates = Array.from({ length: days }, (_, i) => dateOf(now() - (days - 1 - i) * DAY_MS));
  const counted = await store.days.list(accountId, dates[0] ?? dateOf(now()));
  const byDate = new Map(counted.map((day) => [day.date, day]));
  const sum = (name: "runs" | "success" | "failed" | "costNanos" | "dataPoints") =>
    counted.reduce((total, day) => total + day[name], 0);
  return {
    totalRuns: sum("runs"),
    successRate: successRate(sum("success"), sum("failed")),
    totalCost: sum("costNanos") / NANOS,
    dataPointsExtracted: sum("dataPoints"),
    dailyBreakdown: dates.map((date) => {
      const { runs = 0, success = 0, costNanos = 0 } = byDate.get(date) ?? {};
      return { date, runs, success, cost: costNanos / NANOS };
    }),
  };
};
