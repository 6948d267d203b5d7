/** Limits of an account hold whatever is asked for at the same time. */
import { describe, expect, it } from "@jest/globals";
import { MAX_WEBHOOKS } from "../../src/contract/account/plans.ts";
import { commitWithin, limitReached, openTally } from "../../src/domain/usage/tallies.ts";
import { openTestStore, uniqueId } from "../helpers/testStore.ts";

const AT_ONCE = 3;

describe("a limit of an account", () => {
  const webhook = (accountId: string) => ({
    id: uniqueId("wh-"),
    accountId,
    url: "https://hooks.example/",
    events: [],
    active: true,
    secrets: [],
    rotations: 0,
    createdAt: new Date().toISOString(),
  });

  it("admits one of several requests for the last place, even if the account is older than its tally", async () => {
    const store = openTestStore();
    const accountId = uniqueId("acct-");
    for (let count = 1; count < MAX_WEBHOOKS; count += 1)
      await store.commit(store.webhooks.insert(webhook(accountId)));
    const within = { accountId, kind: "WEBHOOKS", limit: MAX_WEBHOOKS } as const;
    const add = () => commitWithin({ store }, within, store.webhooks.insert(webhook(accountId)));
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, add));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject(limitReached(MAX_WEBHOOKS, "webhooks"));
    expect((await store.webhooks.list(accountId, { limit: 1 })).total).toBe(MAX_WEBHOOKS);

    const [one] = (await store.webhooks.list(accountId, { limit: 1 })).records;
    if (!one) throw new Error("there are webhooks");
    await openTally({ store }, accountId, "WEBHOOKS");
    await store.commit(store.webhooks.remove(one), store.tallies.giveBack(accountId, "WEBHOOKS"));
    await add();
    await expect(add()).rejects.toMatchObject({ code: "limit-reached" });
  });
});
