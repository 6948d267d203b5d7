import { describe, expect, it } from "@jest/globals";
import { fieldName, pageFlow } from "../../../local/demo/flow.ts";
import { type DemoOptions, readOptions } from "../../../local/demo/options.ts";
import { renderTable, showCost, showCount, showDuration } from "../../../local/demo/print.ts";
import { parseField } from "../../../src/contract/fields/fields.ts";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";

const chosen = (page: DemoOptions["page"]): NonNullable<DemoOptions["page"]> => {
  if (page === null) throw new Error("no page was chosen");
  return page;
};

describe("the demo's command line", () => {
  it("collects the demo shop by default", () => {
    expect(readOptions([])).toEqual({ page: null, json: false, help: false });
  });

  it("creates a valid flow from a URL and field names", () => {
    const { page } = readOptions([
      ...["--url", "https://shop.example/list", "--selector", "li.item", "--next", "a.next"],
      ...["--max-pages", "3", "--fields", "title: h3", "--fields", "price: .price | number"],
    ]);
    const flow = pageFlow(chosen(page));
    expect(FlowDefinition.parse(flow).steps).toEqual([
      { type: "navigate" },
      { type: "extract", selector: "li.item", fields: ["title: h3", "price: .price | number"] },
      { type: "paginate", selector: "a.next", maxPages: 3 },
    ]);
  });

  it("lets the service detect the fields if none is named", () => {
    const { page } = readOptions(["--url", "https://shop.example/"]);
    expect(FlowDefinition.parse(pageFlow(chosen(page))).steps).toEqual([]);
  });

  it.each([
    [["--url", "ftp://shop.example/"], "ftp://shop.example/"],
    [["--url", "shop"], '"shop"'],
    [["--fields", "title: h1"], "--fields needs --url"],
    [["--allow-private"], "--allow-private needs --url"],
    [["--url", "https://shop.example/", "--next", "a"], "need --fields"],
    [["--url", "https://shop.example/", "--max-pages", "many"], '"many"'],
    [["--colour"], "--colour"],
  ])("refuses %j and names the mistake", (args, named) => {
    expect(() => readOptions(args)).toThrow(named);
  });

  it.each(["title", "title: h1", "tags[]: li a", "price: .price | number", "name | trim"])(
    "names the column of %j like the service's field",
    (field) => expect(fieldName(field)).toBe(parseField(field).name),
  );
});

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
