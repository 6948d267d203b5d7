import { type Analytics, PERIOD_DAYS, type Period } from "../../contract/account/analytics.ts";
import { DAY_MS, NANOS } from "../../contract/units.ts";
import type { DayCounts } from "../../store/account/days.ts";
import type { Caller, Deps } from "../ports.ts";
import { successRate } from "../shared/successRate.ts";

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** UTC days from the one that contains `firstMs`, with their sums, for analytics and reports. */
export const readDays = async ({ store }: Deps, accountId: string, firstMs: number, days: number) => {
  const dates = Array.from({ length: days }, (_, i) => dateOf(firstMs + i * DAY_MS));
  const listed = await store.days.list(accountId, dateOf(firstMs));
  const counted = listed.filter(({ date }) => dates.includes(date));
  const sum = (name: keyof DayCounts) => counted.reduce((total, day) => total + day[name], 0);
  return {
    dates,
    byDate: new Map(counted.map((day) => [day.date, day])),
    totals: {
      runs: sum("runs"),
      success: sum("success"),
      failed: sum("failed"),
      costNanos: sum("costNanos"),
      dataPoints: sum("dataPoints"),
      changes: sum("changes"),
    } satisfies DayCounts,
  };
};

/** Sums and days of a period that ends today; days are UTC days, and runs count on the day they started. */
export const getAnalytics = async (deps: Deps, { accountId }: Caller, period: Period): Promise<Analytics> => {
  const days = PERIOD_DAYS[period];
  const { dates, byDate, totals } = await readDays(deps, accountId, deps.now() - (days - 1) * DAY_MS, days);
  return {
    totalRuns: totals.runs,
    successRate: successRate(totals.success, totals.failed),
    totalCost: totals.costNanos / NANOS,
    dataPointsExtracted: totals.dataPoints,
    dailyBreakdown: dates.map((date) => {
      const { runs = 0, success = 0, costNanos = 0 } = byDate.get(date) ?? {};
      return { date, runs, success, cost: costNanos / NANOS };
    }),
  };
};
