import { describe, expect, it } from "@jest/globals";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { allOutcomes } from "../../src/domain/runs/read/pages.ts";
import { addressOf, engineOver, IN_ORDER, isGone, LIST, ORIGINS, openSplitRun } from "../helpers/splitRun.ts";

describe("a run over twenty origins", () => {
  it("is sharded, and returns every item once, by origin and then in list order", async () => {
    const { work, read, id, readItems, store, account, deps } = await openSplitRun();
    await work(8);
    const run = await read(id);
    expect(run).toMatchObject({
      status: "completed",
      shards: 20,
      itemsExtracted: IN_ORDER.length,
      pagesFetched: LIST.length,
      outcomes: { completed: 180, failed: 20, skipped: 0 },
    });
    expect(await readItems()).toEqual(IN_ORDER);
    expect(await store.slots.countUsed(account.id)).toBe(0);
    const failed = [];
    for await (const { url } of allOutcomes(deps, "pages", run, "failed")) failed.push(url);
    expect(failed).toEqual(LIST.filter(isGone));
  });

  it("can be read while it runs, without gaps or duplicates", async () => {
    const { work, readPage, sent, execute, executeShard, id } = await openSplitRun();
    await execute(engineOver(), id);
    expect(sent.splice(0).at(-1)).toMatchObject({ shard: 0 });
    await executeShard(engineOver(), id, 0);
    const early = await readPage(undefined, 5);
    expect(early.items.map(({ at }) => at)).toEqual(IN_ORDER.slice(0, 5));
    await work(4);
    const rest = await readPage(early.nextCursor, 1_000);
    expect(rest.items.map(({ at }) => at)).toEqual(IN_ORDER.slice(5));
    expect(rest.nextCursor).toBeUndefined();
  });

  it("reports each page once, even to a cursor that has passed an unfinished shard", async () => {
    // More than a worker reads between two commits.
    const list = Array.from({ length: 30 * ORIGINS }, (_, n) =>
      addressOf(n % ORIGINS, Math.floor(n / ORIGINS)),
    );
    const { work, read, readOutcomes, sent, execute, executeShard, pass, tick, id } = await openSplitRun(
      "free",
      {},
      list,
    );
    await execute(engineOver(), id);
    sent.length = 0;
    const dying = engineOver((call) => {
      if (call === 1) pass(20_000);
      if (call === 2) throw new Error("the machine is gone");
    });
    await expect(executeShard(dying, id, 0)).rejects.toThrow("the machine is gone");
    const { outcomes } = await read(id);
    const known = (outcomes?.completed ?? 0) + (outcomes?.failed ?? 0);
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(list.length / 2);
    await executeShard(engineOver(), id, 1);
    const early = await readOutcomes(undefined, known + 3);
    expect(early.urls).toHaveLength(known + 3);
    const failed = await readOutcomes(undefined, 1, "failed");
    pass(61_000);
    await tick();
    await work(2);
    const restOf = async (cursor: string | undefined, status?: "failed"): Promise<string[]> => {
      if (cursor === undefined) return [];
      const page = await readOutcomes(cursor, 33, status);
      return [...page.urls, ...(await restOf(page.nextCursor, status))];
    };
    const rest = await restOf(early.nextCursor);
    expect(rest).toEqual(expect.not.arrayContaining(early.urls));
    expect([...early.urls, ...rest].toSorted()).toEqual(list.toSorted());
    const failures = [...failed.urls, ...(await restOf(failed.nextCursor, "failed"))];
    expect(failures.toSorted()).toEqual(list.filter(isGone).toSorted());
    expect((await readOutcomes(undefined, 1_000)).urls).toHaveLength(list.length);
  });

  it("loses and duplicates nothing when workers crash at any call and messages are delivered twice", async () => {
    const { work, read, id, sent, pass, tick, readItems, store, account } = await openSplitRun();
    let calls = 0;
    const dying = () =>
      engineOver(() => {
        calls += 1;
        if (calls % 5 === 0) throw new Error("the machine is gone");
      });
    for (let rounds = 0; (await read(id)).finishedAt === null && rounds < 40; rounds += 1) {
      sent.push(...sent.map((message) => ({ ...message })));
      await work(6, dying).catch(() => {});
      pass(61_000);
      await tick();
    }
    expect(await read(id)).toMatchObject({ status: "completed", itemsExtracted: IN_ORDER.length });
    expect(await readItems()).toEqual(IN_ORDER);
    expect(await store.slots.countUsed(account.id)).toBe(0);
  });

  it("uses no more than the account's slots, and lets a waiting run go first", async () => {
    const { work, read, id, store, account, sent, execute, executeShard, queue } = await openSplitRun("free");
    await execute(engineOver(), id);
    sent.length = 0;
    const other = await queue();
    expect(other.hasSlot).toBe(true);
    const waiting = await queue();
    expect(waiting.hasSlot).toBe(false);
    sent.length = 0;
    // Both slots are taken: the next shard is not opened beside this one, but after it.
    let used = 0;
    await executeShard(
      engineOver(async () => {
        used = Math.max(used, await store.slots.countUsed(account.id));
      }),
      id,
      0,
    );
    expect(used).toBe(2);
    expect(sent).toEqual([expect.objectContaining({ runId: id, shard: 1 })]);
    await work(1);
    expect(await read(id)).toMatchObject({ status: "completed", shards: 2, itemsExtracted: IN_ORDER.length });
    // Its slot went to the run that waited.
    expect((await read(waiting.id)).hasSlot).toBe(true);
  });

  it("ends at once when cancelled, and keeps what its shards committed", async () => {
    const { work, read, id, readItems, deps, caller, store, account } = await openSplitRun();
    let calls = 0;
    await work(4, () =>
      engineOver(async () => {
        calls += 1;
        if (calls === 6) await cancelRun(deps, caller, id);
      }),
    );
    const run = await read(id);
    expect(run.status).toBe("cancelled");
    const items = await readItems();
    expect(items).toHaveLength(run.itemsExtracted);
    expect(items).toEqual(IN_ORDER.filter((at) => items.includes(at)));
    expect(items.length).toBeLessThan(IN_ORDER.length);
    expect(await store.slots.countUsed(account.id)).toBe(0);
  });

  it.each([
    ["items", { maxItems: 50 }, { itemsExtracted: 50 }],
    ["pages", { maxPages: 73 }, { pagesFetched: 73 }],
  ])("stops at its limit of %s, counted over all shards", async (_, limits, expected) => {
    const { work, read, id, readItems } = await openSplitRun("scale", limits);
    await work(8);
    const run = await read(id);
    expect(run).toMatchObject({ status: "completed", ...expected });
    const items = await readItems();
    expect(items).toHaveLength(run.itemsExtracted);
    expect(new Set(items).size).toBe(items.length);
  });

  it("fails when its shards together have spent its budget", async () => {
    // Each look at the meter costs a GB-second: $0.0000133.
    const { work, read, id, readItems } = await openSplitRun("scale", { maxCostUsd: 0.000_1 });
    await work(3);
    const run = await read(id);
    expect(run).toMatchObject({ status: "failed", error: { code: "budget-stopped" } });
    expect(await readItems()).toHaveLength(run.itemsExtracted);
    expect(run.itemsExtracted).toBeLessThan(IN_ORDER.length);
  });
});

describe("a run over few origins", () => {
  it("is executed as a single shard", async () => {
    const pipeline = await openSplitRun(
      "scale",
      {},
      LIST.filter((url) => Number(/-(\d+)\./.exec(url)?.[1]) < 7),
    );
    await pipeline.work(8);
    expect(await pipeline.read(pipeline.id)).toMatchObject({ status: "completed", itemsExtracted: 63 });
    expect((await pipeline.read(pipeline.id)).shards).toBeUndefined();
  });
});

describe("a sharded run in which no page can be read", () => {
  it("fails with the error of the first page", async () => {
    const gone = LIST.map((url) => `${url}/7`);
    const { work, read, id } = await openSplitRun("scale", {}, gone);
    await work(8);
    const { status, error } = await read(id);
    expect(status).toBe("failed");
    expect(error).toMatchObject({ code: "target-failed", url: gone[0], httpStatus: 404 });
    expect(error?.message).toBe(`Every address failed: 200 of 200. The first was ${gone[0]}: Gone.`);
  });
});
