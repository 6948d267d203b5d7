import { describe, expect, it } from "@jest/globals";
import {
  growSegments,
  LEAST_RECORDS,
  renewSegments,
  type Segment,
} from "../../../../src/engine/crawl/segments.ts";
import { createMemorySegments } from "../../../helpers/memorySegments.ts";

const RECORD_BYTES = 4;

/** Records that are their own number. */
const records = (first: number, count: number): Buffer => {
  const bytes = Buffer.alloc(count * RECORD_BYTES);
  for (let n = 0; n < count; n += 1) bytes.writeUInt32BE(first + n, n * RECORD_BYTES);
  return bytes;
};

const grown = async (parts: readonly number[], kept = 0) => {
  const store = createMemorySegments();
  let segments: readonly Segment[] = [];
  let total = 0;
  let most = 0;
  for (const count of parts) {
    segments = await growSegments(store, segments, { bytes: records(total, count), count, hour: 0, kept });
    total += count;
    most = Math.max(most, segments.length);
  }
  return { store, segments, total, most };
};

describe("a segmented list that grows", () => {
  it.each([
    ["a little at a time", Array.from({ length: 4_000 }, () => LEAST_RECORDS)],
    ["by many at a time", Array.from({ length: 200 }, () => 7_200)],
    ["now by few, now by many", Array.from({ length: 600 }, (_, n) => [256, 300, 5_000, 70_000][n % 4] ?? 0)],
  ])("%s keeps its order in few segments, and writes each record at most three times", async (_, parts) => {
    const { store, segments, total, most } = await grown(parts);
    const all = Buffer.concat(await Promise.all(segments.map(({ name }) => store.get(name))));
    expect(all.equals(records(0, total))).toBe(true);
    expect(segments.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(most).toBeLessThanOrEqual(32 + total / 65_536);
    expect(store.bytes() / RECORD_BYTES).toBeLessThanOrEqual(3 * total);
  });

  it("does not merge segments that are being read", async () => {
    const { store, segments } = await grown(
      Array.from({ length: 40 }, () => LEAST_RECORDS),
      1,
    );
    expect(segments[0]).toEqual({ name: "segment-1", count: LEAST_RECORDS, hour: 0 });
    expect((await store.get("segment-1")).equals(records(0, LEAST_RECORDS))).toBe(true);
  });
});

it("segments are renewed before they expire, a few at a time", async () => {
  const { store, segments } = await grown(Array.from({ length: 20 }, () => 70_000));
  expect(await renewSegments(store, segments, 9)).toBe(segments);
  let renewed = segments;
  const due: number[] = [];
  for (let pass = 0; pass < 4; pass += 1) {
    renewed = await renewSegments(store, renewed, 10);
    due.push(renewed.filter(({ hour }) => hour === 0).length);
  }
  expect(due).toEqual([12, 4, 0, 0]);
  for (const { name } of segments) store.remove(name);
  expect(await Promise.all(renewed.map(({ name }) => store.get(name)))).toHaveLength(20);
});
