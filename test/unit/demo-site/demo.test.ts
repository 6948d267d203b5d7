import { describe, expect, it } from "@jest/globals";
import { fieldName, pageFlow } from "../../../local/demo/flow.ts";
import { type DemoOptions, readOptions } from "../../../local/demo/options.ts";
import { renderTable, showCost, showCount, showDuration } from "../../../local/demo/print.ts";
import { parseField } from "../../../src/contract/fields.ts";
import { FlowDefinition } from "../../../src/contract/flows.ts";

const chosen = (page: DemoOptions["page"]): NonNullable<DemoOptions["page"]> => {
  if (page === null) throw new Error("no page was chosen");
  return page;
};

describe("the demo's command line", () => {
  it("collects the demo shop when nothing is said", () => {
    expect(readOptions([])).toEqual({ page: null, json: false, help: false });
  });

  it("makes a flow that the service accepts out of a page and its fields", () => {
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

  it("leaves the collecting to the service when no field is named", () => {
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
  ])("refuses %j with a sentence that names what is wrong", (args, named) => {
    expect(() => readOptions(args)).toThrow(named);
  });

  it.each(["title", "title: h1", "tags[]: li a", "price: .price | number", "name | trim"])(
    "calls the column of %j as the service calls the field",
    (field) => expect(fieldName(field)).toBe(parseField(field).name),
  );
});

describe("the demo's words", () => {
  it("aligns a table, numbers to the right, wanted columns first", () => {
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

  it("lets no value of a page break the line or steer the terminal", () => {
    const [, , row] = renderTable([{ title: `\u001b[2Ja\nb\u0007${"x".repeat(100)}` }]);
    expect(row).toMatch(/^a b x+…$/);
  });

  it("counts, times and prices as people read them", () => {
    expect([showCount(1, "page"), showCount(1_000, "item")]).toEqual(["1 page", "1,000 items"]);
    expect([showDuration(623), showDuration(12_345)]).toEqual(["623 ms", "12.3 s"]);
    expect([showCost(0), showCost(0.000023283), showCost(1.5)]).toEqual(["$0", "$0.000023", "$1.50"]);
  });
});
