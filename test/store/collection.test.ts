import { describe, expect, it } from "@jest/globals";
import type { FlowStatus } from "../../src/contract/flows/flowStatus.ts";
import { accountPartition } from "../../src/store/partitions.ts";
import { makeFlow, makeRun, openTestStore, openTestTable, uniqueAccount } from "../helpers/testStore.ts";

const store = openTestStore();
const all = { limit: 200 };

/** Lists flows until the index, which lags on AWS, and the count agree: at once on one machine. */
const listFlows = (accountId: string, filters: object) => store.flows.list(accountId, filters, all);

describe("a collection", () => {
  it("lists newest first with exact counts, for every combination of its filters", async () => {
    const accountId = uniqueAccount();
    const flows = (["extract", "monitor"] as const).flatMap((mode) =>
      (["active", "draft", "draft"] as const).map((status) => makeFlow(accountId, { mode, status })),
    );
    for (const flow of flows) await store.commit(store.flows.insert(flow));

    for (const mode of ["extract", "monitor", "interact", undefined] as const) {
      for (const status of ["active", "draft", "error", undefined] as const) {
        const expected = flows
          .filter((flow) => (!mode || flow.mode === mode) && (!status || flow.status === status))
          .map(({ id }) => id)
          .reverse();
        const { records, total, lastId } = await listFlows(accountId, { mode, status });
        expect({ mode, status, ids: records.map(({ id }) => id), total, lastId }).toEqual({
          mode,
          status,
          ids: expected,
          total: expected.length,
          lastId: undefined,
        });
      }
    }
  });

  it("moves a record between filters and counts when it changes, and removes it on deletion", async () => {
    const accountId = uniqueAccount();
    const flow = makeFlow(accountId);
    await store.commit(store.flows.insert(flow));
    const active = { ...flow, status: "active" as FlowStatus, version: 2 };
    await store.commit(store.flows.change(flow, active));
    expect(await listFlows(accountId, { status: "draft" })).toMatchObject({ records: [], total: 0 });
    expect(await listFlows(accountId, { status: "active" })).toMatchObject({ total: 1 });
    await store.commit(store.flows.remove(active, Date.now()));
    expect(await listFlows(accountId, {})).toMatchObject({ records: [], total: 0 });
    expect(await listFlows(accountId, { status: "active" })).toMatchObject({ records: [], total: 0 });
  });

  it("shows nothing of another account that names this one's list", async () => {
    const [accountId, other] = [uniqueAccount(), uniqueAccount()];
    const own = makeFlow(accountId, { mode: "extract", status: "draft" });
    await store.commit(store.flows.insert(own));
    const key = { pk: accountPartition("FLOWS", other), sk: "flow-9999999999999999999" };
    const [insert] = store.flows.insert({ ...own, id: key.sk, name: "Forged" });
    if (insert?.kind !== "put") throw new Error("a flow is not put");
    await openTestTable().transact([{ ...insert, item: { ...insert.item, ...key } }]);
    for (const filters of [{ mode: "extract" }, { status: "draft" }, { mode: "extract", status: "draft" }]) {
      const { records } = await store.flows.list(accountId, filters as object, { limit: 1 });
      expect(records.filter(({ name }) => name === "Forged")).toEqual([]);
      const { records: all } = await listFlows(accountId, filters);
      expect(all.map(({ id }) => id)).toEqual([own.id]);
    }
  });

  it("returns every record once and in order, page by page", async () => {
    const accountId = uniqueAccount();
    const runs = Array.from({ length: 23 }, () => makeRun(accountId));
    for (const run of runs) await store.commit(store.runs.insert(run, Date.now()));
    const seen: string[] = [];
    let afterId: string | undefined;
    do {
      const page = await store.runs.list(accountId, { flowId: "flow-1" }, { limit: 5, afterId });
      expect(page.total).toBe(23);
      seen.push(...page.records.map(({ id }) => id));
      afterId = page.lastId;
    } while (afterId !== undefined);
    expect(seen).toEqual(runs.map(({ id }) => id).reverse());
  });

  it("refuses an id that is in use, without counting it", async () => {
    const accountId = uniqueAccount();
    const flow = makeFlow(accountId);
    await store.commit(store.flows.insert(flow));
    await expect(store.commit(store.flows.insert(flow))).rejects.toMatchObject({ name: "ConditionFailed" });
    expect(await listFlows(accountId, {})).toMatchObject({ total: 1 });
  });

  it("shows no records of another account", async () => {
    const [ours, theirs] = [uniqueAccount(), uniqueAccount()];
    const flow = makeFlow(theirs);
    await store.commit(store.flows.insert(flow));
    expect(await store.flows.get(ours, flow.id)).toBeNull();
    expect(await listFlows(ours, {})).toEqual({ records: [], total: 0 });
  });
});
