import { describe, expect, it } from "@jest/globals";
import type { Item } from "../../src/contract/runs/runs.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { getRecordHistory, listFlowChanges, listFlowRecords } from "../../src/domain/monitor/readMonitor.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import type { Store } from "../../src/store/index.ts";
import type { Write } from "../../src/store/table.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";

/** An engine that collects these items in one go. */
const collecting = (items: readonly Item[], lacksRecords = false): Engine => ({
  ...countingEngine(1),
  next: async () => ({ items, logs: [], pages: 1, state: 1, done: true, lacksRecords }),
});

/** A monitor whose runs collect what the test says. */
const createMonitor = async () => {
  const pipeline = await createPipeline("scale");
  const { store, account, deps } = pipeline;
  const flow = makeFlow(account.id, { mode: "monitor" });
  await store.commit(store.flows.insert(flow));
  const cursors = {
    issue: async (_scope: object, place: string) => place,
    read: async (_scope: object, place: string) => place,
  };
  const readDeps = { ...deps, cursors } as never;
  const caller = { accountId: account.id } as never;
  return {
    ...pipeline,
    flow,
    queueMonitor: () => queueRun(deps, account, flow, { origin: "api" }),
    collect: async (items: readonly Item[], lacksRecords = false, version = flow) => {
      const { id } = await queueRun(deps, account, version, { origin: "api" });
      await pipeline.execute(collecting(items, lacksRecords), id);
      return pipeline.read(id);
    },
    changes: () => listFlowChanges(readDeps, caller, flow.id, { limit: 50 }, ""),
    records: (start = 0, limit = 50) =>
      listFlowRecords(
        readDeps,
        caller,
        flow.id,
        { limit, ...(start > 0 && { cursor: `9999-12-31T23:59:59.999Z|${start}` }) },
        "",
      ),
    history: (key: string) => getRecordHistory(readDeps, caller, flow.id, key, { limit: 50 }, ""),
    alerts: async () => (await store.alerts.list(account.id, {}, { limit: 50 })).records,
  };
};

const products = (count: number, price: (n: number) => number): Item[] =>
  Array.from({ length: count }, (_, n) => ({ id: `p${n}`, title: `Product ${n}`, price: price(n) }));

describe("the records of a monitor", () => {
  it("are compared and read page by page when there are 50,000", async () => {
    const { collect, changes, records, history, objects } = await createMonitor();
    await collect(products(50_000, () => 5));
    expect(await collect(products(50_000, (n) => (n === 31_999 ? 6 : 5)))).toMatchObject({
      status: "completed",
    });
    expect(await changes()).toMatchObject({ total: 1, items: [{ changed: 1, added: 0, removed: 0 }] });
    const read: string[] = [];
    const { getBytes } = objects;
    objects.getBytes = (key) => {
      read.push(key);
      return getBytes(key);
    };
    const { items, total } = await records(31_990, 20);
    expect(total).toBe(50_000);
    expect(items.map(({ record }) => record.id)).toEqual(
      products(32_010, () => 0)
        .slice(31_990)
        .map(({ id }) => id),
    );
    expect(items[9]?.record.price).toBe(6);
    expect(read).toHaveLength(2);
    expect((await history("p31999")).items).toMatchObject([
      { fields: { price: { previous: 5, current: 6 } } },
    ]);
  }, 120_000);

  it("list the first of many changes, and keep the history of all", async () => {
    const { collect, changes, history, alerts } = await createMonitor();
    await collect(products(300, () => 5));
    await collect(products(300, () => 6));
    const { items } = await changes();
    expect(items[0]).toMatchObject({ changed: 300, recordsOmitted: 250 });
    expect(items[0]?.records).toHaveLength(50);
    expect((await history("p299")).total).toBe(1);
    expect(await alerts()).toHaveLength(1);
  });

  it("show the beginning of a change in a text that is too long to show", async () => {
    const { collect, changes, history } = await createMonitor();
    const text = (word: string) =>
      Array.from({ length: 30_000 }, (_, n) => (n % 7 === 0 ? `${word} ${n}` : `line ${n}`)).join("\n");
    const record = (word: string) => ({ id: "a", text: text(word), tags: text(word).split("\n") });
    await collect([record("old")]);
    expect(await collect([record("new")])).toMatchObject({ status: "completed" });
    const { items } = await changes();
    expect(items).toMatchObject([{ changed: 1, recordsOmitted: 0, records: [{ key: expect.any(String) }] }]);
    const [shown] = items[0]?.records ?? [];
    expect(JSON.stringify(shown).length).toBeLessThan(40_000);
    expect(shown?.fields.text?.diff?.hunks[0]?.lines[0]?.parts).toContainEqual({
      type: "added",
      text: "new",
    });
    expect((await history(shown?.key ?? "")).items).toMatchObject([{ fields: { text: { diff: {} } } }]);
  }, 60_000);

  /** Has another run collect `items` when a run that was compared is about to be stored. */
  const endAnotherRun = (store: Store, other: () => Promise<unknown>): void => {
    const { current } = store.records;
    let calls = 0;
    Object.assign(store.records, {
      current: async (...args: Parameters<typeof current>) => {
        calls += 1;
        // The first reads of the page, the comparison, and the check before the run is stored.
        if (calls === 3) await other();
        return current(...args);
      },
    });
  };

  it("are compared again if another run ends before the run is stored", async () => {
    const { collect, store, account, changes, records } = await createMonitor();
    await collect(products(3, () => 5));
    endAnotherRun(store, () => collect(products(3, () => 7)));
    const run = await collect(products(3, () => 6));
    expect(run).toMatchObject({ status: "completed" });
    const { items } = await changes();
    expect(items.map(({ records: [first] }) => first?.fields.price)).toMatchObject([
      { previous: 7, current: 6 },
      { previous: 5, current: 7 },
    ]);
    expect((await records()).items[0]?.record.price).toBe(6);
    const { logs } = await store.runs.getDetail(account.id, run?.id ?? "");
    expect(logs.slice(-3).map(({ message }) => message)).toEqual([
      expect.stringContaining("Another run of this flow ended"),
      expect.stringContaining("7 → 6"),
      expect.stringContaining("3 changes found"),
    ]);
  });

  it("fail a run that finds nothing, even if the first run that found something ended just before it", async () => {
    const { collect, store, records } = await createMonitor();
    endAnotherRun(store, () => collect(products(3, () => 7)));
    expect(await collect([])).toMatchObject({ status: "failed", error: { code: "selector-broken" } });
    expect((await records()).total).toBe(3);
  });

  it("fail a run that has more of them than a worker can compare", async () => {
    const { collect, records } = await createMonitor();
    const note = "x".repeat(1_000_000);
    const large = Array.from({ length: 101 }, (_, id) => ({ id: `p${id}`, note }));
    expect(await collect(large)).toMatchObject({ status: "failed", error: { code: "timeout" } });
    expect((await records()).total).toBe(0);
  }, 60_000);

  it("are unchanged after an incomplete collection", async () => {
    const { collect, changes, records } = await createMonitor();
    await collect(products(5, () => 5));
    await collect(
      products(3, () => 5),
      true,
    );
    expect((await changes()).total).toBe(0);
    expect((await records()).total).toBe(5);
    await collect(products(3, () => 5));
    expect((await changes()).items).toMatchObject([{ removed: 2 }]);
  });

  it("missing from an incomplete first collection are not reported as added when they appear; later ones are", async () => {
    const { collect, changes, records } = await createMonitor();
    await collect(
      products(3, () => 5),
      true,
    );
    await collect(products(5, () => 5));
    expect((await changes()).total).toBe(0);
    expect((await records()).total).toBe(5);
    await collect(products(6, () => 5));
    expect((await changes()).items).toMatchObject([{ added: 1 }]);
  });

  it("are marked complete after a complete collection, even if nothing changed", async () => {
    const { collect, changes } = await createMonitor();
    await collect(
      products(3, () => 5),
      true,
    );
    await collect(products(3, () => 5));
    await collect(products(4, () => 5));
    expect((await changes()).items).toMatchObject([{ added: 1 }]);
  });

  it("have no history of changes that were not recorded", async () => {
    const { collect, queueMonitor, execute, deps, history } = await createMonitor();
    await collect(products(3, () => 5));
    await collect(products(3, () => 6));
    const { id } = await queueMonitor();
    const { commit } = deps.store;
    deps.store.commit = async (...writes: readonly (readonly Write[])[]) => {
      if (writes.flat().some((write) => write.kind === "put" && String(write.item.pk).startsWith("CHANGES#")))
        throw new Error("killed");
      return commit(...writes);
    };
    await expect(execute(collecting(products(3, () => 7)), id)).rejects.toThrow("killed");
    expect(await history("p1")).toMatchObject({ total: 1, items: [{ fields: { price: { current: 6 } } }] });
  });

  it("start over when the plan lets the run reach further", async () => {
    const { collect, changes, store, account } = await createMonitor();
    const upgrade = (plan: "free" | "scale") => store.commit(store.accounts.setPlan(account.id, plan));
    await upgrade("free");
    await collect(products(3, () => 5));
    await upgrade("scale");
    await collect(products(5, () => 5));
    expect((await changes()).total).toBe(0);
    await collect(products(6, () => 5));
    expect((await changes()).items).toMatchObject([{ added: 1 }]);
  });

  it("start over when the flow stops obeying robots.txt", async () => {
    const { collect, changes, store, flow } = await createMonitor();
    await collect(products(3, () => 5));
    const bold: typeof flow = { ...flow, robots: "ignore", version: flow.version + 1 };
    await store.commit(store.flows.change(flow, bold));
    await collect(
      products(5, () => 5),
      false,
      bold,
    );
    expect((await changes()).total).toBe(0);
  });

  it("are not stored again if nothing changed", async () => {
    const { collect, objects } = await createMonitor();
    await collect(products(5, () => 5));
    await collect(products(5, () => 5));
    expect([...objects.kept.keys()].filter((key) => key.startsWith("records/"))).toHaveLength(1);
  });

  it("raise one alert for a change, wherever the worker crashed", async () => {
    const { collect, queueMonitor, execute, deps, pass, changes, alerts, history, read } =
      await createMonitor();
    await collect(products(3, () => 5));
    const { id } = await queueMonitor();
    const { commit } = deps.store;
    let commits = 0;
    // The first worker crashes before its last commit, the second one after it.
    const dies =
      (after: boolean) =>
      async (...writes: readonly (readonly Write[])[]) => {
        const isEnd = writes
          .flat()
          .some((write) => write.kind === "put" && String(write.item.pk).startsWith("CHANGES#"));
        if (isEnd && after) await commit(...writes);
        if (isEnd) {
          commits += 1;
          throw new Error("killed");
        }
        return commit(...writes);
      };
    for (const after of [false, true]) {
      deps.store.commit = dies(after);
      await expect(execute(collecting(products(3, () => 6)), id)).rejects.toThrow("killed");
      deps.store.commit = commit;
      pass(60_000);
    }
    await execute(collecting(products(3, () => 6)), id);
    expect(commits).toBe(2);
    expect(await read(id)).toMatchObject({ status: "completed" });
    expect(await changes()).toMatchObject({ total: 1, items: [{ changed: 3 }] });
    expect(await alerts()).toHaveLength(1);
    expect(await history("p1")).toMatchObject({ total: 1, items: [{ type: "changed" }] });
  });
});
