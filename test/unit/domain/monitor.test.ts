import { describe, expect, it } from "@jest/globals";
import { digestOf, putRecords, readRecords } from "../../../src/domain/monitor/recordSets.ts";
import { inParallel } from "../../../src/domain/shared/inParallel.ts";

const memory = () => {
  const kept = new Map<string, Buffer>();
  const objects = {
    put: async (key: string, body: Buffer) => {
      kept.set(key, body);
    },
    getBytes: async (key: string) => kept.get(key) ?? Buffer.alloc(0),
  };
  return { kept, deps: { objects } as never };
};

describe("work in parallel", () => {
  it("keeps the order of its inputs and its concurrency limit", async () => {
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

  it("fails if one task fails", async () => {
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
  ])("can be read from record %i, %i records", async (start, count) => {
    const { deps } = memory();
    await putRecords(deps, "records/a", set);
    const entry = { folder: "records/a", total: set.records.length } as never;
    expect(await readRecords(deps, entry, start, count)).toEqual(set.records.slice(start, start + count));
  });

  it("has a digest of the records and their order", () => {
    expect(digestOf(set)).toBe(digestOf({ ...set, records: [...set.records] }));
    expect(digestOf(set)).not.toBe(digestOf({ ...set, records: set.records.toReversed() }));
  });
});
