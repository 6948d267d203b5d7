import { describe, expect, it } from "@jest/globals";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { updateFlow } from "../../src/domain/flows/flows.ts";
import type { Caller, Deps, WithLists, WithRunQueue } from "../../src/domain/ports.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { createStore } from "../../src/store/index.ts";
import { ConditionFailed, type Table } from "../../src/store/table.ts";
import { createMemoryMetrics } from "../helpers/memoryMetrics.ts";
import { createMemoryObjects, listsIn } from "../helpers/memoryObjects.ts";
import { makeFlow, openTestTable, uniqueId } from "../helpers/testStore.ts";

const CHANGES = 100;
/** The table in memory takes them all at once; DynamoDB Local is spared a storm of conflicts. */
const AT_ONCE = process.env.TEST_TABLE_KIND === "memory" ? CHANGES : 10;
/** Every third write times out before it took effect, and every fifth after. */
const [BEFORE, AFTER] = [3, 5];

/** A table on which writes time out: their callers cannot know whether they took effect. */
const timingOut = (table: Table) => {
  let writes = 0;
  const attempt = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    const number = writes;
    if (number % BEFORE === 0) throw new Error("timed out before");
    const done = await write();
    if (number % AFTER === 0) throw new Error("timed out after");
    return done;
  };
  return {
    ...table,
    update: (update) => attempt(() => table.update(update)),
    transact: (list) => attempt(() => table.transact(list)),
  } satisfies Table;
};

const setUp = async () => {
  const calm = createStore(openTestTable());
  const deps: Deps & WithRunQueue & WithLists = {
    store: calm,
    now: Date.now,
    newId: (kind) => uniqueId(`${kind}-`),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMemoryMetrics(),
    checkTarget: () => {},
    runQueue: { send: async () => {}, ping: async () => {} },
    lists: listsIn(createMemoryObjects()),
  };
  const { accountId, userId } = await createAccount(deps, { email: "a@example.com", plan: "scale" });
  const account = await calm.accounts.get(accountId);
  if (!account) throw new Error("no account");
  const caller: Caller = {
    accountId,
    userId,
    keyId: "key-1",
    scopes: [],
    request: { id: "request-1", address: "127.0.0.1" },
    account: Promise.resolve(account),
  };
  const flow = makeFlow(accountId);
  await calm.commit(calm.flows.insert(flow));
  const shaky = { ...deps, store: createStore(timingOut(openTestTable())) };
  return { deps, shaky, caller, account, flow };
};

/** Does all of it, this many at once. */
const inParallel = async (count: number, work: (n: number) => Promise<void>): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const worker = async (): Promise<void> => {
    for (const n of numbers) await work(n);
  };
  await Promise.all(Array.from({ length: Math.min(count, AT_ONCE) }, worker));
};

/** As clients do with a PUT: again, until it is heard that it went well. */
const untilHeard = async (change: () => Promise<unknown>): Promise<void> => {
  for (;;) {
    try {
      await change();
      return;
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (code !== "unavailable" && !message.startsWith("timed out")) throw error;
    }
  }
};

describe("concurrent changes", () => {
  it("by a hundred merge patches with timeouts all take effect on a flow, and its version counts them", async () => {
    const { deps, shaky, caller, flow } = await setUp();
    await inParallel(CHANGES, (n) =>
      untilHeard(() =>
        updateFlow(shaky, caller, flow.id, { outputSchema: { [`field_${n}`]: "string" } }, null),
      ),
    );
    const after = await deps.store.flows.get(caller.accountId, flow.id);
    const names = Array.from({ length: CHANGES }, (_, n) => `field_${n}`);
    expect(Object.keys(after?.outputSchema ?? {}).sort()).toEqual(names.sort());
    // Whatever took effect is counted and noted, each once: a patch that was repeated, as often as it was done.
    const { total } = await deps.store.journal.listAudit(caller.accountId, { limit: 1 });
    expect(after?.version).toBe(1 + total);
    expect(total).toBeGreaterThanOrEqual(CHANGES);
  });

  it("with the same If-Match version: one of a hundred succeeds, the others get 412", async () => {
    const { deps, caller, flow } = await setUp();
    const outcomes: string[] = [];
    await inParallel(CHANGES, async (n) => {
      const outcome = await updateFlow(deps, caller, flow.id, { name: `Name ${n}` }, 1).then(
        () => "changed",
        (error: { code: string }) => error.code,
      );
      outcomes.push(outcome);
    });
    expect(outcomes.filter((outcome) => outcome === "changed")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "version-mismatch")).toHaveLength(CHANGES - 1);
    expect((await deps.store.flows.get(caller.accountId, flow.id))?.version).toBe(2);
  });

  it("count runs exactly while a third of the writes times out: usage and totals equal a recount", async () => {
    const { deps, shaky, caller, account, flow } = await setUp();
    await inParallel(CHANGES, async () => {
      await queueRun(shaky, account, flow, { origin: "api" }).catch((error: Error) => {
        if (!error.message.startsWith("timed out") && !(error instanceof ConditionFailed)) throw error;
      });
    });
    const { store } = deps;
    const listed = await store.runs.list(caller.accountId, {}, { limit: 200 });
    expect(listed.records.length).toBeGreaterThan(CHANGES / 3);
    expect(listed.total).toBe(listed.records.length);
    const queued = await store.runs.list(
      caller.accountId,
      { flowId: flow.id, status: "queued" },
      { limit: 200 },
    );
    expect(queued.total).toBe(listed.records.length);
    const month = new Date(deps.now()).toISOString().slice(0, 7);
    expect(await store.usage.get(caller.accountId, month)).toMatchObject({ runs: listed.records.length });
  });
});
