import { describe, expect, it } from "@jest/globals";
import { deleteAccount, sweepClosedAccount } from "../../src/domain/accounts/eraseAccount.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { foldersOf } from "../../src/domain/files/folders.ts";
import { emit } from "../../src/domain/outbox/events.ts";
import { fanOutEvent } from "../../src/domain/webhooks/fanOut.ts";
import type { ClosedAccount } from "../../src/store/account/accounts.ts";
import type { WebhookRecord } from "../../src/store/deliveries/webhooks.ts";
import { recordOf } from "../../src/store/due.ts";
import {
  ACCOUNT_KINDS,
  accountPartition,
  otherPartition,
  RUN_KINDS,
  runPartition,
} from "../../src/store/partitions.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow, openTestTable, uniqueId } from "../helpers/testStore.ts";

const HOUR_MS = 60 * 60 * 1_000;
const RUNS = 12;
const table = openTestTable();

/** A pipeline whose account has something of every kind, and objects in every folder. */
const createFullAccount = async () => {
  const pipeline = await createPipeline();
  const { account, objects } = pipeline;
  const runIds = Array.from({ length: RUNS }, () => uniqueId("run-"));
  const hashes = [uniqueId("hash-"), uniqueId("hash-")];
  const partitions = [
    ...ACCOUNT_KINDS.map((kind) => accountPartition(kind, account.id)),
    ...runIds.flatMap((id) => RUN_KINDS.map((kind) => runPartition(kind, account.id, id))),
    ...hashes.flatMap((hash) => [otherPartition("KEYHASH", hash), otherPartition("TOKENHASH", hash)]),
  ];
  const put = (pk: string, sk: string, more: object = {}) =>
    table.transact([{ kind: "put", item: { ...more, pk, sk, accountId: account.id } }]);
  for (const kind of ACCOUNT_KINDS) {
    if (kind !== "ACCOUNT" && kind !== "SLOTS" && kind !== "DIGEST")
      for (const n of [1, 2])
        await put(accountPartition(kind, account.id), `any-${n}`, {
          hash: `none-${n}`,
          tokens: [],
          email: `none-${n}@example.com`,
          personId: `none-${n}`,
        });
  }
  for (const id of runIds) {
    await put(accountPartition("RUNS", account.id), id);
    for (const kind of RUN_KINDS) await put(runPartition(kind, account.id, id), "0");
  }
  for (const hash of hashes) {
    await put(accountPartition("KEYS", account.id), hash, { hash });
    await put(otherPartition("KEYHASH", hash), "KEY");
    await put(accountPartition("FLOWTOKENS", account.id), hash, { tokens: [{ hash }] });
    await put(otherPartition("TOKENHASH", hash), "TOKEN");
  }
  for (const folder of foldersOf(account.id)) objects.kept.set(`${folder}any/0`, "text");
  return {
    ...pipeline,
    /** All that is found of the account, item by item and object by object. */
    found: async () => {
      const items = await Promise.all(partitions.map((pk) => table.query({ pk })));
      const keys = [...objects.kept.keys()].filter((key) => key.includes(account.id));
      return [...items.flat().map(({ pk, sk }) => `${pk} / ${sk}`), ...keys];
    },
    erase: (id = account.id, forMs = HOUR_MS) =>
      deleteAccount(pipeline.deps, id, pipeline.deps.now() + forMs),
    closedItem: async () => {
      const due = await pipeline.store.listDue(Date.UTC(2100, 0), 10_000);
      return due.find(({ dueKind, accountId }) => dueKind === "closedAccount" && accountId === account.id);
    },
  };
};

describe("a deleted account", () => {
  it("leaves nothing in table or objects, and other accounts intact", async () => {
    const [gone, other] = [await createFullAccount(), await createFullAccount()];
    const before = await other.found();
    const kinds = new Set((await gone.found()).map((name) => name.slice(0, name.indexOf("#"))));
    expect(ACCOUNT_KINDS.length).toBeGreaterThan(10);
    expect(ACCOUNT_KINDS.filter((kind) => !kinds.has(kind))).toEqual([]);
    expect(await gone.erase()).toMatchObject({ accountId: gone.account.id, done: true });
    expect(await gone.found()).toEqual([]);
    expect(await other.found()).toEqual(before);
    expect(await gone.erase()).toEqual({ accountId: gone.account.id, done: true, erased: 0 });
  });

  it("is erased in as many calls as needed, each within its time limit", async () => {
    const { deps, account, found, pass } = await createFullAccount();
    const total = (await found()).length;
    const slow = {
      ...deps,
      now: () => {
        pass(1_000);
        return deps.now();
      },
    };
    let erased = 0;
    let calls = 0;
    for (let done = false; !done && calls < 20; calls += 1) {
      const answer = await deleteAccount(slow, account.id, slow.now() + 175_000);
      done = answer.done;
      erased += answer.erased;
    }
    expect(calls).toBeGreaterThan(1);
    expect(await found()).toEqual([]);
    // Account, slots and weekly report went with the close; keys and tokens by hash, and notes of runs, with what they
    // belong to.
    expect(erased).toBe(total - 9);
  });

  it("is closed at once: no run starts or is queued, no schedule fires, no event is sent", async () => {
    const { deps, store, account, execute, sent, queue, erase, found } = await createFullAccount();
    const queued = await queue();
    const nextRunAt = new Date(deps.now() - 1_000).toISOString();
    const scheduled = makeFlow(account.id, {
      status: "active",
      schedule: "*/5 * * * *",
      nextRunAt,
    } as object);
    const webhook = {
      id: uniqueId("wh-"),
      accountId: account.id,
      url: "https://receiver.example/",
      events: ["run.completed"],
      active: true,
      secrets: [],
      rotations: 0,
      createdAt: nextRunAt,
    } satisfies WebhookRecord;
    const event = emit(deps, account.id, "run.completed", {});
    await store.commit(store.flows.insert(scheduled), store.webhooks.insert(webhook), event);
    sent.length = 0;

    // No time is left: it is closed, and nothing is erased yet.
    expect(await erase(account.id, 0)).toMatchObject({ done: false, erased: 0 });
    expect(await found()).not.toEqual([]);

    await execute(
      countingEngine(1, () => {
        throw new Error("a run of a closed account was begun");
      }),
      queued.id,
    );
    expect((await store.runs.get(account.id, queued.id))?.status).toBe("queued");
    await expect(queue()).rejects.toMatchObject({ code: "unavailable" });
    const own = async (beforeMs: number) =>
      (await store.listDue(beforeMs, 10_000)).filter(
        ({ accountId, dueKind }) => accountId === account.id && dueKind === "flow",
      );
    await handOverDue({ ...deps, store: { ...store, listDue: own } }, deps.now() + 60_000);
    expect(await store.runs.count(account.id, scheduled.id, "queued")).toBe(0);
    for (const { id: eventId } of store.outbox.eventsIn(event))
      await fanOutEvent(deps, { type: "event", accountId: account.id, eventId });
    expect((await store.deliveries.list(account.id, webhook.id, { limit: 5 })).total).toBe(0);
    expect(sent).toEqual([]);
  });

  it("stops a worker that is executing a run, whose late writes are removed an hour later", async () => {
    const world = await createFullAccount();
    const { deps, execute, erase, found, pass, closedItem, queue } = world;
    const { id } = await queue();
    let erased = false;
    await execute(
      countingEngine(5, async (page) => {
        if (page !== 3) return;
        expect((await erase()).done).toBe(true);
        expect(await found()).toEqual([]);
        erased = true;
        // Past the time at which it commits next.
        pass(5_000);
      }),
      id,
    );
    expect(erased).toBe(true);
    expect((await found()).filter((name) => !name.startsWith("runs/") && !name.startsWith("tmp/"))).toEqual(
      [],
    );

    expect(await closedItem()).toMatchObject({ dueAt: expect.any(String) });
    const item = await closedItem();
    pass(HOUR_MS + 60_000);
    if (item) await sweepClosedAccount(deps, recordOf<ClosedAccount>(item), item.dueAt as string);
    expect(await found()).toEqual([]);
    expect(await closedItem()).toBeUndefined();
    await expect(erase()).rejects.toMatchObject({ code: "not-found" });
  });

  it("reports a subscription that could not be cancelled with the payment provider", async () => {
    const { erase, store, account } = await createFullAccount();
    const subscription = {
      accountId: account.id,
      subscriptionId: "sub_1",
      customerId: "cus_1",
      plan: "pro",
      interval: "month",
      status: "active",
      since: 1,
      eventAt: 1,
      eventRank: 0,
      version: 1,
    } as const;
    await store.commit(store.payments.setSubscription(null, subscription));
    expect(await erase()).toMatchObject({
      done: true,
      subscription: "sub_1",
      note: expect.stringContaining("Cancel the subscription"),
    });
  });

  it("must exist", async () => {
    const { erase } = await createFullAccount();
    await expect(erase("acct-0000000000000000000")).rejects.toMatchObject({ code: "not-found" });
  });
});
