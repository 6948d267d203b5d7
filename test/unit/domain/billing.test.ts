import { describe, expect, it } from "@jest/globals";
import { applyPayment, type PaymentKind, type PaymentNews } from "../../../src/domain/billing/payment.ts";
import type { SubscriptionRecord } from "../../../src/store/payments.ts";

const news = (kind: PaymentKind, at: number, over: Partial<PaymentNews> = {}): PaymentNews => ({
  eventId: `evt_${kind}_${at}_${over.subscriptionId ?? "a"}`,
  kind,
  at,
  accountId: "acct-1",
  subscriptionId: "sub_a",
  customerId: "cus_1",
  plan: "pro",
  interval: "month",
  ...over,
});

/** The account after all of the events, in the order given. */
const endOf = (events: readonly PaymentNews[]) => {
  let record: SubscriptionRecord | null = null;
  let plan = "free";
  const replaced: string[] = [];
  for (const event of events) {
    const step = applyPayment(record, event);
    if (!step) continue;
    record = step.record ?? record;
    plan = step.plan ?? plan;
    if (step.givesUp) replaced.push(step.givesUp);
  }
  return { plan, status: (record as SubscriptionRecord | null)?.status, replaced };
};

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));

describe("payment events", () => {
  it("move the plan when it is bought, keep it while it is renewed, and end it when it is cancelled", () => {
    expect(endOf([news("completed", 1)])).toMatchObject({ plan: "pro", status: "active" });
    expect(endOf([news("completed", 1), news("renewed", 2)])).toMatchObject({
      plan: "pro",
      status: "active",
    });
    expect(endOf([news("completed", 1), news("cancelled", 3)])).toMatchObject({
      plan: "free",
      status: "cancelled",
    });
  });

  it("leave the plan while a failed payment is tried again", () => {
    const failed = [news("completed", 1), news("failed", 2)];
    expect(endOf(failed)).toMatchObject({ plan: "pro", status: "past_due" });
    expect(endOf([...failed, news("renewed", 3)])).toMatchObject({ plan: "pro", status: "active" });
    expect(endOf([news("failed", 1)])).toMatchObject({ plan: "free", status: undefined });
  });

  it("end the same in every order in which they may arrive, doubled or not", () => {
    const life = [news("completed", 1), news("renewed", 1), news("failed", 5), news("renewed", 6)];
    for (const order of permutations(life))
      expect(endOf([...order, ...order])).toMatchObject({ plan: "pro", status: "active" });
    for (const order of permutations([...life, news("cancelled", 6)])) {
      const end = endOf([...order, ...order]);
      expect([end.plan, end.status]).toEqual(["free", "cancelled"]);
    }
  });

  it("of one second go by what happens last: cancelled, then paid, then failed", () => {
    for (const order of permutations([news("completed", 1), news("failed", 1), news("renewed", 1)]))
      expect(endOf(order)).toMatchObject({ status: "active" });
  });

  const second = { subscriptionId: "sub_b", plan: "scale" as const };
  it("let a subscription that is bought later take the place of the first, which is given up", () => {
    const bought = [news("completed", 1), news("completed", 10, second)];
    expect(endOf(bought)).toEqual({ plan: "scale", status: "active", replaced: ["sub_a"] });
    const late = [news("cancelled", 10), news("renewed", 11), news("failed", 12), news("completed", 1)];
    expect(endOf([...bought, ...late])).toMatchObject({ plan: "scale", status: "active" });
  });

  it("of two purchases leave one subscription to be paid for, in whichever order they are told", () => {
    for (const order of permutations([
      news("completed", 1),
      news("renewed", 1),
      news("completed", 10, second),
      news("renewed", 9, second),
    ])) {
      const { plan, status, replaced } = endOf(order);
      // Cancelling twice is harmless; cancelling the other would not be.
      expect([plan, status, ...new Set(replaced)]).toEqual(["scale", "active", "sub_a"]);
    }
  });

  it("of the first subscription revive nothing once both have ended", () => {
    const ended = [news("completed", 1), news("completed", 10, second), news("cancelled", 20, second)];
    expect(endOf([...ended, news("renewed", 9), news("cancelled", 10)])).toMatchObject({ plan: "free" });
    const again = news("completed", 30, { subscriptionId: "sub_c" });
    expect(endOf([...ended, again])).toMatchObject({ plan: "pro", status: "active" });
  });

  it("about the end of a subscription that was never known do not move the plan", () => {
    expect(applyPayment(null, news("cancelled", 3))?.plan).toBeNull();
    expect(endOf([news("cancelled", 3), news("completed", 1)])).toMatchObject({ status: "cancelled" });
  });
});
