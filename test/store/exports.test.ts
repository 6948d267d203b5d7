/** Exports of runs: written in parts by workers that stop, die, meet and come too late. */

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { onlyKey } from "../../src/adapters/keyring.ts";
import type { ExportPart } from "../../src/contract/exports.ts";
import { PLANS } from "../../src/contract/plans.ts";
import { deleteAccount } from "../../src/domain/accounts/eraseAccount.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import {
  cancelExport,
  createExport,
  getExport,
  listExportParts,
  listExports,
} from "../../src/domain/exports/exports.ts";
import { writeExport } from "../../src/domain/exports/write.ts";
import { listActivity, listAudit } from "../../src/domain/journal/journal.ts";
import { createCursors } from "../../src/domain/lists/cursors.ts";
import { deleteRun } from "../../src/domain/runs/deleteRun.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";
import { IN_ORDER, openSplitRun } from "../helpers/splitRun.ts";

const PAGES = 5;
const ITEMS = 2 * PAGES;
/** Room for two items of a part. */
const TWO_ITEMS = 20 / 1e6;
const PARTS = ITEMS / 2;
const DAY_MS = 86_400_000;
const NEVER = Number.POSITIVE_INFINITY;

type Format = "ndjson" | "csv" | "parquet";
type Wish = Parameters<typeof createExport>[3];
interface Manifest {
  readonly itemCount: number;
  readonly parts: readonly Omit<ExportPart, "url">[];
}

/** Exports on the parts of a pipeline: with puts that can fail, and with the messages that were sent. */
const forPipeline = ({
  deps: shared,
  objects,
  caller,
  store,
}: Pick<Awaited<ReturnType<typeof createPipeline>>, "deps" | "objects" | "caller" | "store">) => {
  const messages: number[] = [];
  const world = {
    beforePut: async (_key: string): Promise<void> => {},
    afterPut: async (_key: string): Promise<void> => {},
  };
  const deps = {
    ...shared,
    objects: {
      ...objects,
      put: async (...args: Parameters<typeof objects.put>) => {
        await world.beforePut(args[0]);
        await objects.put(...args);
        await world.afterPut(args[0]);
      },
    },
    cursors: createCursors(async () => onlyKey(Buffer.alloc(32)), shared.now),
    exportQueue: { send: async (_message: object, delayMs = 0) => void messages.push(delayMs) },
  };
  const { accountId } = caller;
  const exportOf = async (runId: string, wish: Partial<Wish> = {}) => {
    const whole: Wish = { format: "ndjson", partMegabytes: TWO_ITEMS, ...wish };
    const { id } = await createExport(deps, caller, runId, whole);
    const ids = { id: runId, exportId: id };
    const folder = `runs/${accountId}/${runId}/exports/${id}/`;
    const keys = () => [...objects.kept.keys()].filter((key) => key.startsWith(folder));
    return {
      id,
      keys,
      work: (remainingMs = NEVER) =>
        writeExport(deps, { type: "export", accountId, exportId: id }, deps.now() + remainingMs),
      read: () => getExport(deps, caller, ids),
      record: () => store.exports.get(accountId, id),
      /** Parts that are listed, also if the export or its run is gone. */
      listed: () => store.exports.listParts({ accountId, runId, id }, 1, 100),
      parts: async () => {
        const all: ExportPart[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await listExportParts(deps, caller, ids, { limit: 3, cursor });
          all.push(...page.items);
          cursor = page.nextCursor;
          if (cursor === undefined) return { all, total: page.total };
        }
      },
      /** What a reader of the manifest sees. */
      written: async () => {
        const manifest: Manifest = JSON.parse(await objects.getText(`${folder}manifest.json`));
        const texts = await Promise.all(manifest.parts.map(({ path }) => objects.getBytes(folder + path)));
        const hashes = texts.map((text) => createHash("sha256").update(text).digest("hex"));
        expect(manifest.parts.map(({ sha256 }) => sha256)).toEqual(hashes);
        return { manifest, texts };
      },
    };
  };
  return { deps, world, messages, exportOf, tick: () => handOverDue(deps, deps.now() + 60_000) };
};

const createWorld = async (plan: "free" | "scale" = "scale") => {
  const pipeline = await createPipeline(plan);
  const run = await pipeline.queue();
  await pipeline.execute(countingEngine(PAGES), run.id);
  const exported = forPipeline(pipeline);
  const add = (wish: Partial<Wish> = {}, runId = run.id) => exported.exportOf(runId, wish);
  return { ...pipeline, ...exported, add, run };
};

let made: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  made = await createWorld();
});

const numbersIn = (texts: readonly Buffer[]): number[] =>
  texts.flatMap((text) =>
    String(text)
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).n as number),
  );
const ALL = Array.from({ length: ITEMS }, (_, index) => index + 1);

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

describe("a worker of an export", () => {
  it("that is killed at any write loses nothing and writes nothing twice", async () => {
    const { add, world, pass } = made;
    const { work, read, record, written } = await add();
    const tries = new Map<string, number>();
    // Each file is killed at its first put, and after its second.
    world.beforePut = async (key) => {
      tries.set(key, (tries.get(key) ?? 0) + 1);
      if (tries.get(key) === 1) throw new Error("killed");
    };
    world.afterPut = async (key) => {
      if (tries.get(key) === 2) throw new Error("killed");
    };
    let kills = 0;
    while ((await record())?.status === "pending") {
      const { partCount } = await read();
      const outcome = await work().catch(String);
      if (outcome !== undefined) kills += 1;
      // Nobody else may have it before its worker must be dead.
      const left = await record();
      await work();
      expect(await record()).toEqual(left);
      expect((await read()).partCount).toBeGreaterThanOrEqual(partCount);
      pass(3 * 60_000);
    }
    expect(kills).toBe(2 * (PARTS + 1));
    expect([...tries.values()]).toEqual(Array.from({ length: PARTS + 1 }, () => 3));
    expect(await read()).toMatchObject({ status: "completed", itemCount: ITEMS, partCount: PARTS });
    expect(numbersIn((await written()).texts)).toEqual(ALL);
  });

  it("writes once what two messages announce at the same time", async () => {
    const { add, world } = made;
    const { work, written } = await add();
    const puts: string[] = [];
    world.beforePut = async (key) => void puts.push(key);
    await Promise.all([work(), work()]);
    await work();
    expect(new Set(puts).size).toBe(puts.length);
    expect(numbersIn((await written()).texts)).toEqual(ALL);
  });

  it("that was thought dead can no longer write to the list of parts", async () => {
    const { add, world, pass } = made;
    const { work, written, read } = await add();
    let other: Promise<void> | undefined;
    world.beforePut = async (key) => {
      if (other || !key.includes("part-00004")) return;
      pass(3 * 60_000);
      other = work();
      await other;
    };
    await work();
    expect(await read()).toMatchObject({ status: "completed", partCount: PARTS, itemCount: ITEMS });
    expect(numbersIn((await written()).texts)).toEqual(ALL);
  });

  it("gives up after ten failures in a row, says so, and makes room for another export", async () => {
    const { add, world, pass } = made;
    const { work, read, record } = await add();
    world.beforePut = async () => {
      throw new Error("no bucket");
    };
    for (let tries = 0; (await record())?.status === "pending" && tries < 30; tries += 1) {
      await work().catch(() => undefined);
      pass(10 * 60_000);
    }
    expect(await read()).toMatchObject({ status: "failed", error: { code: "write-failed" } });
    expect((await read()).manifestUrl).toBeUndefined();
    world.beforePut = async () => {};
    for (let count = 0; count < PLANS.scale.exportsAtOnce; count += 1) await add();
    await expect(add()).rejects.toMatchObject({ code: "limit-reached" });
  });

  it("whose message was lost is called again by the clock", async () => {
    const { add, messages, pass, tick } = made;
    await add();
    messages.length = 0;
    await tick();
    expect(messages).toEqual([]);
    pass(2 * 60_000);
    await tick();
    expect(messages).toHaveLength(1);
  });

  it("waits while the account is suspended", async () => {
    const { add, store, account, pass, messages } = made;
    const { work, record } = await add();
    await store.commit(store.accounts.suspend(account.id, { reason: "unpaid", at: account.createdAt }));
    messages.length = 0;
    await work();
    expect(await record()).toMatchObject({ status: "pending", progress: { parts: 0 } });
    expect(messages.map((ms) => Math.ceil(ms / 1_000))).toEqual([300]);
    await store.commit(store.accounts.resume(account.id));
    pass(5 * 60_000);
    await work();
    expect(await record()).toMatchObject({ status: "completed" });
  });
});

describe("an export that is cancelled", () => {
  it("stops its worker at the next part, says so, and makes room for another one", async () => {
    const { deps, caller, run, exportOf, world } = await createWorld("free");
    const { id, work, read, parts, record } = await exportOf(run.id);
    const ids = { id: run.id, exportId: id };
    const puts: string[] = [];
    world.beforePut = async (key) => {
      puts.push(key.slice(key.lastIndexOf("/") + 1));
      if (puts.length !== 3) return;
      expect(await cancelExport(deps, caller, ids)).toMatchObject({ id, status: "cancelled", partCount: 2 });
    };
    await work();
    await work();
    expect(puts).toEqual(["part-00001.ndjson", "part-00002.ndjson", "part-00003.ndjson"]);
    const shown = await read();
    expect(shown).toMatchObject({ status: "cancelled", error: null, itemCount: 4, partCount: 2 });
    expect(Date.parse(shown.expiresAt ?? "") - Date.parse(shown.finishedAt ?? "")).toBe(7 * DAY_MS);
    expect(shown.manifestUrl).toBeUndefined();
    expect((await parts()).all).toHaveLength(2);
    const { items } = await listActivity(deps, caller, { limit: 1 });
    expect(items).toMatchObject([{ type: "export.cancelled" }]);
    const before = await record();
    await expect(cancelExport(deps, caller, ids)).rejects.toMatchObject({
      code: "conflict",
      message: `Export ${id} is cancelled and cannot be cancelled.`,
    });
    expect(await record()).toEqual(before);
    const audit = await listAudit(deps, caller, { limit: 5, action: "export.cancelled" });
    expect(audit.items).toMatchObject([{ resource: id, metadata: { runId: run.id } }]);
    world.beforePut = async () => {};
    await (await exportOf(run.id)).work();
  });

  it("before a worker has taken it is never written", async () => {
    const { add, deps, caller, run } = made;
    const { id, work, read, keys } = await add();
    await cancelExport(deps, caller, { id: run.id, exportId: id });
    await work();
    expect(await read()).toMatchObject({ status: "cancelled", partCount: 0 });
    expect(keys()).toEqual([]);
  });

  it("is forgotten seven days later, with its files", async () => {
    const { add, world, deps, caller, run, pass, tick } = made;
    const { id, work, record, keys, listed } = await add();
    world.beforePut = async (key) => {
      if (key.includes("part-00003")) await cancelExport(deps, caller, { id: run.id, exportId: id });
    };
    await work();
    pass(8 * DAY_MS);
    await tick();
    expect([await record(), keys(), await listed()]).toEqual([null, [], []]);
  });

  it("stays as it ended if its worker was faster", async () => {
    const { add, deps, caller, run } = made;
    const { id, work, read } = await add();
    await work();
    const cancelled = cancelExport(deps, caller, { id: run.id, exportId: id });
    await expect(cancelled).rejects.toMatchObject({ code: "conflict" });
    expect(await read()).toMatchObject({ status: "completed" });
  });
});

describe("the end of what an export needs", () => {
  it("is reported if its run is deleted while it is written, and nothing stays behind", async () => {
    const { add, world, deps, caller, run, tick, pass } = made;
    const { work, record, keys, listed } = await add();
    world.beforePut = async (key) => {
      if (!key.includes("part-00003")) return;
      await deleteRun(deps, caller, run.id);
      await tick();
    };
    await work();
    expect(await record()).toMatchObject({
      status: "failed",
      error: { code: "run-deleted", message: "Its run was deleted." },
      progress: { parts: 2 },
    });
    expect(await listed()).toEqual([]);
    pass(8 * DAY_MS);
    await tick();
    expect([keys(), await record()]).toEqual([[], null]);
  });

  it("is reported if its run was deleted before", async () => {
    const { add, deps, caller, run } = made;
    const { work, record, read } = await add();
    await deleteRun(deps, caller, run.id);
    await work();
    expect(await record()).toMatchObject({ status: "failed", error: { code: "run-deleted" } });
    await expect(read()).rejects.toMatchObject({ code: "not-found" });
  });

  it("comes seven days after it has ended: files, list and record are deleted", async () => {
    const { add, pass, tick, run, output } = made;
    const { work, record, keys, listed } = await add();
    await work();
    pass(6 * DAY_MS);
    await tick();
    expect([keys().length, (await listed()).length]).toEqual([PARTS + 1, PARTS]);
    pass(2 * DAY_MS);
    await tick();
    expect([await record(), keys(), await listed()]).toEqual([null, [], []]);
    // The run keeps what it has collected.
    expect(await output(run.id)).toEqual(ALL);
  });

  it("leaves nothing behind if the account is deleted while it is written", async () => {
    const { add, world, deps, caller, tick, pass } = made;
    const { work, record, keys } = await add();
    world.beforePut = async (key) => {
      if (key.includes("part-00003")) await deleteAccount(deps, caller.accountId, deps.now() + 3_600_000);
    };
    await work();
    pass(2 * 3_600_000);
    await tick();
    expect([await record(), keys()]).toEqual([null, []]);
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
