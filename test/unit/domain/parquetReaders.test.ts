import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
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

/** `GLEANER_PYTHON` names a Python 3 with pyarrow (`pip install pyarrow`). */
const PYTHON = process.env.GLEANER_PYTHON ?? "python3";
const hasPyarrow = spawnSync(PYTHON, ["-c", "import pyarrow.parquet"]).status === 0;
const WHY = hasPyarrow ? "" : ` (skipped: ${PYTHON} has no pyarrow; pip install pyarrow)`;

/** The types and rows of all parts, read as one table: that fails where parts differ. */
const READ = `
import json, sys
import pyarrow, pyarrow.parquet
table = pyarrow.concat_tables([pyarrow.parquet.read_table(path) for path in sys.argv[1:]])
print(json.dumps({"types": {field.name: str(field.type) for field in table.schema}, "rows": table.to_pylist()}))
`;

const PARTS = [
  [
    { title: "Lamp", price: 9.5, inStock: true, tags: ["a", "b"] },
    { title: "مصباح 灯", price: null, inStock: false, tags: { x: 1 } },
  ],
  [{ title: "Desk", price: 20 }],
].map((items) => items.map((item) => JSON.stringify(item)));

describe("Parquet", () => {
  (hasPyarrow ? it : it.skip)(`is read by pyarrow, all parts as one table${WHY}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "gleaner-parquet-"));
    try {
      const types = await parquetTypesOf(PARTS.flat(), async () => {});
      const columns = ["title", "price", "inStock", "tags"];
      const paths = await Promise.all(
        PARTS.map(async (lines, at) => {
          const path = join(folder, `${at}.parquet`);
          writeFileSync(path, await toParquet(lines, { columns, currencies: { price: "EUR" }, types }));
          return path;
        }),
      );
      const { stdout, stderr } = spawnSync(PYTHON, ["-c", READ, ...paths], { encoding: "utf8" });
      expect(stderr).toBe("");
      const { types: read, rows } = JSON.parse(stdout) as { types: Record<string, string>; rows: object[] };
      expect(read).toMatchObject({
        title: "string",
        price: "double",
        inStock: "bool",
        priceCurrency: "string",
      });
      expect(rows).toMatchObject([
        { title: "Lamp", price: 9.5, priceCurrency: "EUR", inStock: true },
        { title: "مصباح 灯", price: null, priceCurrency: null, inStock: false },
        { title: "Desk", price: 20, priceCurrency: "EUR", inStock: null },
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
