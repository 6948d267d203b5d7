/** What operators change about an account: its plan, and whether it is suspended. */
import type { ChangeAccountRequest } from "../../contract/messages.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { notFound } from "../errors.ts";
import { auditSystem } from "../journal/journal.ts";
import type { Deps } from "../ports.ts";

const BY_OPERATOR = "by the operator";

const moveTo = (deps: Deps, { id, plan: from }: AccountRecord, to: AccountRecord["plan"]): Write[] => [
  ...deps.store.accounts.setPlan(id, to),
  ...auditSystem(deps, id, {
    action: "account.plan_changed",
    resource: id,
    metadata: { from, to, reason: BY_OPERATOR },
  }),
];

const suspend = (deps: Deps, { id }: AccountRecord, reason: string): Write[] => [
  ...deps.store.accounts.suspend(id, { at: new Date(deps.now()).toISOString(), reason }),
  ...auditSystem(deps, id, { action: "account.suspended", resource: id, metadata: { reason } }),
];

const resume = (deps: Deps, { id }: AccountRecord): Write[] => [
  ...deps.store.accounts.resume(id),
  ...auditSystem(deps, id, { action: "account.resumed", resource: id }),
];

const writesOf = (
  deps: Deps,
  account: AccountRecord,
  { plan, suspend: given }: ChangeAccountRequest,
): Write[] => [
  ...(plan === undefined || plan === account.plan ? [] : moveTo(deps, account, plan)),
  ...(given ? suspend(deps, account, given.reason) : []),
  ...(given === null && account.suspended ? resume(deps, account) : []),
];

/**
 * Changes an account for an operator, and returns its state.
 *
 * A suspended account's requests are refused, its schedules are skipped, its workers stop within a minute, and its
 * webhooks and reports wait. Nothing is deleted: what waits continues once the suspension is lifted.
 *
 * Does not inform the payment provider, whose next event may set another plan: `subscription` says which one it is about.
 *
 * @throws DomainError `not-found`
 */
export const changeAccount = async (deps: Deps, request: ChangeAccountRequest) => {
  const { store } = deps;
  const { accountId } = request;
  const before = await store.accounts.get(accountId);
  if (!before) throw notFound("account", accountId);
  const writes = writesOf(deps, before, request);
  try {
    if (writes.length > 0) await store.commit(writes);
  } catch (error) {
    // The account has just been closed.
    throw error instanceof ConditionFailed ? notFound("account", accountId) : error;
  }
  const [account, subscription] = await Promise.all([
    store.accounts.get(accountId),
    store.payments.getSubscription(accountId),
  ]);
  if (!account) throw notFound("account", accountId);
  const { id, name, email, plan, createdAt, suspended = null } = account;
  return {
    id,
    name,
    email,
    plan,
    suspended,
    createdAt,
    subscription: subscription && {
      id: subscription.subscriptionId,
      plan: subscription.plan,
      status: subscription.status,
    },
  };
};
