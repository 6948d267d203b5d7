import type { PaymentEventReceipt } from "../../contract/account/billing.ts";
import { DomainError } from "../../contract/errors.ts";
import type { AccountRecord } from "../../store/account/accounts.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { addActivity, auditSystem } from "../journal/journal.ts";
import type { Deps, WithPayments } from "../ports.ts";
import { applyPayment, type PaymentNews, type PaymentStep } from "./payment.ts";

/** Attempts while other events of the same account are being applied. */
const ATTEMPTS = 10;

const SENTENCES: Readonly<Record<PaymentNews["kind"], (news: PaymentNews) => string>> = {
  completed: ({ plan, interval }) => `The plan ${plan} was bought, by the ${interval}.`,
  renewed: ({ plan }) => `The ${plan} plan was paid for.`,
  failed: ({ plan }) => `A payment for the ${plan} plan failed. It will be retried.`,
  cancelled: ({ plan }) => `The plan ${plan} was cancelled.`,
};

/** Applies everything that an event changes in one transaction, exactly once. */
const writesOf = (deps: Deps, account: AccountRecord, news: PaymentNews, { plan }: PaymentStep): Write[] => [
  ...(plan === null || plan === account.plan ? [] : movePlan(deps, account, plan, news)),
  ...addActivity(deps, account.id, {
    type: `payment.${news.kind}`,
    message: SENTENCES[news.kind](news),
    flowId: null,
    subject: news.subscriptionId,
  }),
];

const movePlan = (
  deps: Deps,
  account: AccountRecord,
  plan: AccountRecord["plan"],
  { eventId, kind }: PaymentNews,
): Write[] => [
  ...deps.store.accounts.setPlan(account.id, plan),
  ...auditSystem(deps, account.id, {
    action: "account.plan_changed",
    resource: account.id,
    metadata: { from: account.plan, to: plan, reason: `payment ${kind}`, eventId },
  }),
];

/**
 * Handles an event of the payment provider. Events may arrive in any order and more than once.
 *
 * @param rawBody the bytes as sent, which the signature covers
 * @throws DomainError `invalid-request` if the signature is wrong or too old; `not-configured`, `unavailable` (the
 *   provider then sends the event again)
 */
export const receivePaymentEvent = async (
  deps: Deps & WithPayments,
  rawBody: string,
  signature: string | undefined,
): Promise<PaymentEventReceipt> => {
  const { store, payments, now, log } = deps;
  const news = await payments.readEvent(rawBody, signature);
  if (!news) return { outcome: "ignored" };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [known, account, before] = await Promise.all([
      store.payments.knowsEvent(news.eventId),
      store.accounts.get(news.accountId),
      store.payments.getSubscription(news.accountId),
    ]);
    if (known) return { outcome: "known" };
    const step = account && applyPayment(before, news);
    // Before the commit: if that fails, the provider sends the event again, and cancelling twice is harmless.
    if (account && step?.givesUp) await payments.cancelSubscription(step.givesUp);
    if (!account || !step?.record) {
      log.info("a payment event was ignored", { eventId: news.eventId, kind: news.kind });
      return { outcome: "ignored" };
    }
    try {
      await store.commit(
        store.payments.setSubscription(before, step.record),
        store.payments.rememberEvent(news.eventId, now()),
        writesOf(deps, account, news, step),
      );
      return { outcome: "applied" };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new DomainError("unavailable", "Other events of this account are being applied: send it again.", {
    headers: { "retry-after": "5" },
  });
};
