import { expect, it } from "@jest/globals";
import type { Item, Table } from "../../src/store/table.ts";
import { openWholeTable } from "../helpers/testStore.ts";

/** Values of every kind, each of which DynamoDB sizes by a rule of its own. */
const SHAPES: Readonly<Record<string, { readonly values: object; readonly bytes: number }>> = {
  "texts in any alphabet": { values: { t: "äöü€😀", u: "" }, bytes: 1 + 13 + 1 },
  numbers: {
    values: { a: 1, b: 120_000, c: -123, d: 0.001234, e: 1_234_567.5, f: 0 },
    bytes: 6 + 2 + 2 + 4 + 3 + 5 + 2,
  },
  "null, true and false": { values: { a: null, b: true, c: false }, bytes: 6 },
  lists: { values: { l: ["abc", 1, null, ["x"]] }, bytes: 1 + 3 + 4 + 3 + 2 + (1 + 3 + 2) },
  maps: { values: { m: { a: "abc", b: {} } }, bytes: 1 + 3 + (1 + 1 + 3) + (1 + 1 + 3) },
};

const BLOCK = 1_024;
const KEY = { pk: "sized", sk: "item" };
const KEY_BYTES = "pksizedskitempad".length;

const consumed = async (table: Table, told: { write: number }[], item: Item): Promise<number | undefined> => {
  await table.transact([{ kind: "put", item }]);
  const units = told.at(-1)?.write;
  await table.transact([{ kind: "remove", key: KEY }]);
  return units;
};

it.each(Object.keys(SHAPES))("counts an item's size to the byte: %s", async (name) => {
  const told: { read: number; write: number }[] = [];
  const { table } = await openWholeTable({ onConsumed: (units) => told.push(units) });
  const { values, bytes } = SHAPES[name] ?? { values: {}, bytes: 0 };
  const padded = (pad: number): Item => ({ ...KEY, ...values, pad: "x".repeat(pad) });
  const fits = BLOCK - KEY_BYTES - bytes;
  expect(await consumed(table, told, padded(fits))).toBe(2);
  expect(await consumed(table, told, padded(fits + 1))).toBe(4);
});
