/** The rows of a monitor's sets, which may have more records than fit in memory. */
import { describe, expect, it } from "@jest/globals";
import type { Item } from "../../../src/contract/runs/runs.ts";
import { readRows } from "../../../src/domain/destinations/rows.ts";
import { putRecords } from "../../../src/domain/monitor/recordSets.ts";
import type { RecordSetEntry } from "../../../src/store/monitors/records.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import { createMemoryObjects } from "../../helpers/memoryObjects.ts";

const CHUNK = 1_000;
const TOTAL = 20_300;
const CHUNKS = 21;
/** Those that are read ahead, the one that is consumed, and the one whose reading is begun for it. */
const MOST_HELD = 6;

type Records = readonly { readonly key: string; readonly record: Item }[];

const recordsOf = (count: number, over: (place: number) => Item = () => ({})): Records =>
  Array.from({ length: count }, (_, place) => ({
    key: `key-${place}`,
    record: { title: `Lamp ${place}`, price: place, ...over(place) },
  }));

/** A flow with a set of records for each run, and what is read of them. */
const worldOf = async (...sets: readonly Records[]) => {
  const memory = createMemoryObjects();
  const read: string[] = [];
  const objects = {
    ...memory,
    getBytes: async (key: string) => {
      read.push(key);
      return memory.getBytes(key);
    },
  };
  const entries = await Promise.all(
    sets.map(async (records, place) => {
      const folder = `sets/${place}`;
      await putRecords({ objects }, folder, { records });
      return {
        folder,
        total: records.length,
        runId: `run-${place}`,
        at: new Date(place * 60_000).toISOString(),
      };
    }),
  );
  const asOf = async (_accountId: string, _flowId: string, at: string) =>
    entries.findLast((entry) => entry.at <= at) as RecordSetEntry | undefined;
  const run: Partial<RunRecord> = {
    id: `run-${sets.length - 1}`,
    flowId: "flow-1",
    fieldNames: ["title"],
    finishedAt: entries.at(-1)?.at ?? "",
  };
  let renewals = 0;
  let lostAt = Number.POSITIVE_INFINITY;
  const renew = async (): Promise<void> => {
    renewals += 1;
    if (renewals >= lostAt) throw new Error("another worker has the delivery");
  };
  const deps = {
    objects,
    store: {
      records: { asOf: async (...args: [string, string, string]) => (await asOf(...args)) ?? null },
      runs: { get: async () => run },
    },
  };
  return {
    read,
    renewals: () => renewals,
    loseAt: (renewal: number) => {
      lostAt = renewal;
    },
    rows: (content: "latest" | "changes") => readRows(deps as never, run as RunRecord, content, renew),
  };
};

const all = async <T>(source: AsyncIterable<T> | Iterable<T> | undefined): Promise<T[]> => {
  const found: T[] = [];
  for await (const each of source ?? []) found.push(each);
  return found;
};

describe("the latest records of a large monitor", () => {
  it("are read a few objects at a time, however many they are", async () => {
    const records = recordsOf(TOTAL);
    const { read, rows, renewals } = await worldOf(records);
    const { lines, columns } = await rows("latest");
    expect([read.length, columns, renewals()]).toEqual([CHUNKS, ["title", "price"], CHUNKS]);
    read.length = 0;
    let place = 0;
    for await (const line of lines) {
      expect(line).toBe(JSON.stringify(records[place]?.record));
      place += 1;
      const consumed = Math.ceil(place / CHUNK);
      if (read.length - consumed > MOST_HELD)
        throw new Error(`at row ${place}, ${read.length} objects are read`);
    }
    expect([place, read.length]).toEqual([TOTAL, CHUNKS]);
  });

  it("have their keys in the order of the lines, each time they are read", async () => {
    const records = recordsOf(CHUNK + 2);
    const { rows } = await worldOf(records);
    const { keyed } = await rows("latest");
    const expected = records.map(({ key, record }) => ({ key, line: JSON.stringify(record) }));
    expect(await all(keyed)).toEqual(expected);
    expect(await all(keyed)).toEqual(expected);
  });

  it("are an empty list if the set is empty", async () => {
    const { lines, note } = await (await worldOf([])).rows("latest");
    expect([await all(lines), note]).toEqual([[], null]);
  });
});

describe("the changes of a large monitor", () => {
  it("add, change and remove records by their keys", async () => {
    const before = recordsOf(2 * CHUNK);
    const after = recordsOf(3 * CHUNK, (place) => (place === 5 ? { price: 1, colour: "red" } : {})).slice(1);
    const { rows } = await worldOf(before, after);
    const { columns, keyed, note } = await rows("changes");
    expect([columns, note]).toEqual([["_change", "_key", "_previous", "title", "price", "colour"], null]);
    const found = (await all(keyed)).map(({ key, line }) => [key, JSON.parse(line)]);
    expect(found.length).toBe(CHUNK + 2);
    expect(found[0]).toEqual([
      "key-5",
      {
        _change: "changed",
        _key: "key-5",
        _previous: { price: 5, colour: null },
        title: "Lamp 5",
        price: 1,
        colour: "red",
      },
    ]);
    expect(found[1]?.[1]).toMatchObject({ _change: "added", _key: `key-${before.length}` });
    expect(found.at(-1)).toEqual(["key-0", { _change: "removed", _key: "key-0", title: "Lamp 0", price: 0 }]);
  });

  it("of the first collection are all records, of which a few objects are read at a time", async () => {
    const { read, rows } = await worldOf(recordsOf(TOTAL));
    const { lines } = await rows("changes");
    read.length = 0;
    for await (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ _change: "added", _key: "key-0" });
      break;
    }
    expect(read.length).toBeLessThanOrEqual(MOST_HELD);
  });

  it("renew the worker's lease while both sets are read, even if no record differs", async () => {
    const { rows, renewals } = await worldOf(recordsOf(TOTAL), recordsOf(TOTAL));
    const { lines } = await rows("changes");
    expect(renewals()).toBe(2 * CHUNKS);
    expect([await all(lines), renewals()]).toEqual([[], 4 * CHUNKS]);
  });

  it.each([2, CHUNKS + 2, 2 * CHUNKS + 2])(
    "stop being read once another worker has the delivery, at renewal %i",
    async (renewal) => {
      const { read, rows, loseAt } = await worldOf(recordsOf(TOTAL), recordsOf(TOTAL));
      loseAt(renewal);
      const reading = rows("changes").then(({ lines }) => all(lines));
      await expect(reading).rejects.toThrow("another worker has the delivery");
      expect(read.length).toBeLessThanOrEqual(renewal + MOST_HELD);
    },
  );

  it("are an empty list, with a note, if only the order of fields differs", async () => {
    const turned = recordsOf(3).map(({ key, record }) => ({
      key,
      record: Object.fromEntries(Object.entries(record).toReversed()) as Item,
    }));
    const { lines, note } = await (await worldOf(recordsOf(3), turned)).rows("changes");
    expect([await all(lines), note]).toEqual([[], "Nothing has changed."]);
  });
});
