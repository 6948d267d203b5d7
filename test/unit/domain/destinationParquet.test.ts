import { describe, expect, it } from "@jest/globals";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { openParquet, parquetTypesOf } from "../../../src/domain/destinations/parquet.ts";

/** In two row groups. */
const toParquet = async (
  lines: readonly string[],
  table: Parameters<typeof openParquet>[0],
): Promise<Buffer> => {
  const file = openParquet(table);
  const half = Math.ceil(lines.length / 2);
  for (const some of [lines.slice(0, half), lines.slice(half)]) if (some.length > 0) await file.add(some);
  return file.end();
};

const linesOf = (items: readonly object[]) => items.map((item) => JSON.stringify(item));

const COLUMNS = ["title", "price", "inStock", "tags", "size", "never"];
const FIRST = linesOf([
  { title: "Lamp", price: 9.5, inStock: true, tags: ["a", "b"], size: 3 },
  { title: "مصباح 灯", price: null, inStock: false, tags: { x: 1 } },
]);
const SECOND = linesOf([{ title: "Desk\ud800", price: 20, size: "large" }]);

const renew = async (): Promise<void> => {};

const readBack = async (bytes: Buffer) => {
  const file = new Uint8Array(bytes).buffer;
  const schema = parquetMetadata(file).schema.slice(1);
  return {
    rows: await parquetReadObjects({ file }),
    types: schema.map(({ name, type, converted_type }) => [name, converted_type ?? type]),
  };
};

const write = async (parts: readonly (readonly string[])[], columns: readonly string[], currencies = {}) => {
  const types = await parquetTypesOf(parts.flat(), renew);
  return Promise.all(
    parts.map(async (lines) => readBack(await toParquet(lines, { columns, currencies, types }))),
  );
};

describe("Parquet", () => {
  it("has the types of a run's values, the same in all of its parts", async () => {
    const [first, second] = await write([FIRST, SECOND], COLUMNS);
    expect(first?.types).toEqual([
      ["title", "UTF8"],
      ["price", "DOUBLE"],
      ["inStock", "BOOLEAN"],
      ["tags", "JSON"],
      ["size", "UTF8"],
      ["never", "UTF8"],
    ]);
    expect(second?.types).toEqual(first?.types);
    expect(first?.rows).toEqual([
      { title: "Lamp", price: 9.5, inStock: true, tags: ["a", "b"], size: "3", never: null },
      { title: "مصباح 灯", price: null, inStock: false, tags: { x: 1 }, size: null, never: null },
    ]);
    expect(second?.rows).toEqual([
      { title: "Desk\uFFFD", price: 20, inStock: null, tags: null, size: "large", never: null },
    ]);
  });

  it("names the currencies of prices in columns of their own", async () => {
    const lines = linesOf([{ price: 9.5 }, { price: null }]);
    const [file] = await write([lines], ["price"], { price: "EUR" });
    expect(file?.rows).toEqual([
      { price: 9.5, priceCurrency: "EUR" },
      { price: null, priceCurrency: null },
    ]);
  });

  it("takes only a row's own fields for its values", async () => {
    const lines = ['{"__proto__":"a","toString":"b"}', '{"title":"c"}'];
    const [file] = await write([lines], ["__proto__", "toString", "title"]);
    const { types = [] } = file ?? {};
    expect(types.map(([name]) => name)).toEqual(["__proto__", "toString", "title"]);
    expect(file?.rows.map(({ title }) => title)).toEqual([null, "c"]);
    expect(Object.hasOwn(file?.rows[1] ?? {}, "toString") && file?.rows[1]?.toString).toBeNull();
  });

  it("stops reading types when another worker has taken the delivery over", async () => {
    const taken = async () => {
      throw new Error("taken over");
    };
    await expect(parquetTypesOf(FIRST, taken)).rejects.toThrow("taken over");
  });

  it("holds 100,000 rows, and text of 1 MB", async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => ({
      row,
      text: row === 0 ? "x".repeat(1e6) : "y",
    }));
    const [file] = await write([linesOf(rows)], ["row", "text"]);
    expect(file?.rows).toHaveLength(100_000);
    expect([file?.rows[0], file?.rows[99_999]]).toEqual([rows[0], rows[99_999]]);
  });
});
