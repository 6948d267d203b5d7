import type { AlertSeverity, AlertType } from "../../contract/account/alerts.ts";
import { PLANS } from "../../contract/account/plans.ts";
import { DomainError } from "../../contract/errors.ts";
import { NANOS } from "../../contract/units.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { MonthUsage } from "../../store/account/usage.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { raiseOnce } from "../alerts/alerts.ts";
import type { Deps } from "../ports.ts";
import { costNanos } from "./cost.ts";

const MONTH_LENGTH = "YYYY-MM".length;

/** The UTC month of a time, as `2026-11`. */
const monthOf = (iso: string): string => iso.slice(0, MONTH_LENGTH);

/** When the month after `month` begins. */
export const endOfMonth = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString();
};

const NOTHING: MonthUsage = { runs: 0, pages: 0, costNanos: 0, emails: 0, searches: 0 };

export const readUsage = async ({ store, now }: Pick<Deps, "store" | "now">, accountId: string) => {
  const month = monthOf(new Date(now()).toISOString());
  return { month, usage: (await store.usage.get(accountId, month)) ?? NOTHING };
};

interface Mark {
  readonly type: AlertType;
  readonly severity: AlertSeverity;
  /** Percent of the month's runs. */
  readonly percent: number;
}

/** Shares of the month's runs that raise an alert, highest first. */
const QUOTA_MARKS: readonly Mark[] = [
  { type: "quota_exceeded", severity: "critical", percent: 100 },
  { type: "quota_near", severity: "warning", percent: 80 },
];

/** The mark that is reached once `runs` of `limit` are used. */
export const quotaMarkAt = (runs: number, limit: number): Mark | null =>
  QUOTA_MARKS.find(({ percent }) => runs * 100 >= limit * percent) ?? null;

export interface Quota {
  /** Writes that count the run and raise an alert if a mark is reached. Commit them with the run. */
  readonly writes: readonly Write[];
  /** Whether a transaction failed because the usage has changed. Take the quota again. */
  readonly isStale: (error: ConditionFailed) => boolean;
}

const NO_ALERT = { cause: "", writes: [] as readonly Write[] };

/**
 * Reserves one more run of the month's quota.
 *
 * @param isOfFlow whether it counts on its day, as runs of flows do
 * @throws DomainError `quota-exceeded` if the month's runs or budget are used up
 */
export const takeQuota = async (
  deps: Deps,
  account: AccountRecord,
  startedAt: string,
  isOfFlow: boolean,
): Promise<Quota> => {
  const { store } = deps;
  const month = monthOf(startedAt);
  const known = await store.usage.countRuns(account.id, month);
  const limit = PLANS[account.plan].monthlyRuns;
  await checkBudget(deps, account, month);
  const mark = quotaMarkAt(Math.min(known + 1, limit), limit);
  const alert = mark ? await alertOnce(deps, account, month, mark) : NO_ALERT;
  if (known >= limit) {
    await raiseAlone(deps, alert.writes);
    throw new DomainError(
      "quota-exceeded",
      `You have used all ${limit} runs of the ${account.plan} plan for ${month}. Upgrade with ` +
        `POST /checkout, or wait until ${endOfMonth(month)}.`,
    );
  }
  return {
    writes: [
      ...store.usage.takeRun(account.id, month, known, limit, isOfFlow ? startedAt : undefined),
      ...alert.writes,
    ],
    isStale: (error) =>
      error.refused(store.usage.key(account.id, month)) ||
      error.refused(store.alerts.causeKey(account.id, alert.cause)),
  };
};

/** The alert for a mark, raised once per month and plan. */
const alertOnce = async (
  deps: Deps,
  { id, plan }: AccountRecord,
  month: string,
  { type, severity, percent }: Mark,
) => {
  const cause = `${type}:${month}:${plan}`;
  const { monthlyRuns } = PLANS[plan];
  const message =
    percent === 100
      ? `You have used all ${monthlyRuns} runs of the ${plan} plan for ${month}. New runs are paused until next month or an upgrade.`
      : `You have used ${percent}% of the ${monthlyRuns} runs of the ${plan} plan for ${month}.`;
  const title =
    percent === 100 ? "All runs of this month are used" : `${percent}% of this month's runs are used`;
  return {
    cause,
    writes: await raiseOnce(deps, id, { type, severity, flowId: null, title, message, cause }),
  };
};

/** Raises an alert when a request is refused, unless another request has just raised it. */
const raiseAlone = async ({ store }: Deps, writes: readonly Write[]): Promise<void> => {
  if (writes.length === 0) return;
  try {
    await store.commit(writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

/** Nano-dollars left of the budget of the month in which a run started. Runs in progress count once they end. */
export const monthBudget = async (
  { store }: Pick<Deps, "store">,
  { id, maxMonthlyCostUsd }: AccountRecord,
  startedAt: string,
): Promise<number> => {
  if (maxMonthlyCostUsd === undefined) return Number.POSITIVE_INFINITY;
  const used = (await store.usage.get(id, monthOf(startedAt))) ?? NOTHING;
  return maxMonthlyCostUsd * NANOS - used.costNanos;
};

/** Whether the account has used up its budget for this month. */
export const isOverBudget = async (
  deps: Pick<Deps, "store" | "now">,
  { id, maxMonthlyCostUsd }: AccountRecord,
): Promise<boolean> =>
  maxMonthlyCostUsd !== undefined && (await readUsage(deps, id)).usage.costNanos >= maxMonthlyCostUsd * NANOS;

/** Adds usage outside of runs to the account's month. */
export const countUsage = async (
  { store, now }: Pick<Deps, "store" | "now">,
  accountId: string,
  used: Pick<MonthUsage, "pages" | "costNanos">,
): Promise<void> => {
  const month = monthOf(new Date(now()).toISOString());
  await store.commit(store.usage.count(accountId, month, used));
};

/** Adds a page that was opened without a run, and its cost, to the account's month. */
export const countPages = (
  { store, now }: Pick<Deps, "store" | "now">,
  accountId: string,
  used: Pick<MonthUsage, "pages" | "costNanos">,
): Write[] => store.usage.count(accountId, monthOf(new Date(now()).toISOString()), used);

const checkBudget = async (
  deps: Deps,
  { id, maxMonthlyCostUsd }: AccountRecord,
  month: string,
): Promise<void> => {
  if (maxMonthlyCostUsd === undefined) return;
  const used = await deps.store.usage.get(id, month);
  if (!used || used.costNanos < maxMonthlyCostUsd * NANOS) return;
  const cause = `budget_stopped:${month}:${maxMonthlyCostUsd}`;
  const message = `The runs of ${month} reached the account's monthly budget of $${maxMonthlyCostUsd}. New runs are paused.`;
  const alert = {
    type: "budget_stopped",
    severity: "critical",
    flowId: null,
    title: "The monthly budget is used up",
    message,
    cause,
  } as const;
  await raiseAlone(deps, await raiseOnce(deps, id, alert));
  throw new DomainError(
    "quota-exceeded",
    `${message} Raise maxMonthlyCostUsd with PUT /account, or wait until ${endOfMonth(month)}.`,
  );
};

/** What a plan includes per month, apart from runs: the limit, and its name for people. */
const MONTHLY = {
  emails: { limit: "monthlyEmails", name: "emails" },
  searches: { limit: "monthlySearches", name: "searches" },
} as const;

/**
 * Reserves one more email or search of the month's quota. `giveBack` returns it if nothing came of it.
 *
 * @throws DomainError `quota-exceeded` if those of the month are used up
 */
export const takeMonthly = async (
  { store, now }: Pick<Deps, "store" | "now">,
  { id, plan }: AccountRecord,
  of: keyof typeof MONTHLY,
) => {
  const month = monthOf(new Date(now()).toISOString());
  const limit = PLANS[plan][MONTHLY[of].limit];
  const giveBack = async (): Promise<void> => {
    await store.usage.countOne(id, month, of, -1);
  };
  if ((await store.usage.countOne(id, month, of, 1)) > limit) {
    await giveBack();
    throw new DomainError(
      "quota-exceeded",
      `The ${plan} plan includes ${limit} ${MONTHLY[of].name} per month, and ${month} has used them: upgrade with ` +
        `POST /checkout, or wait until ${endOfMonth(month)}.`,
    );
  }
  return { giveBack };
};

/** Adds a finished preview or job to its month's usage; a run is added with its day. */
export const countOnMonth = ({ store }: Deps, ended: RunRecord): Write[] =>
  store.usage.count(ended.accountId, monthOf(ended.startedAt), {
    pages: ended.pagesFetched,
    costNanos: costNanos(ended.cost),
  });
