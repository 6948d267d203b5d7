import * as z from "zod";

interface Plan {
  readonly monthlyRuns: number;
  readonly pagesPerRun: number;
  readonly concurrentRuns: number;
  readonly requestsPerSecond: number;
  /** Pages of one site that a run may come to open at once with the pace `auto`. */
  readonly pagesAtOnce: number;
  readonly retentionDays: number;
  /** Shortest time between two scheduled runs of one flow. */
  readonly minIntervalMinutes: number;
  /** Mails that are asked for with POST /email. */
  readonly monthlyEmails: number;
}

/** What each plan includes. Held by the account: more keys do not multiply it. */
export const PLANS = {
  free: {
    monthlyRuns: 500,
    pagesPerRun: 1_000,
    concurrentRuns: 2,
    requestsPerSecond: 10,
    pagesAtOnce: 8,
    retentionDays: 30,
    minIntervalMinutes: 5,
    monthlyEmails: 100,
  },
  pro: {
    monthlyRuns: 20_000,
    pagesPerRun: 20_000,
    concurrentRuns: 10,
    requestsPerSecond: 50,
    pagesAtOnce: 8,
    retentionDays: 90,
    minIntervalMinutes: 1,
    monthlyEmails: 5_000,
  },
  scale: {
    monthlyRuns: 1_000_000,
    pagesPerRun: 100_000,
    concurrentRuns: 50,
    requestsPerSecond: 200,
    pagesAtOnce: 16,
    retentionDays: 365,
    minIntervalMinutes: 1,
    monthlyEmails: 50_000,
  },
} as const satisfies Record<string, Plan>;

/** Objects under it are deleted after so many days. */
export const keptFolder = (retentionDays: number): string => `kept/${retentionDays}d`;

export type PlanName = keyof typeof PLANS;
export const PlanName = z.enum(Object.keys(PLANS) as [PlanName, ...PlanName[]]);
