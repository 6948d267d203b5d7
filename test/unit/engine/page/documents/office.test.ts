import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { findAll } from "domutils";
import { extractData, parseDocument, textOf } from "../../../../../src/engine/extract/extract.ts";
import { convert } from "../../../../../src/engine/page/documents/convert.ts";
import { kindOfFile } from "../../../../../src/engine/page/documents/kind.ts";
import { remarksOn } from "../../../../../src/engine/page/index.ts";

const open = async (name: string) => {
  const bytes = readFileSync(new URL(`./files/${name}`, import.meta.url));
  const kind = kindOfFile(bytes);
  if (kind === null) throw new Error(`${name} is not a document`);
  const { text: html } = await convert({ kind, bytes: new Uint8Array(bytes) });
  const page = parseDocument(html, { url: "https://shop.test/list", format: "document" });
  const all = (tag: string, within = page.root.children) => findAll(({ name: own }) => own === tag, within);
  const tables = all("table").map((table) =>
    all("tr", [table]).map((row) => row.children.map((cell) => textOf(cell)).filter((text) => text !== "\n")),
  );
  return { kind, page, all, tables, texts: (tag: string) => all(tag).map(textOf) };
};

describe.each(["prices.xlsx", "prices.ods"])("the workbook %s", (name) => {
  it("is recognized by its content, and has the file's title", async () => {
    const { kind, texts } = await open(name);
    expect(kind).toBe(name.slice(-kind.length));
    expect(texts("title")).toEqual(["Price list"]);
    expect(texts("h2")).toEqual(["Prices", "Regions", "Notes"]);
  });

  it("has a table per sheet, with a header below the text above it, and typed dates and numbers", async () => {
    const { tables, texts } = await open(name);
    expect(texts("p")).toEqual(["Price list 2026", "valid from 1 January", "Only a note"]);
    expect(tables[0]?.[0]?.slice(0, 4)).toEqual(["Article", "Unit", "Price", "Since"]);
    // In the ODS file, prices are numbers with a text after them.
    const price = name.endsWith("xlsx") ? "EUR 1.25" : "1.25";
    expect(tables[0]?.[1]?.slice(0, 4)).toEqual(["Product 1", "kg", price, "2026-01-01"]);
    expect(tables[0]?.[1]?.[5]).toBe("19%");
    expect(tables[0]).toHaveLength(13);
  });

  it("has merged cells and links, and reports hidden rows", async () => {
    const { all, page } = await open(name);
    const north = all("td").find((cell) => textOf(cell) === "North");
    expect(north?.attribs).toMatchObject({ class: "Region", rowspan: "2" });
    expect(all("td").find((cell) => textOf(cell) === "Beburg")?.attribs.class).toBe("City");
    expect(all("a").map(({ attribs }) => attribs.href)).toEqual(["https://example.org/product-2"]);
    const hidden = all("tr").filter(({ attribs }) => attribs["data-hidden"] === "true");
    expect(hidden.map((row) => textOf(row).slice(0, 9))).toEqual(["Product 4"]);
    expect(remarksOn(page)).toEqual([
      expect.stringMatching(/^hidden: Rows of the sheet "Prices" .*: 1\. They are included/),
      expect.stringMatching(/^hidden: The sheet "Notes" is hidden in the file\. It is included\.$/),
    ]);
  });

  it("is read by the meaning of its columns", async () => {
    const { page } = await open(name);
    const schema = { article: "string", price: "number", since: "date" } as const;
    const { results } = extractData(page, { schema, now: Date.UTC(2026, 10, 23) });
    expect(results.map(({ item }) => item).slice(0, 2)).toEqual([
      { article: "Product 1", price: 1.25, since: "2026-01-01" },
      { article: "Product 2", price: 2.5, since: "2026-01-02" },
    ]);
    expect(results).toHaveLength(12);
  });
});

it("gives amounts of an ODS workbook with their currency", async () => {
  const { tables } = await open("amounts.ods");
  expect(tables[0]?.[1]?.slice(0, 3)).toEqual(["Product 1", "kg", "EUR 1.25"]);
});

describe("a workbook with a two-row header", () => {
  it("joins both rows for each column name, and keeps the text above", async () => {
    const { all, texts } = await open("statistics.xlsx");
    expect(texts("p")).toEqual(["Statistics of the district 2026"]);
    const [row] = all("tr").filter(({ attribs }) => attribs.class === "record");
    expect(all("td", row ? [row] : []).map((cell) => [cell.attribs.class, textOf(cell)])).toEqual([
      ["District", "District 5"],
      ["Population-Men", "5000"],
      ["Population-Women", "5500"],
      ["Income-Mean", "€ 617.25"],
      ["Income-Rate", "5%"],
      ["At", "2026-03-05T12:30:00"],
    ]);
  });

  it("has the values of its formulas, and reports hidden columns", async () => {
    const { tables, page } = await open("statistics.xlsx");
    expect(tables[0]?.at(-1)?.slice(0, 4)).toEqual(["Total", "95000", "", "#DIV/0!"]);
    expect(remarksOn(page)).toEqual([
      'hidden: Columns of the sheet "Zahlen" are hidden in the file: C. They are included.',
    ]);
  });
});

describe.each(["judgment.docx", "judgment.odt"])("the text document %s", (name) => {
  it("has its headings, and its text without tracked deletions", async () => {
    const { texts } = await open(name);
    expect(texts("title")).toEqual(["Judgment 12/2026"]);
    expect(texts("h1")).toContain("Facts");
    expect(texts("p")).toContain("The claimant asks for 500 euros and costs of the case.");
    expect(texts("strong")).toContain("500 euros");
  });

  it("has bulleted and numbered lists, links and tables", async () => {
    const { texts, all, tables } = await open(name);
    expect(texts("li").slice(0, 4)).toEqual(["First ground", "Second ground", "Step one", "Step two"]);
    expect(all("ol").map((list) => all("li", [list]).length)).toEqual([2]);
    expect(all("a").map((link) => [textOf(link), link.attribs.href])).toEqual([
      ["the law", "https://example.org/law"],
    ]);
    expect(tables).toEqual([
      [
        ["Date", "Event", "Amount"],
        ["2026-01-02", "Sale", "500"],
        ["2026-02-03", "Reminder", "5"],
        ["Total", "505"],
      ],
    ]);
    expect(all("td").find((cell) => textOf(cell) === "Total")?.attribs.colspan).toBe("2");
  });
});
