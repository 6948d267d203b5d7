import { describe, expect, it } from "@jest/globals";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { PLANS, type PlanName } from "../../src/contract/account/plans.ts";
import { SCOPES } from "../../src/contract/account/scopes.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { createKey } from "../../src/domain/keys/apiKeys.ts";
import { countRequest } from "../../src/domain/keys/authenticate.ts";
import type { Caller, Deps } from "../../src/domain/ports.ts";
import { admit } from "../../src/runtime/http/admit.ts";
import type { AccountRecord } from "../../src/store/account/accounts.ts";
import { createMemoryMetrics } from "../helpers/memoryMetrics.ts";
import { openTestStore, uniqueAccount, uniqueId } from "../helpers/testStore.ts";

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

/** A free account with this many keys, created as an operator and its owner do. */
const accountWithKeys = async (count: number) => {
  const deps = {
    ...at(NOW_MS),
    newId: (kind: string) => uniqueId(`${kind}-`),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMemoryMetrics(),
  } as unknown as Deps;
  const { accountId, userId, apiKey } = await createAccount(deps, { email: "a@example.com", plan: "free" });
  const caller = {
    accountId,
    userId,
    keyId: "key-0",
    scopes: [...SCOPES],
    request: { id: "r", address: "127.0.0.1" },
    account: Promise.resolve(await store.accounts.get(accountId)),
  } as unknown as Caller;
  const more = await Promise.all(
    Array.from({ length: count - 1 }, () =>
      createKey(deps, caller, { name: "More", scopes: ["flows:read"] }),
    ),
  );
  return { account: accountId, keys: [apiKey, ...more.map(({ key }) => key)] };
};

/** One request with a key, as the pipeline of an operation lets it in. */
const admitWith = async (apiKey: string) => {
  const deps = { ...at(NOW_MS), log: { warn: () => {} } } as unknown as Deps;
  const event = {
    headers: { "x-api-key": apiKey },
    requestContext: { requestId: "r", http: { sourceIp: "127.0.0.1" } },
  } as unknown as APIGatewayProxyEventV2;
  const admission = await admit(deps, OPERATIONS.listFlows, event);
  if (!admission) throw new Error("the operation asks for no key");
  return admission.counted;
};

describe("the rate limit at a fixed time", () => {
  it.each(["free", "pro", "scale"] as const)(
    "allows exactly the quota of plan %s, however many requests arrive at once",
    async (plan) => {
      const { requestsPerSecond } = PLANS[plan];
      expect(await countAllowed(plan, uniqueAccount(), requestsPerSecond * 2, NOW_MS)).toBe(
        requestsPerSecond,
      );
    },
  );

  it("applies per account: more keys allow no more requests", async () => {
    const { account, keys } = await accountWithKeys(5);
    const admitted = await Promise.all(
      Array.from({ length: 40 }, (_, index) => admitWith(keys[index % keys.length] ?? "")),
    );
    expect(admitted.filter((rate) => rate?.allowed)).toHaveLength(PLANS.free.requestsPerSecond);
    expect(await countAllowed("free", account, 1, NOW_MS)).toBe(0);
  });

  it("resets with the next second, and is separate for each account", async () => {
    const accountId = uniqueAccount();
    expect(await countAllowed("free", accountId, 15, NOW_MS)).toBe(10);
    expect(await countAllowed("free", accountId, 1, NOW_MS + 499)).toBe(0);
    expect(await countAllowed("free", accountId, 15, NOW_MS + 500)).toBe(10);
    expect(await countAllowed("free", uniqueAccount(), 10, NOW_MS)).toBe(10);
  });
});
