import { describe, expect, it } from "@jest/globals";
import { applyPayment, type PaymentKind, type PaymentNews } from "../../../src/domain/billing/payment.ts";
import type { SubscriptionRecord } from "../../../src/store/account/payments.ts";

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
  it("set the plan on purchase, keep it on renewal, and end it on cancellation", () => {
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

  it("keep the plan while a failed payment is retried", () => {
    const failed = [news("completed", 1), news("failed", 2)];
    expect(endOf(failed)).toMatchObject({ plan: "pro", status: "past_due" });
    expect(endOf([...failed, news("renewed", 3)])).toMatchObject({ plan: "pro", status: "active" });
    expect(endOf([news("failed", 1)])).toMatchObject({ plan: "free", status: undefined });
  });

  it("have the same result in any order, duplicates included", () => {
    const life = [news("completed", 1), news("renewed", 1), news("failed", 5), news("renewed", 6)];
    expect(permutations(life)).toHaveLength(24);
    for (const order of permutations(life))
      expect(endOf([...order, ...order])).toMatchObject({ plan: "pro", status: "active" });
    for (const order of permutations([...life, news("cancelled", 6)])) {
      const end = endOf([...order, ...order]);
      expect([end.plan, end.status]).toEqual(["free", "cancelled"]);
    }
  });

  it("of the same second are applied in the order paid, failed, cancelled", () => {
    const orders = permutations([news("completed", 1), news("failed", 1), news("renewed", 1)]);
    expect(orders).toHaveLength(6);
    for (const order of orders) expect(endOf(order)).toMatchObject({ status: "active" });
  });

  const second = { subscriptionId: "sub_b", plan: "scale" as const };
  it("let a later subscription replace the first, which is cancelled", () => {
    const bought = [news("completed", 1), news("completed", 10, second)];
    expect(endOf(bought)).toEqual({ plan: "scale", status: "active", replaced: ["sub_a"] });
    const late = [news("cancelled", 10), news("renewed", 11), news("failed", 12), news("completed", 1)];
    expect(endOf([...bought, ...late])).toMatchObject({ plan: "scale", status: "active" });
  });

  it("of two purchases leave one paid subscription, in whichever order they arrive", () => {
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

  it("of the first subscription change nothing after both have ended", () => {
    const ended = [news("completed", 1), news("completed", 10, second), news("cancelled", 20, second)];
    expect(endOf([...ended, news("renewed", 9), news("cancelled", 10)])).toMatchObject({ plan: "free" });
    const again = news("completed", 30, { subscriptionId: "sub_c" });
    expect(endOf([...ended, again])).toMatchObject({ plan: "pro", status: "active" });
  });

  it("about the end of an unknown subscription do not change the plan", () => {
    expect(applyPayment(null, news("cancelled", 3))?.plan).toBeNull();
    expect(endOf([news("cancelled", 3), news("completed", 1)])).toMatchObject({ status: "cancelled" });
  });
});
