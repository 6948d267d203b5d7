import { describe, expect, it } from "@jest/globals";
import { parseField } from "../../../../../src/contract/fields/fields.ts";
import {
  DocumentError,
  extractRecords,
  type Format,
  parseDocument,
  withDataElements,
} from "../../../../../src/engine/extract/extract.ts";

const URL_OF_PAGE = "https://shop.example/api";
const read = (text: string, format: Format, selector: string, fields: readonly string[]) =>
  extractRecords(withDataElements(parseDocument(text, { url: URL_OF_PAGE, format })), {
    selector,
    fields: fields.map(parseField),
    schema: { price: "price" },
    now: 0,
  }).records;

describe("data as elements", () => {
  it("has JSON keys as classes, and list entries as siblings", () => {
    const json = JSON.stringify({
      total: 2,
      data: {
        items: [
          { "unit price": 24.5, tags: ["a", "b"], قم: "١" },
          { "unit price": null, tags: [] },
        ],
      },
    });
    expect(read(json, "json", ".data .items", ["price: .unit-price", "tags[]: .tags", "n: .قم"])).toEqual([
      { price: 24.5, tags: ["a", "b"], n: "١" },
      { price: null, tags: [], n: null },
    ]);
  });

  it("has one record per entry of a top-level list and per table row", () => {
    expect(read('[{"name":"Oak"},{"name":"Tin"}]', "json", ".record", ["name: .name"])).toEqual([
      { name: "Oak" },
      { name: "Tin" },
    ]);
    expect(
      read("name,price\nOak,24.50\nTin,3\n", "csv", ".record", ["name: .name", "price: .price"]),
    ).toEqual([
      { name: "Oak", price: 24.5 },
      { name: "Tin", price: 3 },
    ]);
  });

  it("is the page itself for HTML, and is created once", () => {
    const page = parseDocument("<p>Hello</p>", { url: URL_OF_PAGE });
    expect(withDataElements(page)).toBe(page);
    const data = parseDocument("[1]", { url: URL_OF_PAGE, format: "json" });
    expect(withDataElements(data)).toBe(withDataElements(data));
  });

  it("is refused if it has too many elements", () => {
    const data = Array.from({ length: 500_001 }, (_, at) => at);
    const page = parseDocument(JSON.stringify(data), { url: URL_OF_PAGE, format: "json" });
    expect(() => withDataElements(page)).toThrow(DocumentError);
  });
});
