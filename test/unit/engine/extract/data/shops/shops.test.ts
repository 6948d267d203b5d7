import { describe, expect, it } from "@jest/globals";
import type { OutputSchema } from "../../../../../../src/contract/fields/outputSchema.ts";
import { extractFrom, pageOf } from "../helpers.ts";
import { LOCALES } from "./locales.ts";
import { OTHERS } from "./others.ts";
import { PLATFORMS } from "./platforms.ts";
import { TRAPS } from "./traps.ts";

const SCHEMA = {
  title: "string",
  price: "price",
  original_price: "price",
  lowPrice: "price",
  highPrice: "price",
  currency: "string",
  sku: "string",
  mpn: "string",
  gtin: "string",
  brand: "string",
  in_stock: "boolean",
  availability: "string",
  condition: "string",
  category: "string",
} as const satisfies OutputSchema;

describe.each([
  ["common shop software", PLATFORMS],
  ["many languages", LOCALES],
  ["many distractions", TRAPS],
  ["other cases", OTHERS],
] as const)("products without markup: %s", (_what, pages) => {
  it.each(pages)("are read: %s (%s)", (_page, language, body, item) => {
    const html = pageOf(`<main>${body}</main>`, "", language);
    const { results } = extractFrom(html, { schema: SCHEMA }, "https://shop.example/product/x");
    expect(results[0]?.item).toMatchObject(item);
  });
});
