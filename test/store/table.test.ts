import { describe, expect, it } from "@jest/globals";
import { ConditionFailed, mergeWrites } from "../../src/store/table.ts";
import { openTestTable, uniqueAccount } from "../helpers/testStore.ts";

const table = openTestTable();
const keyOf = (sk = "A") => ({ pk: `TEST#${uniqueAccount()}`, sk });

describe("the table port", () => {
  it("returns an item as it was put, and null for one that does not exist", async () => {
    const key = keyOf();
    expect(await table.get(key)).toBeNull();
    await table.transact([{ kind: "put", item: { ...key, list: [1, { a: null }], text: "日本" } }]);
    expect(await table.get(key)).toEqual({ ...key, list: [1, { a: null }], text: "日本" });
  });

  it("writes all of a transaction or nothing, and names the item that failed", async () => {
    const [taken, free] = [keyOf(), keyOf()];
    await table.transact([{ kind: "put", item: { ...taken, n: 1 } }]);
    const attempt = table.transact([
      { kind: "put", item: { ...free, n: 1 } },
      { kind: "put", item: { ...taken, n: 2 }, when: { pk: { exists: false } } },
    ]);
    await expect(attempt).rejects.toMatchObject({ name: "ConditionFailed", keys: [taken] });
    expect(await table.get(free)).toBeNull();
    expect(await table.get(taken)).toMatchObject({ n: 1 });
  });

  it.each([
    [{ n: { eq: 5 } }, true],
    [{ n: { eq: 6 } }, false],
    [{ n: { ne: 6 } }, true],
    [{ n: { lt: 5 } }, false],
    [{ n: { lte: 5 } }, true],
    [{ n: { gte: 6 } }, false],
    [{ missing: { exists: false } }, true],
    [{ n: { exists: true }, s: { eq: "x" } }, true],
    [{ n: { exists: true }, s: { eq: "y" } }, false],
  ])("evaluates the condition %j", async (when, holds) => {
    const key = keyOf();
    await table.transact([{ kind: "put", item: { ...key, n: 5, s: "x" } }]);
    const outcome = table.update({ key, set: { done: true }, when });
    if (holds) expect(await outcome).toMatchObject({ done: true });
    else await expect(outcome).rejects.toBeInstanceOf(ConditionFailed);
  });

  it("adds exactly under parallel updates", async () => {
    const key = keyOf();
    await Promise.all(Array.from({ length: 40 }, () => table.update({ key, add: { n: 1 } })));
    expect(await table.get(key)).toMatchObject({ n: 40 });
  });

  it("adds exactly under parallel transactions on the same item", async () => {
    const key = keyOf();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        table.transact([
          { kind: "update", key, add: { n: 1 } },
          { kind: "put", item: { ...key, sk: `other-${i}` } },
        ]),
      ),
    );
    expect(await table.get(key)).toMatchObject({ n: 20 });
  });

  it("queries by prefix, from and below a key, in both directions, with a limit", async () => {
    const { pk } = keyOf();
    const sks = ["A#1", "A#2", "A#3", "B#1"];
    await table.transact(sks.map((sk) => ({ kind: "put", item: { pk, sk } })));
    const found = async (query: object) => (await table.query({ pk, ...query })).map(({ sk }) => sk);
    expect(await found({})).toEqual(sks);
    expect(await found({ prefix: "A#" })).toEqual(["A#1", "A#2", "A#3"]);
    expect(await found({ from: "A#2" })).toEqual(["A#2", "A#3", "B#1"]);
    expect(await found({ below: "A#3" })).toEqual(["A#1", "A#2"]);
    expect(await found({ below: "A#3", descending: true, limit: 1 })).toEqual(["A#2"]);
  });

  it("reads beyond the first megabyte of a result", async () => {
    const { pk } = keyOf();
    const filler = "x".repeat(300_000);
    for (let i = 0; i < 6; i += 1)
      await table.transact([{ kind: "put", item: { pk, sk: String(i), filler } }]);
    expect(await table.query({ pk })).toHaveLength(6);
  });
});

describe("merging the writes of a transaction", () => {
  const key = { pk: "P", sk: "S" };

  it("combines several updates of the same item into one, and adds up their additions", () => {
    const merged = mergeWrites([
      { kind: "update", key, add: { a: 1, b: 2 } },
      { kind: "update", key, add: { a: 3 }, set: { c: "x" }, when: { pk: { exists: true } } },
    ]);
    expect(merged).toEqual([
      {
        kind: "update",
        key,
        add: { a: 4, b: 2 },
        set: { c: "x" },
        remove: [],
        when: { pk: { exists: true } },
      },
    ]);
  });

  it("drops an update that changes nothing", () => {
    expect(
      mergeWrites([
        { kind: "update", key, add: { a: 1 } },
        { kind: "update", key, add: { a: -1 } },
      ]),
    ).toEqual([]);
  });

  it("refuses two different conditions on one attribute", () => {
    const when = { n: { eq: 1 } };
    expect(() =>
      mergeWrites([
        { kind: "update", key, when },
        { kind: "update", key, when },
      ]),
    ).toThrow("cannot be merged");
  });
});
