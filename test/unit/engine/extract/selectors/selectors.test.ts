import { describe, expect, it } from "@jest/globals";
import type { Element } from "domhandler";
import { parseField } from "../../../../../src/contract/fields/fields.ts";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { extractRecords, parseDocument } from "../../../../../src/engine/extract/extract.ts";
import { compileSelector } from "../../../../../src/engine/extract/slots/select.ts";
import { writeField, writeSelector } from "../../../../../src/engine/extract/slots/selectors/index.ts";

const URL = "https://shop.example/list";
const pageOf = (body: string) => parseDocument(`<html lang="en"><body>${body}</body></html>`, { url: URL });
const CONTEXT = { baseUrl: URL, language: "en", now: 0 };

const select = (page: ReturnType<typeof pageOf>, css: string): Element[] => compileSelector(css)(page.root);

const card = (name: string, price: string, look: string) =>
  `<li><article class="${look}"><h3 class="css-1x2y3z title">${name}</h3><span class="sc-bdVaJa amount">${price}</span></article></li>`;

describe("a generated selector", () => {
  const page = pageOf(
    `<aside><ul><li>Ad</li></ul></aside><main><ul id="goods">${card("Oak", "12 €", "css-9a8b7c card odd")}${card("Elm", "14 €", "css-9a8b7c card even active")}${card("Ash", "9 €", "css-9a8b7c card")}</ul></main>`,
  );

  it("matches exactly its elements", () => {
    const items = select(page, "#goods > li");
    const written = writeSelector(page.root, items);
    expect(written?.fit).toBe(1);
    expect(select(page, written?.css ?? "")).toEqual(items);
  });

  it("uses no hashed class, state or position if there is a meaningful class", () => {
    expect(writeSelector(page.root, select(page, "article"))).toEqual({ css: ".card", fit: 1 });
  });

  it("prefers semantic attributes to classes", () => {
    const marked = pageOf(
      `<p class="a">1</p><p class="a" data-testid="total">2</p><p class="a" id="post-12345">3</p>`,
    );
    expect(writeSelector(marked.root, select(marked, "[data-testid]"))?.css).toBe('[data-testid="total"]');
    expect(writeSelector(marked.root, select(marked, "p:nth-of-type(3)"))?.css).not.toContain("12345");
  });

  it("keeps the part of a class name that is the same in every build", () => {
    const modules = pageOf(
      `<div class="Card_root__x7Ks2"><b>1</b></div><div class="Card_root__x7Ks2"><b>2</b></div><div>3</div>`,
    );
    const css = writeSelector(modules.root, select(modules, "[class]"))?.css ?? "";
    expect(css).toContain("Card_root__");
    expect(css).not.toContain("x7Ks2");
  });

  it("is null if nothing distinguishes the elements", () => {
    const plain = pageOf(`<div>${"<p>x</p>".repeat(9)}</div>`);
    expect(writeSelector(plain.root, select(plain, "p:nth-of-type(2), p:nth-of-type(7)"))).toBeNull();
  });
});

describe("a generated field", () => {
  const page = pageOf(
    `<ul>${["Oak;1.299,00 €;/oak;4.5", "Elm;89,90 €;/elm;3", "Ash;12,50 €;/ash;5"]
      .map((row) => row.split(";"))
      .map(
        ([name, price, link, stars]) =>
          `<li class="card"><a href="${link}"><h3>${name}</h3></a><s class="was">999 €</s><b class="now">${price}</b><i data-stars="${stars}">★</i></li>`,
      )
      .join("")}</ul>`,
  );
  const records = select(page, ".card");
  const read = (text: string, schema: OutputSchema) =>
    extractRecords(page, { selector: ".card", fields: [parseField(text)], schema, now: 0 }).records;

  it("reads the same values from every record as a run does", () => {
    const written = writeField(
      records,
      { name: "price", type: "price", values: [1299, 89.9, 12.5] },
      CONTEXT,
    );
    expect(written).toMatchObject({ text: "price: .now", fit: 1 });
    expect(read(written?.text ?? "", { price: "price" })).toEqual([
      { price: 1299 },
      { price: 89.9 },
      { price: 12.5 },
    ]);
  });

  it("reads attributes if no text contains the value", () => {
    const stars = writeField(records, { name: "rating", type: "number", values: [4.5, 3, 5] }, CONTEXT);
    expect(stars?.text).toMatch(/^rating: .*@data-stars$/);
    const values = ["oak", "elm", "ash"].map((path) => `https://shop.example/${path}`);
    expect(writeField(records, { name: "url", type: "url", values }, CONTEXT)?.text).toBe("url: a");
  });

  it("is null if the records do not contain the values", () => {
    expect(writeField(records, { name: "price", type: "price", values: [1, 2, 3] }, CONTEXT)).toBeNull();
  });

  it("is null if it would be right in too few records", () => {
    const values = ["Oak", "Fir", "Yew"];
    expect(writeField(records, { name: "title", type: "string", values }, CONTEXT)).toBeNull();
  });
});
