/** Exports of runs that are cancelled, lose their run, or have been kept long enough. */
import { describe, expect, it } from "@jest/globals";
import { deleteAccount } from "../../src/domain/accounts/eraseAccount.ts";
import { cancelExport } from "../../src/domain/exports/exports.ts";
import { listActivity, listAudit } from "../../src/domain/journal/journal.ts";
import { deleteRun } from "../../src/domain/runs/end/deleteRun.ts";
import { ALL, createWorld, DAY_MS, made, PARTS, useExports } from "./exports/world.ts";

useExports();

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
