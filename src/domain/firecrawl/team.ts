/** The account's usage, as clients of Firecrawl ask for it. A credit is a run of the month's allowance. */

import { PLANS } from "../../contract/account/plans.ts";
import type { FirecrawlReport } from "../../contract/firecrawl/answers.ts";
import { notFound } from "../errors.ts";
import type { Caller, Deps } from "../ports.ts";
import { endOfMonth, readUsage } from "../usage/usage.ts";

const creditUsage = async (deps: Deps, { accountId, account }: Caller): Promise<FirecrawlReport> => {
  const [{ plan }, { month, usage }] = await Promise.all([account, readUsage(deps, accountId)]);
  const [all, left] = [PLANS[plan].monthlyRuns, Math.max(0, PLANS[plan].monthlyRuns - usage.runs)];
  const period = { billingPeriodStart: `${month}-01T00:00:00.000Z`, billingPeriodEnd: endOfMonth(month) };
  return {
    success: true,
    data: {
      remainingCredits: left,
      planCredits: all,
      ...period,
      // Version 1.
      remaining_credits: left,
      plan_credits: all,
      billing_period_start: period.billingPeriodStart,
      billing_period_end: period.billingPeriodEnd,
    },
  };
};

/** There are no tokens beside the credits. */
const tokenUsage = async (deps: Deps, caller: Caller): Promise<FirecrawlReport> => {
  const { success, data } = await creditUsage(deps, caller);
  const { remainingCredits, planCredits, ...period } = data as Record<string, unknown>;
  return {
    success,
    data: {
      remainingTokens: remainingCredits,
      planTokens: planCredits,
      remaining_tokens: remainingCredits,
      plan_tokens: planCredits,
      ...period,
    },
  };
};

const queueStatus = async ({ store }: Deps, { accountId, account }: Caller): Promise<FirecrawlReport> => {
  const [{ plan }, running, queued] = await Promise.all([
    account,
    store.runs.listJobs(accountId, "running", { limit: 1 }),
    store.runs.listJobs(accountId, "queued", { limit: 1 }),
  ]);
  return {
    success: true,
    jobsInQueue: running.total + queued.total,
    activeJobsInQueue: running.total,
    waitingJobsInQueue: queued.total,
    maxConcurrency: PLANS[plan].concurrentRuns,
    mostRecentSuccess: null,
  };
};

const REPORTS: Readonly<Record<string, (deps: Deps, caller: Caller) => Promise<FirecrawlReport>>> = {
  "credit-usage": creditUsage,
  "token-usage": tokenUsage,
  "queue-status": queueStatus,
};

/** @throws DomainError `not-found` */
export const getReport = async (deps: Deps, caller: Caller, name: string): Promise<FirecrawlReport> => {
  const report = Object.hasOwn(REPORTS, name) ? REPORTS[name] : undefined;
  if (!report) throw notFound("report", name);
  return report(deps, caller);
};

export const getConcurrency = async (
  { store }: Deps,
  { accountId, account }: Caller,
): Promise<FirecrawlReport> => {
  const [{ plan }, used] = await Promise.all([account, store.slots.countUsed(accountId)]);
  const data = { concurrency: used, maxConcurrency: PLANS[plan].concurrentRuns };
  return { success: true, ...data, data };
};
