/** The fields of a flow stay in the order of their schema, which a table does not keep. */
import { expect, it } from "@jest/globals";
import { basisOf, isBasisOf } from "../../src/domain/monitor/basis.ts";
import { createStore } from "../../src/store/index.ts";
import { makeFlow, openTestTable } from "../helpers/testStore.ts";

const SCHEMA = {
  name: "string",
  price: "price",
  url: "url",
  zone: { city: "string", area: "string" },
  description: "string",
  offers: [{ seller: "string", amount: "price", code: "string" }],
  brand: { type: "string", description: "who makes it" },
} as const;

it("fields of a flow and its versions are returned in the order of the schema", async () => {
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

it("a monitor keeps its baseline if only the order of its fields changes", () => {
  const flow = makeFlow("user-order", { outputSchema: { name: "string", price: "price" } }) as never;
  const moved = makeFlow("user-order", { outputSchema: { price: "price", name: "string" } }) as never;
  const other = makeFlow("user-order", { outputSchema: { price: "price", title: "string" } }) as never;
  expect(isBasisOf(basisOf(flow), moved)).toBe(true);
  expect(isBasisOf(basisOf(flow), other)).toBe(false);
});
