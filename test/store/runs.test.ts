import { describe, expect, it } from "@jest/globals";
import type { RunRecord } from "../../src/store/runs/runs.ts";
import { ConditionFailed } from "../../src/store/table.ts";
import { makeRun, openTestStore, uniqueAccount } from "../helpers/testStore.ts";

const store = openTestStore();
const LATER = Date.parse("2026-11-21T01:00:00.000Z");

const entry = (message: string) => ({
  timestamp: "2026-11-21T00:00:00.000Z",
  level: "info" as const,
  message,
});

const claimedFrom = (run: RunRecord) =>
  ({
    ...run,
    status: "running",
    fence: run.fence + 1,
    leaseUntil: new Date(LATER).toISOString(),
    hasWork: true,
  }) as const;

const claimedRun = async () => {
  const run = makeRun(uniqueAccount());
  await store.commit(store.runs.insert(run, LATER));
  const claimed = claimedFrom(run);
  await store.commit(store.runs.claim(run, claimed));
  return { run, claimed };
};

describe("the store of runs", () => {
  it("lets only one of many workers claim a run", async () => {
    const run = makeRun(uniqueAccount());
    await store.commit(store.runs.insert(run, LATER));
    const claimed = claimedFrom(run);
    const claims = await Promise.allSettled(
      Array.from({ length: 10 }, () => store.commit(store.runs.claim(run, claimed))),
    );
    expect(claims.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { total } = await store.runs.list(run.accountId, { status: "running" }, { limit: 1 });
    expect(total).toBe(1);
  });

  it("refuses every write of a worker with an old fence", async () => {
    const { claimed } = await claimedRun();
    const taken = { ...claimed, fence: 2 };
    await store.commit(store.runs.claim(claimed, taken));
    await expect(store.runs.renew(claimed, LATER, null)).rejects.toBeInstanceOf(ConditionFailed);
    const patch = { itemsExtracted: 5 };
    for (const writes of [
      store.runs.progress(claimed, patch, {}),
      store.runs.handOn(claimed, patch, {}, LATER),
      store.runs.finish(claimed, { ...patch, status: "completed" }, {}, LATER),
    ])
      await expect(store.commit(writes)).rejects.toBeInstanceOf(ConditionFailed);
    expect(await store.runs.get(claimed.accountId, claimed.id)).toMatchObject({
      itemsExtracted: 0,
      fence: 2,
    });
  });

  it("stores a worker's progress separately, and returns it with the run", async () => {
    const { claimed } = await claimedRun();
    const { accountId, id, flowId } = claimed;
    const leaseUntil = new Date(LATER + 5_000).toISOString();
    const opening = { url: "https://shop.example/slow", since: "2026-11-21T00:00:07.000Z" };
    await store.commit(store.runs.progress(claimed, { itemsExtracted: 7, checkpointKey: "one" }, {}));
    await store.runs.renew(claimed, LATER + 5_000, opening);
    const [item] = (await store.listDue(LATER + 1, 1000)).filter((due) => due.id === id);
    expect(item).toMatchObject({ dueAt: new Date(LATER).toISOString(), itemsExtracted: 0, leaseUntil: null });
    const shown = { itemsExtracted: 7, checkpointKey: "one", leaseUntil, opening, status: "running" };
    expect(await store.runs.get(accountId, id)).toMatchObject(shown);
    const { records } = await store.runs.list(accountId, { flowId }, { limit: 10 });
    expect(records).toEqual([expect.objectContaining(shown)]);
  });

  it("ends a run with its separately stored progress, whoever ends it", async () => {
    for (const end of ["finish", "cancel"] as const) {
      const { claimed } = await claimedRun();
      const { accountId, id } = claimed;
      await store.commit(store.runs.progress(claimed, { itemsExtracted: 7, checkpointKey: "one" }, {}));
      const before = (await store.runs.get(accountId, id)) ?? claimed;
      const status = end === "finish" ? "failed" : "cancelled";
      const additions = { logs: [{ ...entry("over") }] };
      await store.commit(store.runs[end](before, { status, leaseUntil: null }, additions, 2 * LATER));
      const patch = { itemsExtracted: 9 };
      await expect(store.commit(store.runs.progress(before, patch, {}))).rejects.toBeInstanceOf(
        ConditionFailed,
      );
      await expect(store.runs.renew(before, LATER, null)).rejects.toBeInstanceOf(ConditionFailed);
      expect(await store.runs.get(accountId, id)).toMatchObject({ status, itemsExtracted: 7 });
    }
  });

  it("does not cancel a run whose worker has committed since it was read", async () => {
    const { claimed } = await claimedRun();
    await store.commit(store.runs.progress(claimed, { itemsExtracted: 7, checkpointKey: "one" }, {}));
    const late = store.runs.cancel(claimed, { status: "cancelled" }, {}, LATER);
    await expect(store.commit(late)).rejects.toBeInstanceOf(ConditionFailed);
  });

  it("takes over a run from a worker of an earlier release, which can then write nothing more", async () => {
    const old = makeRun(uniqueAccount(), {
      status: "running",
      fence: 1,
      leaseUntil: "2026-11-21T00:00:20.000Z",
      checkpointKey: "old",
      itemsExtracted: 5,
    });
    await store.commit(store.runs.insert(old, LATER));
    const stale = { ...old, checkpointKey: "older" };
    await expect(store.commit(store.runs.claim(stale, claimedFrom(stale)))).rejects.toBeInstanceOf(
      ConditionFailed,
    );
    await store.commit(store.runs.claim(old, claimedFrom(old)));
    expect(await store.runs.get(old.accountId, old.id)).toMatchObject({
      itemsExtracted: 5,
      checkpointKey: "old",
      fence: 2,
    });
  });

  it("keeps the log, preview and parts of each commit in order", async () => {
    const { claimed } = await claimedRun();
    await store.commit(
      store.runs.progress(
        claimed,
        { itemsExtracted: 2, logCount: 1 },
        {
          part: { first: 0, items: 2, bytes: 16, objectKey: "a" },
          logs: [entry("one")],
          preview: [{ n: 1 }, { n: 2 }],
        },
      ),
    );
    const second = { ...claimed, itemsExtracted: 2, logCount: 1 };
    await store.commit(
      store.runs.finish(
        second,
        { status: "completed", itemsExtracted: 3, logCount: 2 },
        { part: { first: 2, items: 1, bytes: 8, objectKey: "b" }, logs: [entry("two")], preview: [{ n: 3 }] },
        LATER,
      ),
    );
    const { logs, preview } = await store.runs.getDetail(claimed.accountId, claimed.id);
    expect(logs.map(({ message }) => message)).toEqual(["one", "two"]);
    expect(preview).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await store.runs.findPart(claimed.accountId, claimed.id, 1)).toMatchObject({ objectKey: "a" });
    expect(await store.runs.findPart(claimed.accountId, claimed.id, 2)).toMatchObject({ objectKey: "b" });
    expect(
      (await store.runs.listParts(claimed.accountId, claimed.id, 0)).map(({ objectKey }) => objectKey),
    ).toEqual(["a", "b"]);
  });

  it("keeps the end of a log and a preview of any size, in order, where the run's work was", async () => {
    const { claimed } = await claimedRun();
    const { accountId, id } = claimed;
    const large = { text: "x".repeat(20_000) };
    const messages = Array.from({ length: 600 }, (_, n) => `${n} ${"y".repeat(400)}`);
    await store.commit(
      store.runs.finish(
        claimed,
        { status: "completed" },
        { logs: messages.map(entry), preview: Array.from({ length: 10 }, () => large) },
        LATER,
      ),
    );
    const { logs, preview } = await store.runs.getDetail(accountId, id);
    expect(logs.map(({ message }) => message)).toEqual(messages);
    expect(preview).toEqual(Array.from({ length: 10 }, () => large));
    await expect(store.runs.renew(claimed, LATER, null)).rejects.toBeInstanceOf(ConditionFailed);
    await expect(
      store.commit(store.runs.progress(claimed, { itemsExtracted: 9 }, {})),
    ).rejects.toBeInstanceOf(ConditionFailed);
  });

  it("makes an unfinished run become due, and a finished one never", async () => {
    const { claimed } = await claimedRun();
    const dueIds = async () => (await store.listDue(LATER + 1, 1000)).map(({ id }) => id);
    expect(await dueIds()).toContain(claimed.id);
    await store.commit(store.runs.finish(claimed, { status: "failed" }, {}, 2 * LATER));
    expect(await dueIds()).not.toContain(claimed.id);
  });
});

describe("the store of slots", () => {
  it("never gives out more than there are, and lets no run wait while one is free", async () => {
    const accountId = uniqueAccount();
    await store.commit(store.slots.open(accountId));
    await expect(store.commit(store.slots.wait(accountId, "run-1", 3))).rejects.toBeInstanceOf(
      ConditionFailed,
    );
    const taken = await Promise.allSettled(
      Array.from({ length: 12 }, () => store.commit(store.slots.take(accountId, 3))),
    );
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    await store.commit(store.slots.wait(accountId, "run-2", 3));
    await store.commit(store.slots.wait(accountId, "run-1", 3));
    expect(await store.slots.firstWaiting(accountId)).toBe("run-1");
  });
});

describe("the store of rate windows", () => {
  it("counts every one of many parallel requests", async () => {
    const accountId = uniqueAccount();
    const counts = await Promise.all(
      Array.from({ length: 30 }, () => store.rateWindows.hit(accountId, 1_795_000_000_500)),
    );
    expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(await store.rateWindows.hit(accountId, 1_795_000_001_000)).toBe(1);
  });
});
