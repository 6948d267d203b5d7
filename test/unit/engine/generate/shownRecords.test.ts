import { describe, expect, it } from "@jest/globals";
import type { ShownRecord } from "../../../../src/contract/fields/recordExamples.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { generateFromExamples } from "../../../../src/engine/generate/index.ts";

const URL_OF_PAGE = "https://shop.example/";
const NOW = Date.UTC(2026, 10, 21);
const generate = (body: string, example: ShownRecord, language = "en") =>
  generateFromExamples(
    {
      url: URL_OF_PAGE,
      document: parseDocument(`<html lang="${language}"><body><main>${body}</main></body></html>`, {
        url: URL_OF_PAGE,
      }),
      isRendered: false,
    },
    [example],
    undefined,
    NOW,
  );

const REVIEWS = ["Anna 5 Fine kettle", "Berta 2 It leaks", "Clara 4 Boils fast", "Dora 3 Heavy"]
  .map((text) => text.split(" "))
  .map(
    ([name, stars, ...words]) =>
      `<div class="review"><b class="by">${name}</b> <i class="stars">${stars}</i><p>${words.join(" ")}</p></div>`,
  )
  .join("");
const PAGE = `<h1>Oak Kettle</h1><p class="price">€1.234,50</p>
  <ul class="colours"><li>Oak</li><li>Ash</li><li>Elm</li></ul>
  <dl class="seller"><dt>Seller</dt><dd class="shop">Kettles &amp; Co</dd><dt>City</dt><dd class="city">Lyon</dd></dl>
  <section class="reviews">${REVIEWS}</section>`;

describe("an example with values other than text", () => {
  it("finds a number in any format", () => {
    const { flow } = generate(PAGE, { name: "Oak Kettle", price: 1234.5 }, "de");
    expect(flow?.preview?.records).toEqual([{ name: "Oak Kettle", price: 1234.5 }]);
  });

  it("reads a whole list from its first entries", () => {
    const { flow } = generate(PAGE, { name: "Oak Kettle", colours: ["Oak", "Ash"] });
    expect(flow?.outputSchema).toEqual({ name: "string", colours: "string[]" });
    expect(flow?.preview?.records).toEqual([{ name: "Oak Kettle", colours: ["Oak", "Ash", "Elm"] }]);
  });

  it("reads a list of records next to the page's own values", () => {
    const { flow } = generate(PAGE, {
      name: "Oak Kettle",
      reviews: [
        { by: "Anna", text: "Fine kettle" },
        { by: "Berta", text: "It leaks" },
      ],
    });
    expect(flow?.outputSchema).toEqual({ name: "string", reviews: [{ by: "string", text: "string" }] });
    expect(flow?.preview?.records).toEqual([
      {
        name: "Oak Kettle",
        reviews: [
          { by: "Anna", text: "Fine kettle" },
          { by: "Berta", text: "It leaks" },
          { by: "Clara", text: "Boils fast" },
          { by: "Dora", text: "Heavy" },
        ],
      },
    ]);
  });

  it("reads a nested record", () => {
    const { flow } = generate(PAGE, { name: "Oak Kettle", seller: { shop: "Kettles & Co", city: "Lyon" } });
    expect(flow?.preview?.records).toEqual([
      { name: "Oak Kettle", seller: { shop: "Kettles & Co", city: "Lyon" } },
    ]);
  });

  it("names the list that the page does not have", () => {
    const { flow } = generate(PAGE, { name: "Oak Kettle", sizes: ["Small", "Large"] });
    expect(flow?.notes).toMatchObject([{ field: "sizes" }]);
    expect(Object.keys(flow?.outputSchema ?? {})).toEqual(["name"]);
  });
});
