import * as z from "zod";

interface Plan {
  readonly monthlyRuns: number;
  readonly pagesPerRun: number;
  readonly concurrentRuns: number;
  readonly requestsPerSecond: number;
  readonly retentionDays: number;
}

/** What each plan includes. Held by the account: more keys do not multiply it. */
export const PLANS = {
  free: { monthlyRuns: 500, pagesPerRun: 1_000, concurrentRuns: 2, requestsPerSecond: 10, retentionDays: 30 },
  pro: {
    monthlyRuns: 20_000,
    pagesPerRun: 20_000,
    concurrentRuns: 10,
    requestsPerSecond: 50,
    retentionDays: 90,
  },
  scale: {
    monthlyRuns: 1_000_000,
    pagesPerRun: 100_000,
    concurrentRuns: 50,
    requestsPerSecond: 200,
    retentionDays: 365,
  },
} as const satisfies Record<string, Plan>;

export type PlanName = keyof typeof PLANS;
export const PlanName = z.enum(Object.keys(PLANS) as [PlanName, ...PlanName[]]);
