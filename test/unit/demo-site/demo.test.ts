import { describe, expect, it } from "@jest/globals";
import { renderTable, showCost, showCount, showDuration } from "../../../local/demo/print.ts";

describe("the demo's output", () => {
  it("aligns a table, with numbers on the right and the requested columns first", () => {
    const items = [
      { price: 1286.32, title: "Trowel", in_stock: true },
      { price: null, title: "A kettle", in_stock: false },
    ];
    expect(renderTable(items, ["title", "price"])).toEqual([
      "title       price  in_stock",
      "────────  ───────  ────────",
      "Trowel    1286.32  yes",
      "A kettle        –  no",
    ]);
  });

  it("removes line breaks and terminal control sequences from values", () => {
    const [, , row] = renderTable([{ title: `\u001b[2Ja\nb\u0007${"x".repeat(100)}` }]);
    expect(row).toMatch(/^a b x+…$/);
  });

  it("formats counts, durations and prices for people", () => {
    expect([showCount(1, "page"), showCount(1_000, "item")]).toEqual(["1 page", "1,000 items"]);
    expect([showDuration(623), showDuration(12_345)]).toEqual(["623 ms", "12.3 s"]);
    expect([showCost(0), showCost(0.000023283), showCost(1.5)]).toEqual(["$0", "$0.000023", "$1.50"]);
  });
});
