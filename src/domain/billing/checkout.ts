import type { CheckoutSession, CreateCheckout } from "../../contract/account/billing.ts";
import { DomainError } from "../../contract/errors.ts";
import { audit } from "../journal/journal.ts";
import type { Caller, Deps, WithPayments } from "../ports.ts";

/**
 * Creates a checkout session with the payment provider.
 *
 * @throws DomainError `conflict` if the plan is already paid for; `not-configured`, `unavailable`
 */
export const createCheckout = async (
  deps: Deps & WithPayments,
  caller: Caller,
  { plan, interval }: CreateCheckout,
): Promise<CheckoutSession> => {
  const { store, payments } = deps;
  const [account, subscription] = await Promise.all([
    caller.account,
    store.payments.getSubscription(caller.accountId),
  ]);
  if (subscription?.status === "active" && subscription.plan === plan && subscription.interval === interval)
    throw new DomainError("conflict", `The account already pays for the ${plan} plan by the ${interval}.`);
  const session = await payments.createSession({
    accountId: caller.accountId,
    email: account.email,
    customerId: subscription?.customerId ?? null,
    plan,
    interval,
  });
  const metadata = { plan, interval };
  await store.commit(
    audit(deps, caller, { action: "checkout.created", resource: session.sessionId, metadata }),
  );
  return session;
};
