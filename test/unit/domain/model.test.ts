import { expect, it } from "@jest/globals";
import { createAsking } from "../../../src/domain/model.ts";

it("a model that the account's budget does not allow is not asked, and the reason says it once", async () => {
  const model = { ask: () => Promise.reject(new Error("asked")) };
  const store = { usage: { get: async () => ({ costNanos: 0 }) } };
  const caller = { accountId: "acct-1", account: Promise.resolve({ id: "acct-1", maxMonthlyCostUsd: 0 }) };
  const create = createAsking as (...args: readonly unknown[]) => ReturnType<typeof createAsking>;
  const asking = create({ store, now: () => 0, model }, caller, new AbortController().signal);
  const { failure } = await asking.ask({} as Parameters<typeof asking.ask>[0]);
  // Callers write "No model was used: …" before it.
  expect(failure?.message).toBe("The account's monthly budget is used up.");
  expect(asking.wasAsked()).toBe(false);
});
