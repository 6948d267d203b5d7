import { describe, expect, it } from "@jest/globals";
import { onlyKey } from "../../src/adapters/keyring.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { exportRunItems, readRunItems } from "../../src/domain/items/items.ts";
import { readAllItems } from "../../src/domain/items/output.ts";
import { createCursors } from "../../src/domain/lists/cursors.ts";
import { queueRun } from "../../src/domain/runs/begin/createRun.ts";
import { cancelRun } from "../../src/domain/runs/cancelRun.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { makeFlow } from "../helpers/testStore.ts";

const KB = 1_000;
const MB = 1_000_000;
/** What the gateway passes is 6 MB: a page of items is well below. */
const MAX_PAGE_BYTES = 5 * MB;

/** Numbered items, each with this many bytes of JSON. */
const itemOf = (n: number, bytes: number): { n: number; text: string } => {
  const item = { n, text: "" };
  return { n, text: "x".repeat(bytes - JSON.stringify(item).length) };
};

/** Collects items of a size, this many from each page. */
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

describe("a selection of items", () => {
  it("may name a field that no item has yet, until the run has ended", async () => {
    const { queue, execute, read, deps, caller } = await createPipeline("scale");
    const { id } = await queue();
    const sorted = async () =>
      (await exportRunItems(deps, caller, id, "ndjson", undefined, { sort: "-price" })).itemCount;
    const engine = bulkyEngine(40, 1_000, 2);
    let before = 0;
    const next: Engine["next"] = async (...args) => {
      if ((await read(id)).itemsExtracted > 0) before = await sorted();
      return engine.next(...args);
    };
    await execute({ ...engine, next }, id);
    expect(before).toBe(1_000);
    await expect(sorted()).rejects.toMatchObject({ code: "invalid-request" });
  });
});

describe("a selection of the items of a run that has ended", () => {
  it("may name a field that the flow's schema or steps ask for, though no item has it", async () => {
    const { execute, deps, store, account, caller } = await createPipeline("scale");
    const flow = makeFlow(account.id, {
      outputSchema: { discount: "number" },
      steps: [{ type: "extract", fields: ["price: .price"] }],
    });
    await store.commit(store.flows.insert(flow));
    const { id } = await queueRun(deps, account, flow, { origin: "api" });
    await execute(countingEngine(1), id);
    for (const sort of ["discount", "price"])
      expect(
        await exportRunItems(deps, caller, id, "ndjson", undefined, { sort }).then(() => "taken", String),
      ).toBe("taken");
    await expect(
      exportRunItems(deps, caller, id, "ndjson", undefined, { sort: "prise" }),
    ).rejects.toMatchObject({ code: "invalid-request" });
  });
});

describe("the output of a run", () => {
  it.each(SIZES)(
    "of %s can be read completely, page by page and as a file",
    async (_size, bytes, perPage, pages) => {
      const { queue, execute, read, deps, objects, caller } = await createPipeline("scale");
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

      const cursors = createCursors(async () => onlyKey(Buffer.alloc(32)), deps.now);
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

describe("a large log or preview", () => {
  it("keeps ten items of CJK text, and shortens a long log", async () => {
    const { queue, execute, read, store, account } = await createPipeline();
    const { id } = await queue();
    const text = "漢".repeat(19_000);
    const entry = {
      timestamp: "2026-11-21T00:00:00.000Z",
      level: "info" as const,
      message: "長".repeat(2_000),
    };
    const engine = countingEngine(1);
    await execute(
      {
        ...engine,
        next: async () => ({
          items: Array.from({ length: 10 }, () => ({ text })),
          logs: Array.from({ length: 400 }, () => entry),
          pages: 1,
          state: 1,
          done: true,
        }),
      },
      id,
    );
    expect(await read(id)).toMatchObject({ status: "completed", itemsExtracted: 10 });
    const { logs, preview } = await store.runs.getDetail(account.id, id);
    expect(preview).toHaveLength(10);
    expect(Buffer.byteLength(JSON.stringify(logs))).toBeLessThan(2_500_000);
    expect(logs.at(-1)?.message).toMatch(/more entries were left out/);
  });

  it("says at the end of a log how much was left out", async () => {
    const { queue, execute, read, deps, store, account, caller } = await createPipeline();
    const { id } = await queue();
    const entry = { timestamp: "2026-11-21T00:00:00.000Z", level: "debug" as const, message: "m" };
    const engine = countingEngine(3);
    const talking: typeof engine = {
      ...engine,
      next: async (...args) => {
        const batch = await engine.next(...args);
        // Handed over, so that the log is committed.
        return { ...batch, logs: Array.from({ length: 5_100 }, () => entry), resumeAfterMs: 1 };
      },
    };
    await execute(talking, id);
    expect(await read(id)).toMatchObject({ status: "running", logsDropped: 102 });
    await cancelRun(deps, caller, id);
    const { logs } = await store.runs.getDetail(account.id, id);
    // The run's own entries (its start and its engine among them), what was left out of them, and that it was cancelled.
    expect(logs).toHaveLength(5_002);
    expect(logs.at(-2)).toMatchObject({
      level: "warn",
      message: "102 more entries were left out of this log.",
    });
    expect(logs.at(-1)).toMatchObject({
      level: "warn",
      message: expect.stringContaining("The run was cancelled"),
    });
  });
});
