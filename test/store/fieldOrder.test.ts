/** The fields of a flow stay in the order of their schema, which a table does not keep. */
import { createHash } from "node:crypto";
import { expect, it } from "@jest/globals";
import { baselineOf } from "../../src/domain/monitor/baseline.ts";
import { basisOf, isBasisOf } from "../../src/domain/monitor/basis.ts";
import { createStore } from "../../src/store/index.ts";
import type { RecordSetEntry } from "../../src/store/records.ts";
import { makeFlow, makeRun, openTestTable } from "../helpers/testStore.ts";

const SCHEMA = {
  name: "string",
  price: "price",
  url: "url",
  zone: { city: "string", area: "string" },
  description: "string",
  offers: [{ seller: "string", amount: "price", code: "string" }],
  brand: { type: "string", description: "who makes it" },
} as const;

it("the fields of a flow and of its versions are in the order of the schema", async () => {
  const store = createStore(await openTestTable());
  const flow = makeFlow("user-order", { outputSchema: SCHEMA as never });
  await store.commit(store.flows.insert(flow));
  const read = await store.flows.get(flow.accountId, flow.id);
  expect(JSON.stringify(read?.outputSchema)).toBe(JSON.stringify(SCHEMA));
  expect(read).not.toHaveProperty("fieldOrder");

  const moved = { brand: SCHEMA.brand, name: "string", offers: SCHEMA.offers } as const;
  const after = { ...flow, version: flow.version + 1, outputSchema: moved as never };
  await store.commit(store.flows.change(flow, after));
  const changed = await store.flows.get(flow.accountId, flow.id);
  expect(JSON.stringify(changed?.outputSchema)).toBe(JSON.stringify(moved));
  const versions = [flow.version, after.version].map((version) =>
    store.flows.getVersion(flow.accountId, flow.id, version),
  );
  expect((await Promise.all(versions)).map((version) => JSON.stringify(version?.outputSchema))).toEqual([
    JSON.stringify(SCHEMA),
    JSON.stringify(moved),
  ]);
});

it("a monitor whose fields only change places keeps its baseline", () => {
  const flow = makeFlow("user-order", { outputSchema: { name: "string", price: "price" } }) as never;
  const moved = makeFlow("user-order", { outputSchema: { price: "price", name: "string" } }) as never;
  const other = makeFlow("user-order", { outputSchema: { price: "price", title: "string" } }) as never;
  expect(isBasisOf(basisOf(flow), moved)).toBe(true);
  expect(isBasisOf(basisOf(flow), other)).toBe(false);
});

it.each([
  ["the run that took it", 1],
  ["the version before, if that run is no longer stored", null],
])("a monitor of release 0.1 keeps its baseline, known by %s", async (_by, flowVersion) => {
  const store = createStore(await openTestTable());
  const flow = makeFlow(`user-basis-${flowVersion}`, { outputSchema: { url: "url", name: "string" } });
  const { accountId, id: flowId, limits, url, robots, steps, monitor, outputSchema } = flow;
  await store.commit(store.flows.insert(flow));
  const moved = { ...flow, version: 2, outputSchema: { name: "string", url: "url" } } as const;
  await store.commit(store.flows.change(flow, moved));
  const told = [url, robots, steps, outputSchema, monitor.key ?? null, limits.maxPages, limits.maxItems];
  const basis = createHash("sha256").update(JSON.stringify(told)).digest("base64url");
  const earlier = makeRun(accountId, { flowId, flowVersion: 1 });
  if (flowVersion !== null) await store.commit(store.runs.insert(earlier, Date.now()));
  const entry = { accountId, flowId, runId: earlier.id, basis } as RecordSetEntry;
  const run = makeRun(accountId, { flowId, flowVersion: 2 });
  const read = async (now: typeof flow) => baselineOf({ store }, run, { ...now, flowId } as never, entry);
  expect(await read(moved as never)).toBe(entry);
  expect(await read({ ...moved, outputSchema: { title: "string", url: "url" } } as never)).toBe(null);
});
