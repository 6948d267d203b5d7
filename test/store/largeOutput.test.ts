import { describe, expect, it } from "@jest/globals";
import { createCursors } from "../../src/domain/cursors.ts";
import type { Caller } from "../../src/domain/ports.ts";
import type { Engine } from "../../src/domain/runs/engine.ts";
import { exportRunItems, readAllItems, readRunItems } from "../../src/domain/runs/items.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const KB = 1_000;
const MB = 1_000_000;
/** What the gateway passes is 6 MB: a page of items is well below. */
const MAX_PAGE_BYTES = 5 * MB;

/** Numbered items, each of so many bytes of JSON. */
const itemOf = (n: number, bytes: number): { n: number; text: string } => {
  const item = { n, text: "" };
  return { n, text: "x".repeat(bytes - JSON.stringify(item).length) };
};

/** Collects items of a size, so many from each page. */
const bulkyEngine = (itemBytes: number, perPage: number, pages: number): Engine => {
  const engine = countingEngine(pages);
  return {
    ...engine,
    next: async (...args) => {
      const batch = await engine.next(...args);
      if ("failure" in batch) return batch;
      const first = ((batch.state as number) - 1) * perPage;
      return { ...batch, items: Array.from({ length: perPage }, (_, i) => itemOf(first + i, itemBytes)) };
    },
  };
};

const SIZES: [string, itemBytes: number, perPage: number, pages: number][] = [
  ["one item of 399 KB", 399 * KB, 1, 1],
  ["one item of 401 KB", 401 * KB, 1, 1],
  ["one item of 5 MB", 5 * MB - 10 * KB, 1, 1],
  ["many items of 399 KB in all", 3_990, 100, 1],
  ["many items of 401 KB in all", 4_010, 100, 1],
  ["50 MB", 100 * KB, 20, 25],
];

describe("data 19: the output of a run", () => {
  it.each(SIZES)(
    "of %s can be read whole, page by page and as a file",
    async (_size, bytes, perPage, pages) => {
      const { queue, execute, read, deps, objects } = await createPipeline("scale");
      const { id, accountId } = await queue();
      await execute(bulkyEngine(bytes, perPage, pages), id);
      const run = await read(id);
      const count = perPage * pages;
      expect(run).toMatchObject({ status: "completed", itemsExtracted: count });
      const isWhole = (items: readonly unknown[]): boolean =>
        items.length === count &&
        items.every((item, n) => {
          const { n: number, text } = item as { n: number; text: string };
          return number === n && text === itemOf(n, bytes).text;
        });
      expect(isWhole(await readAllItems(deps, run))).toBe(true);

      const cursors = createCursors(() => Promise.resolve(Buffer.alloc(32)), deps.now);
      const caller = { accountId } as unknown as Caller;
      const listed: unknown[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await readRunItems({ ...deps, cursors }, caller, id, {
          format: "json",
          limit: 200,
          cursor,
        });
        if (!("items" in page)) throw new Error("a page was asked for");
        if (page.items.length > 1) expect(JSON.stringify(page.items).length).toBeLessThan(MAX_PAGE_BYTES);
        listed.push(...page.items);
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      expect(isWhole(listed)).toBe(true);

      await exportRunItems(deps, caller, id, "ndjson");
      const file = objects.kept.get(`tmp/exports/${accountId}/${id}/${count}.ndjson`);
      const lines = String(file).trimEnd().split("\n");
      expect(isWhole(lines.map((line) => JSON.parse(line) as unknown))).toBe(true);
    },
  );
});
