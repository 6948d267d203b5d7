/** Exports of runs: what they are, and how many there may be. */
import { describe, expect, it } from "@jest/globals";
import { createExport, listExports } from "../../src/domain/exports/exports.ts";
import { listActivity, listAudit } from "../../src/domain/journal/journal.ts";
import { deleteRun } from "../../src/domain/runs/end/deleteRun.ts";
import { countingEngine } from "../helpers/pipeline.ts";
import { IN_ORDER, openSplitRun } from "../helpers/splitRun.ts";
import {
  ALL,
  createWorld,
  DAY_MS,
  type Format,
  forPipeline,
  ITEMS,
  made,
  numbersIn,
  PARTS,
  useExports,
  type Wish,
} from "./exports/world.ts";

useExports();

describe("an export of a run", () => {
  it("is written in parts and a manifest that names them, with links to both", async () => {
    const { add, run, events, messages } = made;
    const { work, read, parts, written } = await add();
    expect(messages).toEqual([0]);
    expect(await read()).toMatchObject({
      status: "pending",
      itemCount: 0,
      totalItems: ITEMS,
      expiresAt: null,
    });
    events.length = 0;
    await work();
    const shown = await read();
    expect(shown).toMatchObject({ status: "completed", itemCount: ITEMS, partCount: PARTS, error: null });
    expect(shown.manifestUrl).toMatch(/^https:.*\/manifest\.json$/);
    expect(Date.parse(shown.expiresAt ?? "") - Date.parse(shown.finishedAt ?? "")).toBe(7 * DAY_MS);
    const { manifest, texts } = await written();
    expect(manifest).toMatchObject({
      version: 1,
      runId: run.id,
      format: "ndjson",
      itemCount: ITEMS,
      fields: ["n"],
    });
    expect(numbersIn(texts)).toEqual(ALL);
    const { all, total } = await parts();
    expect(total).toBe(PARTS);
    expect(all.map(({ url: _, ...part }) => part)).toEqual(manifest.parts);
    expect(all[0]?.url).toMatch(/part-00001\.ndjson$/);
    expect(shown.bytes).toBe(all.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(events).toHaveLength(1);
  });

  it("is in the audit log, in the activity feed and in the list of the run's exports", async () => {
    const { add, deps, caller, run } = made;
    const { work, id } = await add({ format: "csv" });
    await work();
    const audit = await listAudit(deps, caller, { limit: 5, action: "export.created" });
    expect(audit.items).toMatchObject([{ resource: id, metadata: { runId: run.id, format: "csv" } }]);
    const { items } = await listActivity(deps, caller, { limit: 1 });
    expect(items).toMatchObject([
      { type: "export.completed", message: `The export of run ${run.id} is ready: 10 items in 5 files.` },
    ]);
    expect(await listExports(deps, caller, run.id, { limit: 5 })).toMatchObject({
      total: 1,
      items: [{ id, status: "completed" }],
    });
  });

  it("has in CSV one header per part, and every part the same columns", async () => {
    const { work, written } = await made.add({ format: "csv" });
    await work();
    const { texts } = await written();
    expect(texts.map(String)).toEqual(
      Array.from({ length: PARTS }, (_, part) => `n\r\n${2 * part + 1}\r\n${2 * part + 2}\r\n`),
    );
  });

  it.each<Format>(["ndjson", "csv", "parquet"])(
    "in %s is the same whether one worker writes it or each part has a worker of its own",
    async (format) => {
      const { add, messages } = made;
      const whole = await add({ format });
      await whole.work();
      const handed = await add({ format });
      messages.length = 0;
      let workers = 0;
      while ((await handed.record())?.status === "pending") {
        // Nothing is left after the first commit.
        await handed.work(0);
        workers += 1;
      }
      expect(workers).toBeGreaterThan(PARTS);
      // Each has told the next at once.
      expect(messages).toEqual(Array.from({ length: workers - 1 }, () => 0));
      const [one, many] = await Promise.all([whole.written(), handed.written()]);
      expect(many.manifest.parts).toEqual(one.manifest.parts);
      expect(many.texts).toEqual(one.texts);
    },
  );

  it("of a split run has all items in order, also when it is handed on between shards", async () => {
    const split = await openSplitRun();
    await split.work(4);
    const { exportOf } = forPipeline(split);
    const { work, record, written } = await exportOf(split.id, { partMegabytes: 700 / 1e6 });
    let workers = 0;
    for (; (await record())?.status === "pending"; workers += 1) await work(0);
    expect(workers).toBeGreaterThan(5);
    const { manifest, texts } = await written();
    expect(manifest.itemCount).toBe(IN_ORDER.length);
    const seen = texts.flatMap((text) => String(text).trimEnd().split("\n"));
    expect(seen.map((line) => JSON.parse(line).at)).toEqual(IN_ORDER);
  });

  it("of a run without items is a manifest without parts", async () => {
    const { add, queue, execute } = made;
    const empty = await queue();
    const engine = countingEngine(1);
    await execute(
      {
        ...engine,
        next: async (...args) => ({ ...(await engine.next(...args)), items: [] }) as never,
      },
      empty.id,
    );
    const { work, written, read } = await add({}, empty.id);
    await work();
    expect(await read()).toMatchObject({ status: "completed", partCount: 0, bytes: 0 });
    expect((await written()).manifest).toMatchObject({ itemCount: 0, parts: [] });
  });
});

describe("the limit of unfinished exports", () => {
  it("is the plan's, and an export that ends makes room", async () => {
    const { add } = await createWorld("free");
    const first = await add();
    await expect(add()).rejects.toMatchObject({
      code: "limit-reached",
      message: "There are 1 unfinished exports, which is the limit: wait until one has ended.",
    });
    await first.work();
    await (await add()).work();
    await add();
  });

  it("refuses a run that has not ended", async () => {
    const { queue, add } = made;
    const { id } = await queue();
    await expect(add({}, id)).rejects.toMatchObject({ code: "conflict" });
  });

  it("refuses a run that does not exist, or is deleted meanwhile", async () => {
    const { add, deps, caller, run, store } = made;
    await expect(add({}, "run-1")).rejects.toMatchObject({ code: "not-found" });
    const open = store.tallies.open;
    const wish: Wish = { format: "csv", partMegabytes: 1 };
    const tallies = {
      ...store.tallies,
      open: async (...args: Parameters<typeof open>) => {
        await deleteRun(deps, caller, run.id);
        await open(...args);
      },
    };
    await expect(
      createExport({ ...deps, store: { ...store, tallies } }, caller, run.id, wish),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});
