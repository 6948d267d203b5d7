import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createEmbeddedTable, type EmbeddedTable } from "../../../../src/store/embedded/table.ts";
import { makeFolder } from "../../../helpers/tableFile.ts";

let made: ReturnType<typeof makeFolder>;
let path: string;
const opened: EmbeddedTable[] = [];
const open = (options: object = {}): EmbeddedTable => {
  const table = createEmbeddedTable({ path, ...options });
  opened.push(table);
  return table;
};
beforeEach(() => {
  made = makeFolder();
  path = join(made.folder, "table.db");
});
afterEach(() => {
  for (const table of opened.splice(0)) table.close();
  made.remove();
});

const key = { pk: "P", sk: "S" };

describe("the embedded table's file", () => {
  it("keeps its data when it is reopened, and for all who have it open", async () => {
    const [first, second] = [open(), open()];
    await first.transact([{ kind: "put", item: { ...key, text: "تجربة 日本" } }]);
    expect(await second.get(key)).toEqual({ ...key, text: "تجربة 日本" });
    expect([...open().all()]).toHaveLength(1);
  });

  it("of a newer release is refused, with an error that says what to do", () => {
    open();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    expect(() => open()).toThrow(/newer release \(layout 99; this one knows 1\): install/);
  });

  it("of another program is refused and left unchanged", () => {
    const database = new DatabaseSync(path);
    database.exec("CREATE TABLE other (a)");
    expect(() => open()).toThrow("is not a table of Gleaner");
    expect(database.prepare("SELECT count(*) AS n FROM other").get()).toEqual({ n: 0 });
    database.close();
  });

  it("that is not a database is refused", () => {
    writeFileSync(path, "not a database, but long enough to be looked at as one");
    expect(() => open()).toThrow("file is not a database");
  });

  it("with an incomplete last write contains everything before it and nothing of it", async () => {
    const table = open();
    for (let n = 0; n < 20; n += 1)
      await table.transact([
        { kind: "put", item: { pk: "P", sk: String(n).padStart(2, "0"), filler: "x".repeat(9_000) } },
      ]);
    // As a loss of power leaves it: the log ends in the middle of a frame, with noise after it.
    const copy = join(made.folder, "torn.db");
    const { copyFileSync, statSync } = await import("node:fs");
    copyFileSync(path, copy);
    copyFileSync(`${path}-wal`, `${copy}-wal`);
    truncateSync(`${copy}-wal`, statSync(`${copy}-wal`).size - 5_000);
    appendFileSync(`${copy}-wal`, Buffer.alloc(3_000, 7));
    const torn = open({ path: copy });
    expect((await torn.query({ pk: "P" })).map(({ sk }) => Number(sk))).toEqual(
      Array.from({ length: 19 }, (_, n) => n),
    );
    await torn.transact([{ kind: "put", item: key }]);
    expect(await torn.get(key)).toEqual(key);
  });

  it("on a full disk refuses whole writes, and recovers once there is space", async () => {
    const table = open({ maxPages: 40 });
    const large = (sk: string) => ({ kind: "put" as const, item: { pk: "P", sk, text: "x".repeat(60_000) } });
    await table.transact([large("0")]);
    await expect(table.transact([{ kind: "put", item: key }, large("1"), large("2")])).rejects.toThrow(
      "full",
    );
    expect((await table.query({ pk: "P" })).map(({ sk }) => sk)).toEqual(["0"]);
    await table.transact([{ kind: "remove", key: { pk: "P", sk: "0" } }]);
    await table.transact([large("1")]);
    expect((await table.query({ pk: "P" })).map(({ sk }) => sk)).toEqual(["1"]);
  });
});

describe("time to live", () => {
  it("removes expired items, and nothing else", async () => {
    const table = open({ now: () => 1_000_500 });
    const puts = Array.from({ length: 1_200 }, (_, n) => ({ pk: "OLD", sk: String(n), ttl: n % 1_000 }));
    for (let at = 0; at < puts.length; at += 100)
      await table.transact(puts.slice(at, at + 100).map((item) => ({ kind: "put", item })));
    await table.transact([
      { kind: "put", item: { ...key, ttl: 1_000 } },
      { kind: "put", item: { pk: "P", sk: "ever" } },
    ]);
    expect(await table.expire()).toBe(1_200);
    expect([...table.all()].map(({ sk }) => sk)).toEqual(["S", "ever"]);
  });
});

describe("simulating AWS behaviour", () => {
  const due = (text: string, dueAt: string) => ({ ...key, text, duePk: "DUE", dueAt });
  const read = (table: EmbeddedTable, query: object = {}) =>
    table.query({ pk: "DUE", index: "due", ...query });

  it("makes indexes eventually consistent with a lag, but not the table itself", async () => {
    let nowMs = 0;
    let lagMs = 0;
    const table = open({ now: () => nowMs, aws: { indexLagMs: () => lagMs, conflicts: 0 } });
    await table.transact([{ kind: "put", item: due("old", "2026-01") }]);
    lagMs = 10_000;
    await table.transact([{ kind: "put", item: due("new", "2026-02") }]);
    await table.transact([{ kind: "put", item: { ...due("other", "2026-03"), sk: "T" } }]);
    expect(await table.get(key)).toEqual(due("new", "2026-02"));
    expect(await read(table)).toEqual([due("old", "2026-01")]);
    expect(await read(table, { from: "2026-02" })).toEqual([]);
    nowMs = 10_001;
    expect((await read(table, { descending: true })).map(({ text }) => text)).toEqual(["other", "new"]);
    await table.transact([{ kind: "remove", key }]);
    expect((await read(table)).map(({ text }) => text)).toEqual(["new", "other"]);
    nowMs = 30_000;
    expect((await read(table)).map(({ text }) => text)).toEqual(["other"]);
  });

  it("includes conflicts with the retries of the SDK", async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => waits.push(ms);
    const often = open({ sleep, aws: { indexLagMs: () => 0, conflicts: 0.5 } });
    for (let n = 0; n < 40; n += 1) await often.update({ key, add: { n: 1 } });
    expect(await often.get(key)).toMatchObject({ n: 40 });
    expect(waits.length).toBeGreaterThan(5);
    const always = open({ sleep, aws: { indexLagMs: () => 0, conflicts: 1 } });
    await expect(always.update({ key, add: { n: 1 } })).rejects.toThrow("conflicts with another");
    expect(await always.get(key)).toMatchObject({ n: 40 });
  });
});

describe("the consumption of a call on DynamoDB", () => {
  it("is reported in capacity units", async () => {
    const told: { read: number; write: number }[] = [];
    const table = open({ onConsumed: (units: { read: number; write: number }) => told.push(units) });
    await table.transact([{ kind: "put", item: { ...key, text: "x".repeat(1_500) } }]);
    await table.update({ key, set: { pk1: "A" } });
    await table.update({ key, set: { pk1: "B" } });
    await table.get(key);
    await table.get({ pk: "none", sk: "none" });
    await table.query({ pk: "B", index: "byFirst" });
    expect(told).toEqual([
      { read: 0, write: 4 },
      { read: 0, write: 4 },
      { read: 0, write: 6 },
      { read: 1, write: 0 },
      { read: 1, write: 0 },
      { read: 0.5, write: 0 },
    ]);
  });
});
