import { expect, it } from "@jest/globals";
import { DAY_MS } from "../../src/contract/units.ts";
import { auditRun, listAudit } from "../../src/domain/journal/journal.ts";
import type { Caller } from "../../src/domain/ports.ts";
import { createStore } from "../../src/store/index.ts";
import { openWholeTable, uniqueId } from "../helpers/testStore.ts";

const START_MS = Date.UTC(2026, 10, 27, 9);

const createLog = async (settings: Parameters<typeof createStore>[1] = {}) => {
  const { table, all } = await openWholeTable();
  const store = createStore(table, settings);
  const accountId = uniqueId("acct-");
  const clock = { nowMs: START_MS };
  const deps = {
    store,
    now: () => clock.nowMs,
    newId: (kind: string) => uniqueId(`${kind}-`),
    cursors: { write: async () => "next", read: async () => undefined },
  } as unknown as Parameters<typeof listAudit>[0];
  const callerWith = (by: { keyId: string } | { sessionId: string }) =>
    ({
      accountId,
      userId: "user-1",
      scopes: [],
      request: { id: "r", address: "192.0.2.1" },
      ...by,
    }) as unknown as Caller;
  const byKey = callerWith({ keyId: "key-1" });
  const start = (caller: Caller, resource: string) =>
    store.commit(auditRun(deps, caller, { action: "run.created", resource }));
  const list = async (query: { action?: string; limit?: number } = {}) => {
    const { items, total } = await listAudit(deps, byKey, { limit: 100, ...query });
    return { resources: items.map(({ resource }) => resource), total, items };
  };
  return { store, accountId, clock, byKey, byPerson: callerWith({ sessionId: "sess-1" }), start, list, all };
};

it("audit entries about runs started by a key are kept as long as the setting says, and counted", async () => {
  const { clock, byKey, byPerson, start, list, all } = await createLog({ runAuditDays: 10 });
  await start(byKey, "run-1");
  await start(byPerson, "run-2");
  clock.nowMs += DAY_MS;
  await start(byKey, "run-3");
  expect(await list()).toMatchObject({ resources: ["run-3", "run-2", "run-1"], total: 3 });
  const [entry] = (await list()).items;
  expect(entry).not.toHaveProperty("expiresAt");
  expect(entry).not.toHaveProperty("ttl");

  // Kept to the end of the tenth day, however late the table deletes it.
  clock.nowMs = Date.UTC(2026, 11, 7, 23, 59);
  expect(await list()).toMatchObject({ resources: ["run-3", "run-2", "run-1"], total: 3 });
  clock.nowMs = Date.UTC(2026, 11, 8);
  expect(await list()).toMatchObject({ resources: ["run-3", "run-2"], total: 2 });
  expect(await list({ action: "run.created" })).toMatchObject({ resources: ["run-3", "run-2"], total: 2 });
  clock.nowMs = Date.UTC(2026, 11, 9);
  expect(await list()).toMatchObject({ resources: ["run-2"], total: 1 });

  const ttls = (await all())
    .filter(({ pk }) => pk.startsWith("AUDIT#"))
    .map(({ resource, ttl }) => [resource, ttl]);
  expect(Object.fromEntries(ttls)).toEqual({
    "run-1": Date.UTC(2026, 11, 8) / 1_000,
    "run-2": undefined,
    "run-3": Date.UTC(2026, 11, 9) / 1_000,
  });
});

it("entries of earlier releases are kept and counted, whatever the setting", async () => {
  const { store, accountId, clock, byKey, start, list } = await createLog({ runAuditDays: 1 });
  const timestamp = new Date(START_MS).toISOString();
  const earlier = { id: uniqueId("audit-"), accountId, userId: "user-1", timestamp, metadata: {} };
  await store.commit(store.journal.audit({ ...earlier, action: "run.created", resource: "run-0" }));
  await start(byKey, "run-1");
  clock.nowMs += 1_000 * DAY_MS;
  expect(await list()).toMatchObject({ resources: ["run-0"], total: 1 });
});
