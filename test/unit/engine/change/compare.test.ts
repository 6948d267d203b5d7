import { describe, expect, it } from "@jest/globals";
import { between, brokenBetween, chair, collect, first, lamp, table } from "./collections.ts";

describe("a comparison of two collections", () => {
  it("finds added, removed and changed records, field by field", () => {
    const { changes, alerting } = between([lamp(), chair()], [lamp({ price: 18 }), table()]);
    expect(changes.map(({ type, fields }) => [type, fields])).toEqual([
      ["changed", { price: { previous: 20, current: 18 } }],
      [
        "added",
        {
          title: { previous: null, current: "Table" },
          price: { previous: null, current: 90 },
          url: { previous: null, current: "https://s.example/table" },
        },
      ],
      [
        "removed",
        {
          title: { previous: "Chair", current: null },
          price: { previous: 50, current: null },
          url: { previous: "https://s.example/chair", current: null },
        },
      ],
    ]);
    expect(alerting).toBe(3);
  });

  it("reports nothing for the first collection", () => {
    expect(collect([lamp(), chair()], null)).toMatchObject({ changes: [], alerting: 0, message: "" });
  });

  it("ignores the order of records", () => {
    expect(between([lamp(), chair(), table()], [table(), lamp(), chair()]).changes).toEqual([]);
  });

  it("marks and counts noise", () => {
    const before = lamp({ views: 10, updated_at: "a", note: "Seen 3 minutes ago", price: "£20.00" });
    const after = lamp({ views: 11, updated_at: "b", note: "Seen  9 minutes ago", price: "£20" });
    const { changes, noise } = between([before, chair()], [after, chair()]);
    expect(changes).toEqual([]);
    expect(noise).toMatchObject([
      {
        label: "Lamp",
        type: "changed",
        fields: {
          views: { previous: 10, current: 11, noise: "name" },
          updated_at: { noise: "name" },
          note: { noise: "age" },
          price: { previous: "£20.00", current: "£20", noise: "format" },
        },
      },
    ]);
  });

  it("considers only the fields that the owner names, even noisy ones", () => {
    const options = { fields: ["views"] };
    const { changes } = between(
      [lamp({ views: 1 }), chair()],
      [lamp({ views: 2, price: 1 }), chair()],
      options,
    );
    expect(changes.map(({ fields }) => fields)).toEqual([{ views: { previous: 1, current: 2 } }]);
  });

  it("does not report a field that was added to the flow as a change of the page", () => {
    const { changes, noise } = between([lamp(), chair()], [lamp({ stock: 3 }), chair({ stock: 1 })]);
    expect(changes).toEqual([]);
    expect(noise).toMatchObject([{ fields: { stock: { current: 3, noise: "field" } } }, {}]);
  });

  it("lists changes that raise an alert first, and mentions only these", () => {
    const options = { conditions: ["price < 20"] };
    const { changes, alerting, message } = between(
      [lamp(), chair()],
      [chair({ price: 60 }), lamp({ price: 18 })],
      options,
    );
    expect(changes.map(({ key }) => key)).toHaveLength(2);
    expect(changes[0]?.fields).toEqual({ price: { previous: 20, current: 18 } });
    expect(alerting).toBe(1);
    expect(message).toBe('"Lamp": price 20 → 18.');
  });

  it("summarizes the changes in one sentence, however many", () => {
    const many = (price: number) =>
      Array.from({ length: 9 }, (_, i) => ({ id: i + 1, title: `No ${i + 1}`, price }));
    expect(between(many(1), [...many(2), { id: 99, title: "New", price: 1 }]).message).toBe(
      '9 changed, 1 added: "No 1": price 1 → 2; "No 2": price 1 → 2; "No 3": price 1 → 2; …',
    );
    expect(between([lamp(), chair()], [lamp()]).message).toBe('"Chair" was removed.');
  });

  it("names each record in its change, so that nobody has to read keys", () => {
    const { changes } = between([lamp(), chair()], [lamp({ price: 18 }), table()]);
    expect(changes.map(({ label }) => label)).toEqual(["Lamp", "Table", "Chair"]);
    const unnamed = between(
      [
        { id: "a", n: 1 },
        { id: "b", n: 2 },
      ],
      [{ id: "a", n: 1 }],
    ).changes[0];
    expect(unnamed?.label).toBe("b");
  });

  it.each([
    ["2 prices fell", [lamp({ price: 18 }), chair({ price: 40 })]],
    ["2 prices changed", [lamp({ price: 18 }), chair({ price: 60 })]],
    ["Price of Lamp rose to 20.50", [lamp({ price: 20.5 }), chair()]],
    ["2 fields of Lamp changed", [lamp({ price: 18, stock: "no" }), chair()]],
    ["2 records changed", [lamp({ price: 18, stock: "no" }), chair({ stock: "no" })]],
    ["Removed: Chair", [lamp()]],
    ["New: Table", [lamp(), chair(), table()]],
    ["2 new records", [lamp(), chair(), table(), table({ url: "https://s.example/t2" })]],
    ["2 changes", [lamp({ price: 18 }), chair(), table()]],
  ])("has the title %j", (title, after) => {
    const given = after.map((item) => ({ stock: "yes", ...item }));
    expect(between([lamp({ stock: "yes" }), chair({ stock: "yes" })], given).title).toBe(title);
  });

  it("shows prices in the currency of their record", () => {
    const euro = { currency: "EUR" };
    expect(between([lamp(euro), chair(euro)], [lamp({ ...euro, price: 18.5 }), chair(euro)])).toMatchObject({
      title: "Price of Lamp fell to €18.50",
      message: '"Lamp": price €20.00 → €18.50.',
    });
  });
});

describe("the key of a record", () => {
  it.each([
    ["url", { url: "https://s.example/a", id: 1, title: "x" }],
    ["id", { id: 1, title: "x" }],
    ["sku", { sku: "A-1", title: "x" }],
    ["title", { price: 3, title: "x" }],
  ])("defaults to the %s if that identifies the records", (field, record) => {
    const other = Object.fromEntries(Object.entries(record).map(([name, value]) => [name, `${value}2`]));
    expect(first([record, other]).keyFields).toEqual([field]);
  });

  it("is not a field that many records share", () => {
    const records = [1, 2, 3, 4].map((id) => ({ url: "https://s.example/", id }));
    expect(first(records).keyFields).toEqual(["id"]);
  });

  it("is the owner's choice, and separates records that differ in one part of it", () => {
    const options = { key: ["title", "size"] };
    const records = [
      { title: "Shirt", size: "S", price: 1 },
      { title: "Shirt", size: "M", price: 1 },
    ];
    const { changes } = between(
      records,
      [
        { title: "Shirt", size: "S", price: 1 },
        { title: "Shirt", size: "M", price: 2 },
      ],
      options,
    );
    expect(changes).toMatchObject([{ type: "changed", fields: { price: { previous: 1, current: 2 } } }]);
  });

  it("stays the same once it is chosen, whatever fields are added later", () => {
    const before = first([
      { id: 1, title: "a" },
      { id: 2, title: "b" },
    ]);
    const after = [
      { id: 1, title: "a", url: "u1" },
      { id: 2, title: "b", url: "u2" },
    ];
    expect(collect(after, before).set.keyFields).toEqual(["id"]);
  });

  it("separates URLs that differ only in a session-like parameter", () => {
    const pages = ["ref", "session", "expires", "ts"].flatMap((name) =>
      [1, 2].map((value) => ({ url: `https://s.example/${name}?${name}=${value}` })),
    );
    expect(collect(pages, null)).toMatchObject({ set: { records: { length: 8 } }, notes: [] });
  });

  it("of a page's only record stays the same whatever happens to its fields", () => {
    const { changes } = between([lamp()], [lamp({ title: "Bright lamp", url: "https://s.example/bright" })]);
    expect(changes).toMatchObject([{ key: "record", type: "changed" }]);
  });

  it("is found again when one record becomes many", () => {
    const { changes, set } = between([lamp()], [lamp(), chair()]);
    expect(set.keyFields).toEqual(["url"]);
    expect(changes).toMatchObject([{ type: "added" }]);
  });

  it("is short and valid in a URL path", () => {
    const keys = first([lamp(), chair(), table()]).records.map(({ key }) => key);
    for (const key of keys) expect(key).toMatch(/^[\w.-]{1,64}$/);
    expect(first([{ sku: "AB-1" }, { sku: "AB-2" }]).records.map(({ key }) => key)).toEqual(["AB-1", "AB-2"]);
  });

  it("that is missing leaves the record out, and says so", () => {
    const { set, notes } = collect([lamp(), chair({ url: null })], null, { key: ["url"] });
    expect(set.records).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining("without a url, which are not monitored: 1")]);
  });

  it("that is duplicated keeps the records apart by their content, and says so", () => {
    const doubled = [lamp(), lamp({ price: 3 }), chair()];
    const { set, notes } = collect(doubled, null, { key: ["url"] });
    expect(new Set(set.records.map(({ key }) => key)).size).toBe(3);
    expect(notes).toEqual([expect.stringContaining("distinguished by their other fields: 1")]);
    const { changes } = collect([lamp({ price: 4 }), lamp(), chair()], set, { key: ["url"] });
    expect(changes).toMatchObject([{ type: "changed", fields: { price: { previous: 3, current: 4 } } }]);
  });
});

describe("a page that lost its content", () => {
  it("is broken if no records are left", () => {
    expect(brokenBetween([lamp(), chair()], [])).toContain("No records were found");
  });

  it("is broken if a field is empty in all of many records", () => {
    const empty = [lamp, chair, table].map((make) => make({ price: null }));
    expect(brokenBetween([lamp(), chair(), table()], empty)).toContain("price");
  });

  it("is broken if the only record lost all its fields, but not if it lost one", () => {
    expect(brokenBetween([lamp()], [{ title: null, price: null, url: null }])).not.toBe("");
    expect(brokenBetween([lamp()], [lamp({ price: null })])).toBe("");
    expect(between([lamp()], [lamp({ price: null })]).changes).toMatchObject([
      { fields: { price: { previous: 20, current: null } } },
    ]);
  });

  it("is not broken if a few of many records lost a field", () => {
    expect(brokenBetween([lamp(), chair(), table()], [lamp({ price: null }), chair(), table()])).toBe("");
  });
});

const RECORDS = { lacksRecords: true };
const VALUES = { lacksValues: true };
const GAPS = { ...RECORDS, ...VALUES };

describe("an incomplete collection", () => {
  it("removes nothing: missing records and values stay as they were", () => {
    const before = first([lamp(), chair()]);
    const { changes, set, notes } = collect([lamp({ price: 1, title: null })], before, {}, GAPS);
    expect(changes).toMatchObject([{ type: "changed", fields: { price: { current: 1 } } }]);
    expect(set.records).toHaveLength(2);
    expect(notes).toEqual([expect.stringMatching(/^Removals were not checked .*: 1\.$/)]);
  });

  it("reports removed records if only values are missing", () => {
    const before = first([lamp(), chair(), table()]);
    const { changes, set, notes } = collect([lamp(), table({ price: null })], before, {}, VALUES);
    expect(changes).toMatchObject([{ type: "removed", fields: { title: { previous: "Chair" } } }]);
    expect(set.records.map(({ record }) => record.price)).toEqual([20, 90]);
    expect(notes).toEqual([]);
  });

  it("does not report a record as removed if its key is among the missing values", () => {
    const before = first([lamp(), chair(), table()]);
    const { changes, set } = collect([lamp(), chair(), table({ url: null })], before, {}, VALUES);
    expect(changes).toEqual([]);
    expect(set.records).toHaveLength(3);
  });

  it("does not make unseen records a change in the first complete collection", () => {
    const before = collect([lamp({ price: null }), chair()], null, {}, GAPS).set;
    const whole = collect([lamp(), chair({ price: 60 }), table()], before);
    expect(whole.changes).toMatchObject([{ fields: { price: { previous: 50, current: 60 } } }]);
    expect(whole.notes).toEqual([expect.stringMatching(/^The last run was partial\. .*: 2\.$/)]);
    // From then on, everything is known.
    const { changes } = collect([lamp(), chair({ price: 60 }), table(), lamp({ url: "x" })], whole.set);
    expect(changes).toMatchObject([{ type: "added" }]);
  });

  it("still reports new records if every collection stops at the same limit", () => {
    const before = collect([lamp(), chair()], null, {}, RECORDS).set;
    expect(collect([table(), lamp()], before, {}, RECORDS).changes).toMatchObject([{ type: "added" }]);
  });

  it("does not make a complete set incomplete", () => {
    const before = collect([lamp()], first([lamp(), chair({ price: null })]), {}, GAPS).set;
    const { changes } = collect([lamp(), chair({ price: 40 }), table()], before);
    expect(changes.map(({ type }) => type)).toEqual(["changed", "added"]);
  });
});
