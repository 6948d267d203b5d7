import { describe, expect, it } from "@jest/globals";
import { PLANS, type PlanName } from "../../src/contract/plans.ts";
import { countRequest } from "../../src/domain/authenticate.ts";
import type { Deps } from "../../src/domain/ports.ts";
import type { AccountRecord } from "../../src/store/accounts.ts";
import { openTestStore, uniqueAccount } from "../helpers/testStore.ts";

const NOW_MS = Date.parse("2026-11-21T06:00:00.500Z");

const store = openTestStore();
const at = (nowMs: number) => ({ store, now: () => nowMs }) as unknown as Deps;

const countAllowed = async (plan: PlanName, accountId: string, requests: number, nowMs: number) => {
  const account = Promise.resolve({ plan } as AccountRecord);
  const states = await Promise.all(
    Array.from({ length: requests }, () => countRequest(at(nowMs), account, accountId)),
  );
  return states.filter(({ allowed }) => allowed).length;
};

describe("the rate limit with the clock held", () => {
  it.each(["free", "pro", "scale"] as const)(
    "lets exactly the quota of plan %s pass, however many requests come at once",
    async (plan) => {
      const { requestsPerSecond } = PLANS[plan];
      expect(await countAllowed(plan, uniqueAccount(), requestsPerSecond * 2, NOW_MS)).toBe(
        requestsPerSecond,
      );
    },
  );

  it("starts anew with the next second, and for each account apart", async () => {
    const accountId = uniqueAccount();
    expect(await countAllowed("free", accountId, 15, NOW_MS)).toBe(10);
    expect(await countAllowed("free", accountId, 1, NOW_MS + 499)).toBe(0);
    expect(await countAllowed("free", accountId, 15, NOW_MS + 500)).toBe(10);
    expect(await countAllowed("free", uniqueAccount(), 10, NOW_MS)).toBe(10);
  });
});
