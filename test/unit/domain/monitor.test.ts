import { describe, expect, it } from "@jest/globals";
import { inParallel } from "../../../src/domain/inParallel.ts";
import { digestOf, putRecords, readRecords } from "../../../src/domain/monitor/recordSets.ts";
import { createSnapshots, readSnapshot } from "../../../src/domain/runs/snapshots.ts";

const memory = () => {
  const kept = new Map<string, Buffer>();
  const objects = {
    put: async (key: string, body: Buffer) => {
      kept.set(key, body);
    },
    getBytes: async (key: string) => kept.get(key) ?? Buffer.alloc(0),
    exists: async (key: string) => kept.has(key),
  };
  return { kept, deps: { objects } as never };
};

describe("work in parallel", () => {
  it("keeps the order of its inputs, and its width", async () => {
    let atWork = 0;
    let most = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (n) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await new Promise((resolve) => setTimeout(resolve, n));
      atWork -= 1;
      return n * 2;
    });
    expect(results).toEqual([10, 2, 8, 4, 6]);
    expect(most).toBe(2);
  });

  it("fails where one of its parts fails", async () => {
    await expect(inParallel([1, 2], 2, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await inParallel([], 2, async () => 1)).toEqual([]);
  });
});

describe("a set of records", () => {
  const set = {
    keyFields: ["id"],
    records: Array.from({ length: 2_500 }, (_, id) => ({ key: `k${id}`, record: { id, note: "é\n" } })),
  };

  it.each([
    [0, 2_500],
    [0, 1],
    [999, 2],
    [1_000, 1_000],
    [2_499, 50],
    [2_500, 50],
  ])("is read from number %i, %i records", async (start, count) => {
    const { deps } = memory();
    await putRecords(deps, "records/a", set);
    const entry = { folder: "records/a", total: set.records.length } as never;
    expect(await readRecords(deps, entry, start, count)).toEqual(set.records.slice(start, start + count));
  });

  it("has a digest of its records and their order", () => {
    expect(digestOf(set)).toBe(digestOf({ ...set, records: [...set.records] }));
    expect(digestOf(set)).not.toBe(digestOf({ ...set, records: set.records.toReversed() }));
  });
});

describe("snapshots of pages", () => {
  const page = (html: string) => ({
    url: "https://s.example/to",
    status: 200,
    html,
    fetchedAt: "2026-11-21T00:00:00.000Z",
  });
  const quiet = { info: () => {}, warn: () => {}, error: () => {} };
  const run = { id: "run-1", accountId: "acct-1", retentionDays: 90 } as never;

  it("are found by the address that was asked for, whatever part of it is linked to", async () => {
    const { deps, kept } = memory();
    const snapshots = createSnapshots({ ...(deps as object), log: quiet } as never, run);
    await snapshots.keep("https://s.example/from#part", page("<h1>Grüße</h1>"));
    expect(await readSnapshot(deps, run, "https://s.example/from")).toEqual(page("<h1>Grüße</h1>"));
    expect(await readSnapshot(deps, run, "https://s.example/to")).toBeNull();
    expect(
      await readSnapshot(
        deps,
        { ...(run as object), accountId: "acct-2" } as never,
        "https://s.example/from",
      ),
    ).toBeNull();
    expect([...kept.keys()][0]).toMatch(/^kept\/90d\/snapshots\/acct-1\/run-1\//);
    expect(snapshots.totals()).toMatchObject({ snapshotPages: 1, snapshotBytes: expect.any(Number) });
  });

  it("leave out a page that is too large, and all pages once the run has its fill", async () => {
    const { deps, kept } = memory();
    const full = { id: "run-1", accountId: "acct-1", snapshotPages: 10_000 } as never;
    await createSnapshots({ ...(deps as object), log: quiet } as never, run).keep(
      "https://s.example/",
      page("x".repeat(5_000_001)),
    );
    await createSnapshots({ ...(deps as object), log: quiet } as never, full).keep(
      "https://s.example/",
      page("x"),
    );
    expect(kept.size).toBe(0);
  });

  it("do not fail the run where the store of objects is down", async () => {
    const objects = { put: () => Promise.reject(new Error("down")) };
    const warnings: string[] = [];
    const log = { ...quiet, warn: (message: string) => warnings.push(message) };
    const snapshots = createSnapshots({ objects, log } as never, run);
    await snapshots.keep("https://s.example/", page("x"));
    expect(snapshots.totals().snapshotPages).toBe(0);
    expect(warnings).toEqual(["a page was not kept"]);
  });
});
