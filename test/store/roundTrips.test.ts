import { describe, expect, it } from "@jest/globals";
import { onlyKey } from "../../src/adapters/keyring.ts";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { listAlerts } from "../../src/domain/alerts/alerts.ts";
import { createFileLinks } from "../../src/domain/files/links.ts";
import { getFlow, listFlows } from "../../src/domain/flows/flows.ts";
import { listActivity, listAudit } from "../../src/domain/journal/journal.ts";
import { listKeys } from "../../src/domain/keys/apiKeys.ts";
import { findKey } from "../../src/domain/keys/authenticate.ts";
import { createCursors } from "../../src/domain/lists/cursors.ts";
import type { Caller, Deps } from "../../src/domain/ports.ts";
import { getRun, listRuns } from "../../src/domain/runs/read/readRuns.ts";
import { getAnalytics } from "../../src/domain/usage/analytics.ts";
import { createStore } from "../../src/store/index.ts";
import type { Table } from "../../src/store/table.ts";
import { createMemoryMetrics } from "../helpers/memoryMetrics.ts";
import { makeFlow, makeRun, openTestTable, uniqueId } from "../helpers/testStore.ts";

/** Counts trips in a row: calls that are in progress together are one. */
const countTrips = (table: Table) => {
  let [trips, underWay] = [0, 0];
  const counted =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (underWay === 0) trips += 1;
      underWay += 1;
      try {
        return await call(...args);
      } finally {
        underWay -= 1;
      }
    };
  const watched: Table = {
    get: counted(table.get),
    query: counted(table.query),
    update: counted(table.update),
    transact: counted(table.transact),
  };
  return { watched, trips: () => trips };
};

const table = openTestTable();
const cursors = createCursors(async () => onlyKey(Buffer.alloc(32)), Date.now);
const depsOn = (on: Table): Deps & { cursors: typeof cursors } => ({
  store: createStore(on),
  now: Date.now,
  newId: (kind) => uniqueId(`${kind}-`),
  log: { info: () => {}, warn: () => {}, error: () => {} },
  metrics: createMemoryMetrics(),
  checkTarget: () => {},
  cursors,
});

const setUp = async () => {
  const deps = depsOn(table);
  const { accountId, apiKey } = await createAccount(deps, { email: "a@example.com", plan: "free" });
  const flow = makeFlow(accountId);
  const run = makeRun(accountId, { flowId: flow.id });
  await deps.store.commit(deps.store.flows.insert(flow), deps.store.runs.insert(run, Date.now()));
  const account = deps.store.accounts.get(accountId).then((found) => {
    if (!found) throw new Error("no account");
    return found;
  });
  const caller: Caller = {
    accountId,
    userId: "user-1",
    keyId: "key-1",
    scopes: [],
    request: { id: "r", address: "127.0.0.1" },
    account,
  };
  return { apiKey, caller, flow, run };
};

type Read = (
  deps: ReturnType<typeof depsOn>,
  caller: Caller,
  ids: { flow: string; run: string },
) => Promise<unknown>;

const PAGE = { limit: 50 };
const READS: Readonly<Record<string, Read>> = {
  getFlow: (deps, caller, { flow }) => getFlow(deps, caller, flow),
  listFlows: (deps, caller) => listFlows(deps, caller, PAGE),
  "listFlows with filters": (deps, caller) =>
    listFlows(deps, caller, { ...PAGE, status: "draft", mode: "extract" }),
  getRun: (deps, caller, { run }) =>
    getRun(
      { ...deps, fileLinks: createFileLinks(async () => onlyKey(Buffer.alloc(32)), Date.now) },
      caller,
      run,
      "https://api.example",
    ),
  listRuns: (deps, caller) => listRuns(deps, caller, PAGE),
  "listRuns with filters": (deps, caller, { flow }) =>
    listRuns(deps, caller, { ...PAGE, flowId: flow, status: "queued" }),
  listKeys: (deps, caller) => listKeys(deps, caller, PAGE),
  listAlerts: (deps, caller) => listAlerts(deps, caller, PAGE),
  listAudit: (deps, caller) => listAudit(deps, caller, PAGE),
  listActivity: (deps, caller) => listActivity(deps, caller, PAGE),
  getAnalytics: (deps, caller) => getAnalytics(deps, caller, "90d"),
};

describe("sequential table calls", () => {
  it("of authentication are one, so that authentication and a read take two", async () => {
    const { apiKey } = await setUp();
    const { watched, trips } = countTrips(table);
    await findKey(depsOn(watched), apiKey);
    expect(trips()).toBe(1);
  });

  it.each(Object.keys(READS))("of %s are one, in addition to account and rate limit", async (name) => {
    const { caller, flow, run } = await setUp();
    const { watched, trips } = countTrips(table);
    await READS[name]?.(depsOn(watched), caller, { flow: flow.id, run: run.id });
    expect(trips()).toBe(1);
  });
});
