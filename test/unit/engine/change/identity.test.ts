import { describe, expect, it } from "@jest/globals";
import type { Item } from "../../../../src/contract/runs/runs.ts";
import { legacyKey } from "../../../../src/engine/change/keys.ts";
import { between, chair, collect, first, lamp } from "./collections.ts";

const page = (id: number, query: string, price = id) => ({
  url: `https://s.example/p?id=${id}&${query}`,
  title: `Product ${id}`,
  price,
});

describe("a record is recognized", () => {
  it("if the parameters of its URL differ between two reads of the page", () => {
    const before = first([page(1, "zx=a"), page(2, "zx=b")]);
    const firstReads = [page(1, "zx=c"), page(2, "zx=d", 9)];
    const { changes, noise, remarks, set } = collect(
      [page(1, "zx=e"), page(2, "zx=f", 9)],
      before,
      {},
      { firstReads },
    );
    expect(changes).toMatchObject([{ type: "changed", fields: { price: { previous: 2, current: 9 } } }]);
    expect(noise.flatMap(({ fields }) => Object.values(fields).map((field) => field.noise))).toEqual([
      "visit",
      "visit",
    ]);
    expect(remarks).toEqual([expect.stringContaining("these fields are treated as noise: url")]);
    expect(set.records.map(({ key }) => key)).toEqual(before.records.map(({ key }) => key));
    // From then on, one read is enough.
    expect(collect([page(1, "zx=g"), page(2, "zx=h", 9)], set).changes).toEqual([]);
  });

  it("if a parameter differs in all URLs of two runs, and the rest is unchanged", () => {
    const run = (visit: number) => [1, 2, 3, 4].map((id) => page(id, `zx=${visit}${id}`));
    const { changes, noise } = between(run(1), run(2));
    expect(changes).toEqual([]);
    expect(noise).toHaveLength(4);
  });

  it("by its reference, before its title: another tender may have the same one", () => {
    const tender = (reference: string, title: string, value = 100) => ({ title, reference, value });
    const road = tender("TND-2026-01001", "Road resurfacing");
    const before = [tender("TND-2026-01000", "Supply of gloves"), road];
    const after = [tender("TND-2026-01010", "Supply of gloves", 250), { ...road, value: 90 }];
    const told = between(before, after).changes.map(({ type, key }) => [type, key]);
    expect(told.toSorted()).toEqual([
      ["added", "TND-2026-01010"],
      ["changed", "TND-2026-01001"],
      ["removed", "TND-2026-01000"],
    ]);
  });

  it.each([
    ["a size", ["12kg", "120kg", "1200kg"]],
    ["a price", ["EUR 120", "EUR 130.50", "EUR 1400"]],
    ["a date", ["2026-11-01", "2026-11-02", "2026-11-03"]],
    ["a code that not every record has", ["TND-2026-01000", "TND-2026-01001", null]],
    ["a code that records share", ["TND-2026-01000", "TND-2026-01000", "TND-2026-01001"]],
  ])("not by %s", (_what, values) => {
    const run = (shift: number) =>
      ["Lamp", "Chair", "Table"].map((title, at) => ({ title, code: values[(at + shift) % 3] ?? null }));
    const types = between(run(0), run(1)).changes.map(({ type }) => type);
    expect(new Set(types)).toEqual(new Set(["changed"]));
  });

  it.each([
    ["price", (n: number) => `EUR${1200 + n}`],
    ["bid", (n: number) => `Rs${5000 + n}`],
    ["updated", (n: number) => `Nov-${10 + n}-2026`],
    ["due", (n: number) => `Nov-${10 + n}-2026`],
    ["version", (n: number) => `build-${1234 + n}`],
    ["gate", (n: number) => `B${100 + n}`],
    ["quarter", (n: number) => `Q${n}/2020`],
    ["address", (n: number) => `Block-${n}-Flat-${100 + n}`],
  ])("not by its %s, though that looks like a reference", (field, codeOf) => {
    const run = (from: number) =>
      ["Lamp", "Chair", "Table"].map((name, n) => ({ name, [field]: codeOf(from + n) }));
    const types = between(run(1), run(5)).changes.map(({ type }) => type);
    expect(types).toEqual(["changed", "changed", "changed"]);
  });

  it("by its name, if no field is a key and each name stands for one record", () => {
    const rooms = (anchor: number, last = "Elm Lodge") => [
      { house: "Anchor Inn", rooms: anchor },
      { house: "Bell House", rooms: 7 },
      { house: last, rooms: 18 },
    ];
    expect(between(rooms(12), rooms(11)).changes).toMatchObject([
      { type: "changed", fields: { rooms: { previous: 12, current: 11 } }, label: "Anchor Inn" },
    ]);
    expect(between(rooms(12), rooms(11), { conditions: ["rooms < 12"] }).alerting).toBe(1);
    expect(between(rooms(12), rooms(12, "Fox Hall")).changes.map(({ type }) => type)).toEqual([
      "added",
      "removed",
    ]);
    // Of two houses with one name, neither is taken for the other.
    expect(
      between([...rooms(12), ...rooms(40)], [...rooms(12), ...rooms(41)]).changes.map(({ type }) => type),
    ).toEqual(["added", "removed"]);
  });

  it.each([
    ["a post", ["post", "company", "city"], ["Cook", "Acme", "Rome"], ["Umbrella", "Oslo"]],
    ["a company", ["company", "position", "city"], ["Acme", "Cook", "Rome"], ["Driver", "Oslo"]],
    ["a category", ["category", "model", "price"], ["Sofa", "Ekby", 500], ["Kivik", 100]],
    ["a day", ["date", "event", "place"], ["2027-01-05", "Jazz", "Hall"], ["Fair", "Library"]],
    ["a day without its year", ["date", "seats"], ["5 May", 10], [20]],
    ["a rank", ["rank", "points"], ["1.", 30], [31]],
    ["an ordinal", ["rank", "points"], ["1st", 30], [31]],
  ])("but not by %s, if the rest is another record's", (_of, fields, record, others) => {
    const item = (values: readonly unknown[]): Item =>
      Object.fromEntries(fields.map((field, at) => [field, values[at]])) as Item;
    const rest = [2, 3].map((n) =>
      item(record.map((value, at) => (typeof value === "number" ? n : `${at > 0 ? "Other" : n} ${value}`))),
    );
    const later = [record[0], ...others];
    const { changes } = between([item(record), ...rest], [item(later), ...rest], { conditions: ["added"] });
    expect(changes.map(({ type }) => type)).toEqual(["added", "removed"]);
  });

  it("by its name, not by its rank in a table", () => {
    const table = (...teams: [string, number][]) =>
      teams.map(([team, points], at) => ({ rank: `${at + 1}.`, team, points }));
    const { changes } = between(
      table(["Ajax", 30], ["PSV", 28], ["Utrecht", 27]),
      table(["PSV", 31], ["Ajax", 30], ["Utrecht", 27]),
    );
    expect(changes.map(({ type, label, fields }) => [type, label, Object.keys(fields ?? {})])).toEqual([
      ["changed", expect.anything(), ["rank", "points"]],
      ["changed", expect.anything(), ["rank"]],
    ]);
  });

  it("by its name, if one of many fields has changed", () => {
    const house = (name: string, state: string) => ({
      name,
      city: "Rome",
      street: "Elm",
      kind: "inn",
      owner: "Bo",
      state,
    });
    const rest = [
      house("Bell", "open"),
      house("Bell", "shut"),
      ...["Crown", "Duke", "Elms", "Fox", "Green", "Hare"].map((n) => house(n, "open")),
    ];
    expect(
      between([house("Anchor", "open"), ...rest], [house("Anchor", "sold"), ...rest]).changes,
    ).toMatchObject([{ type: "changed", fields: { state: { previous: "open", current: "sold" } } }]);
  });

  it("but not if other records replaced the old ones", () => {
    const run = (from: number) => [0, 1, 2, 3].map((n) => page(from + n, "a=b"));
    expect(between(run(1), run(11)).changes.map(({ type }) => type)).toEqual([
      ...Array.from({ length: 4 }, () => "added"),
      ...Array.from({ length: 4 }, () => "removed"),
    ]);
  });

  it("and never confused with another that differs in a parameter, whatever its name", () => {
    const pages = ["ref", "session", "expires", "ts", "sid", "utm_source"].flatMap((name) =>
      [1, 2].map((value) => ({ url: `https://s.example/${name}?${name}=${value}`, price: value })),
    );
    const { set, notes } = collect(pages, null);
    expect(set.records).toHaveLength(12);
    expect(notes).toEqual([]);
    const later = pages.map((each) => ({ ...each, price: each.price + 10 }));
    expect(collect(later, set).changes.map(({ type }) => type)).toEqual(later.map(() => "changed"));
  });

  it("if only its content identifies it and an age in it changed", () => {
    const rows = (minutes: number) => ["a", "b"].map((name) => ({ row: `${name}, ${minutes} minutes ago` }));
    const { changes, noise } = between(rows(1), rows(2));
    expect(changes).toEqual([]);
    expect(noise).toHaveLength(2);
  });
});

describe("records of an earlier release", () => {
  const old = (items: readonly { url: string }[]) => ({
    ...first(items),
    records: items.map((record) => ({ key: legacyKey([record.url]), record })),
    isLegacy: true,
  });

  it("keep their keys, and raise no alert", () => {
    const items = [lamp({ url: "https://s.example/lamp?ref=home" }), chair()] as { url: string }[];
    const before = old(items);
    const again = [lamp({ url: "https://s.example/lamp?ref=list" }), chair()];
    const { changes, set, noise } = collect(again, before);
    expect(changes).toEqual([]);
    expect(set.records.map(({ key }) => key)).toEqual(before.records.map(({ key }) => key));
    expect(set.isLegacy).toBeUndefined();
    expect(noise).toMatchObject([{ fields: { url: { noise: "visit" } } }]);
    // From the next run on, no list decides what belongs to the visit.
    const third = [lamp({ url: "https://s.example/lamp?ref=shop" }), chair()];
    expect(collect(third, set).changes).not.toEqual([]);
  });

  it("that were merged are separated from now on, marked and without an alert", () => {
    const before = old([{ url: "https://s.example/?ref=1" }, { url: "https://s.example/x" }]);
    const items = [1, 2].map((ref) => ({ url: `https://s.example/?ref=${ref}` }));
    const { changes, noise, notes, set } = collect([...items, { url: "https://s.example/x" }], before);
    expect(changes).toEqual([]);
    expect(noise).toMatchObject([{ type: "added", fields: { url: { noise: "apart" } } }]);
    expect(notes).toEqual([expect.stringContaining("confused with another one, monitored from now on: 1")]);
    expect(set.records).toHaveLength(3);
  });
});
