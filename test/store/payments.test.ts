import { describe, expect, it } from "@jest/globals";
import type { PaymentNews } from "../../src/domain/billing/payment.ts";
import { receivePaymentEvent } from "../../src/domain/billing/receive.ts";
import { createPipeline } from "../helpers/pipeline.ts";

describe("two paid checkouts", () => {
  it("leave one subscription, even if the later is reported first and the provider fails once", async () => {
    const { deps, store, account } = await createPipeline("free");
    const cancelled: string[] = [];
    let isDown = false;
    const payments = {
      createSession: () => Promise.reject(new Error("not asked for")),
      cancelSubscription: async (id: string) => {
        if (isDown) throw new Error("down");
        cancelled.push(id);
      },
      readEvent: async (body: string): Promise<PaymentNews> => JSON.parse(body),
    };
    const receive = (kind: PaymentNews["kind"], at: number, subscriptionId: string) => {
      const paid = { accountId: account.id, customerId: "cus_1", plan: "pro", interval: "month" };
      const news = { ...paid, eventId: `${kind}-${at}-${account.id}`, kind, at, subscriptionId };
      return receivePaymentEvent({ ...deps, payments }, JSON.stringify(news), "signed");
    };
    const plan = async () => (await store.accounts.get(account.id))?.plan;

    expect(await receive("completed", 10, "sub_b")).toEqual({ outcome: "applied" });
    isDown = true;
    await expect(receive("completed", 1, "sub_a")).rejects.toThrow("down");
    isDown = false;
    expect(await receive("completed", 1, "sub_a")).toEqual({ outcome: "ignored" });
    expect(cancelled).toEqual(["sub_a"]);
    expect([await plan(), (await store.payments.getSubscription(account.id))?.subscriptionId]).toEqual([
      "pro",
      "sub_b",
    ]);
    await receive("cancelled", 20, "sub_b");
    await receive("cancelled", 11, "sub_a");
    expect([await plan(), cancelled]).toEqual(["free", ["sub_a"]]);
  });
});
