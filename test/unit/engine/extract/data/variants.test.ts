import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../src/contract/fields/outputSchema.ts";
import { itemFrom, pageOf } from "./helpers.ts";

describe("variants of a product", () => {
  const SIZES = `<table><tr><th>Size</th><th>Price</th></tr>${["S", "M", "L"]
    .map((size, at) => `<tr><td>${size}</td><td>$${18 + at * 5}.00</td></tr>`)
    .join("")}</table>`;
  const CARDS = `<h2>You may also like</h2><ul>${["Oak", "Ash", "Pine", "Elm"]
    .map(
      (wood, at) =>
        `<li class="product"><a href="/p/${at}"><h3>${wood} Lamp</h3></a><span class="price">$${at + 40}.50</span></li>`,
    )
    .join("")}</ul>`;
  const lampOf = (sizes: string): string =>
    pageOf(`<main><h1>Teak Lamp</h1><p class="price"><strong>$68.43</strong></p>${sizes}${CARDS}</main>`);
  const schema = {
    title: "string",
    variants: [{ size: "string", price: "price" }],
  } as const satisfies OutputSchema;

  it("are rows of the table with a column for each field, not cards of other products", () => {
    expect(itemFrom(lampOf(SIZES), schema)).toEqual({
      title: "Teak Lamp",
      variants: [
        { size: "S", price: 18 },
        { size: "M", price: 23 },
        { size: "L", price: 28 },
      ],
    });
  });

  it("are missing if the page has nothing but cards of other products without one of the fields", () => {
    expect(itemFrom(lampOf(""), schema)).toEqual({ title: "Teak Lamp", variants: [] });
  });

  it("do not keep other products out of a field that they fill", () => {
    const related = { related: [{ title: "string", price: "price" }] } as const satisfies OutputSchema;
    expect(itemFrom(lampOf(SIZES), related)?.related).toHaveLength(4);
  });
});
