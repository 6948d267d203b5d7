import { beforeAll, describe, expect, it } from "@jest/globals";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { dueAttributes } from "../../src/store/due.ts";
import type { FlowRecord } from "../../src/store/flows/flows.ts";
import { createStore } from "../../src/store/index.ts";
import { accountPartition } from "../../src/store/partitions.ts";
import { createMemoryMetrics } from "../helpers/memoryMetrics.ts";
import { makeFlow, makeRun, openFreshTable, uniqueId } from "../helpers/testStore.ts";

/** Every test has a table of its own: a tick works on all that is due. */
const createWorld = async () => {
  const table = await openFreshTable();
  const store = createStore(table);
  let nowMs = Date.parse("2026-11-21T06:00:30.000Z");
  const sent: string[] = [];
  const stuck: object[] = [];
  const deps = {
    store,
    now: () => nowMs,
    newId: (kind: string) => uniqueId(`${kind}-`),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMemoryMetrics(),
    checkTarget: () => {},
    runQueue: {
      send: async ({ id }: { readonly id: string }) => {
        sent.push(id);
      },
      ping: async () => {},
    },
    eventQueue: { send: async () => {} },
    deliveryQueue: { send: async () => {} },
    destinationQueue: { send: async () => {} },
    exportQueue: { send: async () => {} },
    mailQueue: { send: async () => {} },
    stuck: {
      send: async (message: object) => {
        stuck.push(message);
      },
    },
  };
  const newAccount = async () =>
    (await createAccount(deps as never, { email: "a@example.com", plan: "scale" })).accountId;
  const runsOf = async ({ accountId, id }: FlowRecord) =>
    (await store.runs.list(accountId, { flowId: id }, { limit: 10 })).records;
  const dueFlow = (accountId: string, over: Partial<FlowRecord> = {}) =>
    makeFlow(accountId, {
      status: "active",
      schedule: { cron: "* * * * *", timezone: "UTC" },
      nextRunAt: "2026-11-21T06:00:00.000Z",
      ...over,
    });
  return {
    deps: deps as never as Parameters<typeof handOverDue>[0],
    store,
    table,
    sent,
    stuck,
    newAccount,
    runsOf,
    dueFlow,
    pass: (ms: number) => {
      nowMs += ms;
    },
    tick: () => handOverDue(deps as never, nowMs + 55_000),
    read: async ({ accountId, id }: FlowRecord) => {
      const flow = await store.flows.get(accountId, id);
      if (!flow) throw new Error(`no flow ${id}`);
      return flow;
    },
  };
};

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});

describe("schedules", () => {
  it("start a thousand flows due in the same minute in that minute's tick", async () => {
    const { store, tick: tickOnce, runsOf, dueFlow, read, sent, newAccount } = await createWorld();
    const accounts = await Promise.all(Array.from({ length: 20 }, newAccount));
    const flows = accounts.flatMap((accountId) =>
      Array.from({ length: 50 }, (_, i) =>
        dueFlow(accountId, { nextRunAt: `2026-11-21T06:00:${String(i % 30).padStart(2, "0")}.000Z` }),
      ),
    );
    for (let i = 0; i < flows.length; i += 25)
      await Promise.all(flows.slice(i, i + 25).map((flow) => store.commit(store.flows.insert(flow))));
    const startedAt = performance.now();
    await tickOnce();
    // How fast DynamoDB Local is, on a busy machine, tells nothing about the tick.
    if (process.env.TEST_TABLE_KIND) expect(performance.now() - startedAt).toBeLessThan(55_000);
    expect(sent).toHaveLength(1_000);
    for (const flow of [...flows.slice(0, 50), ...flows.slice(-50)]) {
      expect(await runsOf(flow)).toMatchObject([{ origin: "schedule", status: "queued" }]);
      expect((await read(flow)).nextRunAt).toBe("2026-11-21T06:01:00.000Z");
    }
  }, 180_000);

  it("are not started for an account by an item of another account, which is left to a person in the end", async () => {
    const {
      store,
      table,
      tick: tickOnce,
      runsOf,
      dueFlow,
      sent,
      stuck,
      newAccount,
      pass,
    } = await createWorld();
    const [theirs, mine] = await Promise.all([newAccount(), newAccount()]);
    const flow = dueFlow(theirs, { nextRunAt: null });
    await store.commit(store.flows.insert(flow));
    // What a worker of "mine" could write, if somebody broke out of its browser.
    const forged = { ...flow, nextRunAt: "2026-11-21T06:00:00.000Z" };
    const key = { pk: accountPartition("FLOWS", mine), sk: flow.id };
    const due = dueAttributes("flow", flow.id, Date.parse(forged.nextRunAt));
    await table.transact([{ kind: "put", item: { ...forged, ...due, ...key } }]);
    for (let tries = 0; tries < 10; tries += 1) {
      await tickOnce();
      pass(3_600_000);
    }
    expect(sent).toEqual([]);
    expect(await runsOf(flow)).toEqual([]);
    expect(stuck).toMatchObject([{ pk: key.pk, error: expect.stringContaining(theirs) }]);
  });

  it("start each flow once when two ticks run at the same time", async () => {
    const { store, tick: tickOnce, runsOf, dueFlow, sent, newAccount } = await createWorld();
    const accountId = await newAccount();
    const flows = Array.from({ length: 30 }, () => dueFlow(accountId));
    await Promise.all(flows.map((flow) => store.commit(store.flows.insert(flow))));
    await Promise.all([tickOnce(), tickOnce()]);
    expect(sent).toHaveLength(30);
    for (const flow of flows) expect(await runsOf(flow)).toHaveLength(1);
  });

  it("skip a run while the previous one is in progress, and tell the owner", async () => {
    const { store, tick: tickOnce, runsOf, dueFlow, read, newAccount, pass } = world;
    const accountId = await newAccount();
    const flow = dueFlow(accountId);
    const running = makeRun(accountId, { flowId: flow.id, status: "running", leaseUntil: null });
    await store.commit(store.flows.insert(flow), store.runs.insert(running, Date.parse("2027-01-01")));
    await tickOnce();
    expect(await runsOf(flow)).toHaveLength(1);
    expect((await read(flow)).nextRunAt).toBe("2026-11-21T06:01:00.000Z");
    const { records } = await store.journal.listActivity(accountId, { limit: 10 });
    expect(records).toMatchObject([
      { type: "run.skipped", flowId: flow.id, message: expect.stringContaining("still in progress") },
    ]);
    pass(1_000);
    await tickOnce();
    expect((await store.journal.listActivity(accountId, { limit: 10 })).total).toBe(1);
  });

  it("do not start a paused flow, even if the index still lists it as due", async () => {
    const { store, runsOf, dueFlow, newAccount, deps } = world;
    const flow = dueFlow(await newAccount());
    await store.commit(store.flows.insert(flow));
    const [stale] = (await store.listDue(deps.now(), 100)).filter(({ id }) => id === flow.id);
    if (!stale) throw new Error("the flow is not due");
    const paused: FlowRecord = { ...flow, status: "paused", nextRunAt: null, version: 2 };
    await store.commit(store.flows.change(flow, paused));
    expect((await store.listDue(deps.now(), 100)).filter(({ id }) => id === flow.id)).toEqual([]);
    const lagging = { ...store, listDue: async () => [stale] };
    await handOverDue({ ...deps, store: lagging }, deps.now() + 55_000);
    expect(await runsOf(flow)).toEqual([]);
  });

  it("catch up with one run after the clock was down for an hour", async () => {
    const { store, tick: tickOnce, runsOf, dueFlow, read, newAccount } = world;
    const flow = dueFlow(await newAccount(), { nextRunAt: "2026-11-21T05:00:00.000Z" });
    await store.commit(store.flows.insert(flow));
    await tickOnce();
    await tickOnce();
    expect(await runsOf(flow)).toHaveLength(1);
    expect((await read(flow)).nextRunAt).toBe("2026-11-21T06:01:00.000Z");
  });

  it("of a plan that has ended slow down to the current plan's minimum interval", async () => {
    const { store, tick: tickOnce, runsOf, dueFlow, read, deps } = await createWorld();
    const { accountId } = await createAccount(deps, { email: "a@example.com", plan: "free" });
    const byCron = dueFlow(accountId);
    const byInterval = dueFlow(accountId, { schedule: { every: "1m" } });
    await store.commit(store.flows.insert(byCron), store.flows.insert(byInterval));
    await tickOnce();
    for (const flow of [byCron, byInterval]) {
      expect(await runsOf(flow)).toHaveLength(1);
      expect((await read(flow)).nextRunAt).toBe("2026-11-21T06:05:00.000Z");
    }
  });

  it("that fail are retried at growing intervals, alert an operator after ten failures, and block no other", async () => {
    const { store, runsOf, dueFlow, newAccount, stuck, deps, pass } = await createWorld();
    const accountId = await newAccount();
    const [broken, sound] = [dueFlow(accountId), dueFlow(accountId)];
    await store.commit(store.flows.insert(broken), store.flows.insert(sound));
    const tries: number[] = [];
    const failing = {
      ...store,
      flows: {
        ...store.flows,
        get: async (account: string, id: string) => {
          if (id !== broken.id) return store.flows.get(account, id);
          tries.push(deps.now());
          throw new Error("this one cannot be read");
        },
      },
    };
    // Longer than ten tries take: 1, 2, 4 … 32 minutes, then every hour.
    for (let minute = 0; minute < 400 && stuck.length === 0; minute += 1) {
      await handOverDue({ ...deps, store: failing }, deps.now() + 55_000);
      pass(60_000);
    }
    const waits = tries.slice(1).map((at, i) => (at - (tries[i] ?? 0)) / 60_000);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(stuck).toEqual([expect.objectContaining({ type: "due", accountId, kind: "flow", failures: 10 })]);
    expect((await runsOf(sound)).length).toBeGreaterThan(0);

    // Once the cause is fixed, it succeeds at the next turn, and starts from the first delay if it fails again.
    pass(3_600_000);
    await handOverDue({ ...deps }, deps.now() + 55_000);
    expect(await runsOf(broken)).toHaveLength(1);
  });

  it("are found in the first four shards, where earlier releases stored them", async () => {
    const { store, deps, dueFlow, newAccount } = await createWorld();
    const flow = dueFlow(await newAccount());
    const [insert] = store.flows.insert(flow);
    if (insert?.kind !== "put") throw new Error("a flow is no longer put");
    await store.commit([{ ...insert, item: { ...insert.item, duePk: "DUE#3" } }]);
    expect((await store.listDue(deps.now(), 10)).map(({ id }) => id)).toContain(flow.id);
  });

  it("are not started in the last seconds of a tick", async () => {
    const { store, deps, dueFlow, newAccount, runsOf } = await createWorld();
    const flow = dueFlow(await newAccount());
    await store.commit(store.flows.insert(flow));
    await handOverDue(deps, deps.now() + 4_000);
    expect(await runsOf(flow)).toEqual([]);
    await handOverDue(deps, deps.now() + 55_000);
    expect(await runsOf(flow)).toHaveLength(1);
  });
});
