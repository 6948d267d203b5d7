import { describe, expect, it } from "@jest/globals";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import type { DestinationFormat } from "../../../src/contract/deliveries/destinations.ts";
import type { ParquetTypes } from "../../../src/domain/destinations/parquet.ts";
import { inFiles, inParts } from "../../../src/domain/destinations/parts.ts";

const MEGABYTE = 1_000_000;
/** Half a megabyte each: several batches are encoded for one file. */
const LINES = Array.from({ length: 40 }, (_, n) => JSON.stringify({ n, text: "x".repeat(MEGABYTE / 2) }));
const TYPES: ParquetTypes = { n: "DOUBLE", text: "STRING" };

const filesOf = (format: DestinationFormat, maxBytes: number, lines = LINES) =>
  Array.fromAsync(
    inFiles(lines, { format, maxBytes, table: { columns: ["n", "text"], currencies: {}, types: TYPES } }),
  );

const NUMBERS = LINES.map((_, n) => n);

describe("the files of a run's parts", () => {
  it("have the lines that fit, each once and in order, and say which was the last", async () => {
    const files = await filesOf("ndjson", 9 * MEGABYTE);
    const parts = await Array.fromAsync(inParts(LINES, 9 * MEGABYTE));
    expect(files.map(({ body }) => String(body))).toEqual(parts.map(({ lines }) => `${lines.join("\n")}\n`));
    expect(files.map(({ number, items, last }) => [number, items, last])).toEqual(
      parts.map(({ number, lines }) => [number, lines.length, lines.at(-1)]),
    );
    expect(Math.max(...files.map(({ body }) => body.length))).toBeLessThanOrEqual(9 * MEGABYTE);
  });

  it("have in CSV one header each, however many batches they are encoded in", async () => {
    const files = await filesOf("csv", 12 * MEGABYTE);
    expect(files.length).toBeGreaterThan(1);
    const tables = files.map(({ body }) => String(body).trimEnd().split("\r\n"));
    expect(tables.map(([header]) => header)).toEqual(files.map(() => "n,text"));
    expect(tables.flatMap(([, ...rows]) => rows.map((row) => Number.parseInt(row, 10)))).toEqual(NUMBERS);
  });

  it("are in Parquet one table of several row groups", async () => {
    const [whole, ...others] = await filesOf("parquet", 32 * MEGABYTE);
    expect(others).toEqual([]);
    const file = new Uint8Array(whole?.body ?? Buffer.alloc(0)).buffer;
    expect(parquetMetadata(file).row_groups.length).toBeGreaterThan(3);
    expect((await parquetReadObjects({ file })).map(({ n }) => n)).toEqual(NUMBERS);
  });

  it("are none if there are no lines, and a line that is larger than a part has a file of its own", async () => {
    expect(await filesOf("ndjson", MEGABYTE, [])).toEqual([]);
    expect((await filesOf("ndjson", MEGABYTE / 4)).map(({ items }) => items)).toEqual(LINES.map(() => 1));
  });
});
