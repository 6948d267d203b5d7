import { describe, expect, it } from "@jest/globals";
import type { Condition, Item } from "../../src/store/table.ts";
import { openTestTable, uniqueAccount } from "../helpers/testStore.ts";

const table = openTestTable();
const newKey = (sk = "A") => ({ pk: `TEST#${uniqueAccount()}`, sk });

/** An item that is in the `due` index at a time. */
const dueItem = (pk: string, sk: string, dueAt: string): Item => ({ pk, sk, duePk: `DUE#${pk}`, dueAt });
const dueOf = async (pk: string, query: object = {}) =>
  (await table.query({ pk: `DUE#${pk}`, index: "due", ...query })).map(({ sk }) => sk);

describe("a condition", () => {
  it.each<[Condition, boolean]>([
    [{ missing: { ne: 1 } }, true],
    [{ missing: { eq: null } }, false],
    [{ missing: { lt: 1 } }, false],
    [{ empty: { eq: null } }, true],
    [{ empty: { exists: true } }, true],
    [{ empty: { ne: "x" } }, true],
    [{ empty: { gte: "" } }, false],
    [{ text: { lt: 1 } }, false],
    [{ text: { gte: "" } }, true],
    [{ n: { eq: "5" } }, false],
    [{ flag: { eq: true } }, true],
  ])("%j answers %s, whatever the attribute contains", async (when, answer) => {
    const key = newKey();
    await table.transact([{ kind: "put", item: { ...key, n: 5, text: "x", empty: null, flag: true } }]);
    const outcome = await table.update({ key, set: { done: true }, when }).then(
      () => true,
      ({ name }: Error) => (name === "ConditionFailed" ? false : name),
    );
    expect(outcome).toBe(answer);
  });

  it("on a missing item holds if it requires nothing", async () => {
    const key = newKey();
    await table.transact([{ kind: "check", key, when: { pk: { exists: false } } }]);
    const attempt = table.transact([{ kind: "remove", key, when: { pk: { exists: true } } }]);
    await expect(attempt).rejects.toMatchObject({ name: "ConditionFailed", keys: [key] });
    await table.transact([{ kind: "remove", key }]);
  });
});

describe("an update", () => {
  it("creates a missing item, and counts an absent attribute as 0", async () => {
    const key = newKey();
    expect(await table.update({ key, add: { n: 2 }, set: { a: 1 } })).toEqual({ n: 2, a: 1 });
    expect(await table.update({ key, add: { n: -3 }, remove: ["a"] })).toEqual({ n: -1 });
    expect(await table.update({ key, remove: ["n"] })).toEqual({});
  });

  it("refuses to add to something other than a number, and to name an attribute twice", async () => {
    const key = newKey();
    await table.update({ key, set: { text: "x" } });
    await expect(table.update({ key, add: { text: 1 } })).rejects.toThrow();
    await expect(table.update({ key, set: { a: 1 }, remove: ["a"] })).rejects.toThrow();
    expect(await table.get(key)).toEqual({ ...key, text: "x" });
  });

  it("does not store undefined", async () => {
    const key = newKey();
    await table.transact([{ kind: "put", item: { ...key, a: undefined, inner: { b: undefined, c: 1 } } }]);
    expect(await table.get(key)).toEqual({ ...key, inner: { c: 1 } });
  });
});

describe("a transaction", () => {
  it("accepts a hundred writes, and refuses one more", async () => {
    const { pk } = newKey();
    const puts = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ kind: "put" as const, item: { pk, sk: `${count}-${n}` } }));
    await table.transact(puts(100));
    await expect(table.transact(puts(101))).rejects.toThrow();
    expect(await table.query({ pk })).toHaveLength(100);
  });

  it("refuses an item of more than 400 KB, and writes nothing else", async () => {
    const { pk } = newKey();
    const large = { pk, sk: "large", text: "x".repeat(410_000) };
    await expect(
      table.transact([
        { kind: "put", item: { pk, sk: "small" } },
        { kind: "put", item: large },
      ]),
    ).rejects.toThrow();
    expect(await table.query({ pk })).toEqual([]);
  });
});

describe("an index", () => {
  it("lists the items that have its attributes once, in their order", async () => {
    const { pk } = newKey();
    const puts = [dueItem(pk, "A", "3"), dueItem(pk, "B", "1"), dueItem(pk, "C", "2"), dueItem(pk, "D", "2")];
    await table.transact(puts.map((item) => ({ kind: "put", item })));
    await table.transact([{ kind: "put", item: { pk, sk: "E" } }]);
    expect((await dueOf(pk)).toSorted()).toEqual(["A", "B", "C", "D"]);
    expect((await dueOf(pk)).at(0)).toBe("B");
    expect((await dueOf(pk)).at(-1)).toBe("A");
    expect((await dueOf(pk, { below: "2" })).toSorted()).toEqual(["B"]);
    expect((await dueOf(pk, { from: "2" })).toSorted()).toEqual(["A", "C", "D"]);
    expect(await dueOf(pk, { descending: true, limit: 1 })).toEqual(["A"]);
  });

  it("is updated when an item moves, loses its attributes or is deleted", async () => {
    const { pk } = newKey();
    await table.transact([{ kind: "put", item: dueItem(pk, "A", "1") }]);
    await table.transact([{ kind: "put", item: dueItem(pk, "B", "2") }]);
    await table.update({ key: { pk, sk: "A" }, set: { dueAt: "3" } });
    expect(await dueOf(pk)).toEqual(["B", "A"]);
    await table.update({ key: { pk, sk: "A" }, remove: ["duePk", "dueAt"] });
    expect(await dueOf(pk)).toEqual(["B"]);
    await table.transact([{ kind: "remove", key: { pk, sk: "B" } }]);
    expect(await dueOf(pk)).toEqual([]);
  });
});
