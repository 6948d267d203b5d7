import { type Account, MAIL_TOPICS, type UpdateAccount } from "../../contract/account/account.ts";
import type { PlanPrice } from "../../contract/account/planPrices.ts";
import { PLANS } from "../../contract/account/plans.ts";
import { DomainError } from "../../contract/errors.ts";
import { NANOS } from "../../contract/units.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import type { SubscriptionRecord } from "../../store/account/payments.ts";
import { ConditionFailed } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { audit } from "../journal/journal.ts";
import { alertMailSeverity, recipientsOf } from "../mail/recipients.ts";
import type { Caller, Deps } from "../ports.ts";
import { isSameJson } from "../shared/sameJson.ts";
import { endOfMonth, readUsage } from "../usage/usage.ts";

/** Prices of the plans in this deployment. */
export interface WithPlanPrices {
  readonly planPrices: readonly PlanPrice[];
}

const CHANGE_ATTEMPTS = 10;

const show = (
  account: AccountRecord,
  subscription: SubscriptionRecord | null,
  { month, usage }: Awaited<ReturnType<typeof readUsage>>,
  planPrices: readonly PlanPrice[],
): Account => ({
  id: account.id,
  name: account.name,
  email: account.email,
  plan: account.plan,
  subscription: subscription && { status: subscription.status, interval: subscription.interval },
  limits: { ...PLANS[account.plan] },
  planPrices: [...planPrices],
  usage: {
    month,
    runs: usage.runs,
    pages: usage.pages,
    cost: usage.costNanos / NANOS,
    emails: usage.emails,
    searches: usage.searches,
    resetsAt: endOfMonth(month),
  },
  maxMonthlyCostUsd: account.maxMonthlyCostUsd ?? null,
  mail: Object.fromEntries(
    MAIL_TOPICS.map((topic) => [topic, recipientsOf(account, topic)]),
  ) as Account["mail"],
  alertMailSeverity: alertMailSeverity(account),
  createdAt: account.createdAt,
});

/** The account's plan, limits, usage this month and email preferences. */
export const getAccount = async (deps: Deps & WithPlanPrices, caller: Caller): Promise<Account> => {
  const [account, subscription, usage] = await Promise.all([
    caller.account,
    deps.store.payments.getSubscription(caller.accountId),
    readUsage(deps, caller.accountId),
  ]);
  return show(account, subscription, usage, deps.planPrices);
};

/** The account's settings after a patch. */
const patched = (before: AccountRecord, patch: UpdateAccount) => {
  const { name, maxMonthlyCostUsd, mail = {} } = patch;
  const merged = { ...before.mail, ...mail };
  const named = Object.entries(merged).filter(([, recipients]) => recipients != null);
  const budget = maxMonthlyCostUsd === undefined ? before.maxMonthlyCostUsd : maxMonthlyCostUsd;
  return {
    name: name ?? before.name,
    mail: Object.fromEntries(named) as NonNullable<AccountRecord["mail"]>,
    maxMonthlyCostUsd: budget ?? null,
    alertMailSeverity: patch.alertMailSeverity ?? alertMailSeverity(before),
  };
};

export const updateAccount = async (
  deps: Deps & WithPlanPrices,
  caller: Caller,
  patch: UpdateAccount,
): Promise<Account> => {
  const { store } = deps;
  for (let attempt = 1; attempt <= CHANGE_ATTEMPTS; attempt += 1) {
    const before = await store.accounts.get(caller.accountId);
    if (!before) throw notFound("account", caller.accountId);
    const after = patched(before, patch);
    if (isSameJson(after, patched(before, {})))
      return getAccount(deps, { ...caller, account: Promise.resolve(before) });
    try {
      await store.commit(
        store.accounts.change(before, after),
        audit(deps, caller, {
          action: "account.updated",
          resource: caller.accountId,
          metadata: { fields: Object.keys(patch) },
        }),
      );
      const account = store.accounts.get(caller.accountId).then((found) => found ?? before);
      return await getAccount(deps, { ...caller, account });
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new DomainError("conflict", "The account is being changed by other requests. Try again.");
};
