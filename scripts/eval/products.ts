/** Scores product pages without their structured data: which values does the visible text give? */

import { extractData, parseDocument } from "../../src/engine/extract/extract.ts";
import type { Entity } from "../../src/engine/extract/sources/markup/entities.ts";
import { readEntities } from "../../src/engine/extract/sources/markup/entities.ts";
import { plainText } from "../../src/engine/extract/sources/markup/plainText.ts";
import type { EvalPage } from "./pages.ts";

interface ProductTruth {
  readonly price: number | null;
  readonly currency: string | null;
  readonly sku: string | null;
  readonly brand: string | null;
  readonly isAvailable: boolean | null;
}

type Properties = Readonly<Record<string, unknown>>;
const asList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.flatMap(asList) : value === undefined || value === null ? [] : [value];
const isProperties = (value: unknown): value is Properties => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => {
  const [first] = asList(value);
  if (isProperties(first)) return textOf(first.name);
  return typeof first === "string" || typeof first === "number" ? plainText(String(first)) || null : null;
};

/** Offers of a product, including those inside an AggregateOffer. */
const offersOf = (product: Properties): Properties[] =>
  asList(product.offers)
    .filter(isProperties)
    .flatMap((offer) => [offer, ...asList(offer.offers).filter(isProperties)]);

const soleOf = <T>(values: readonly (T | null)[]): T | null => {
  const known = new Set(values.filter((value) => value !== null));
  return known.size === 1 ? ([...known][0] ?? null) : null;
};

const pricesOf = (offer: Properties): (number | null)[] =>
  [
    offer.price,
    offer.lowPrice,
    ...asList(offer.priceSpecification)
      .filter(isProperties)
      .map(({ price }) => price),
  ]
    .map((price) => Number.parseFloat(textOf(price) ?? ""))
    .filter((price) => price > 0);

const toTruth = ({ properties }: Entity): ProductTruth => {
  const offers = offersOf(properties);
  const stock = offers.map(({ availability }) => textOf(availability)?.replace(/^.*\//, "") ?? null);
  return {
    price: soleOf(offers.flatMap(pricesOf)),
    currency: soleOf(offers.map(({ priceCurrency }) => textOf(priceCurrency))),
    sku: textOf(properties.sku),
    brand: textOf(properties.brand),
    isAvailable: soleOf(
      stock.map((name) =>
        name === null || /^(?:PreOrder|BackOrder|PreSale)$/.test(name)
          ? null
          : /^(?:InStock|LimitedAvailability|OnlineOnly|InStoreOnly)$/.test(name),
      ),
    ),
  };
};

/** The values in a product page's markup; null if the page is not about exactly one product. */
const productTruth = ({ html, url, kind }: EvalPage): ProductTruth | null => {
  if (kind !== "product") return null;
  const products = readEntities(parseDocument(html, { url })).filter(
    ({ types, properties }) => types.includes("Product") && properties.offers !== undefined,
  );
  const names = new Set(products.map(({ properties }) => textOf(properties.name)));
  const [product] = products;
  return product && names.size === 1 ? toTruth(product) : null;
};

/** The page without its structured product data. */
export const stripProduct = (html: string): string =>
  html
    .replace(/<script\b[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(
      /\s(?:itemprop|itemtype|itemscope|typeof|property="(?:og|product):(?:price|availability|brand|upc|ean|retailer)[^"]*")\s*(?:=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?/gi,
      " ",
    );

const FIELDS = ["price", "currency", "sku", "brand", "availability"] as const;
type Field = (typeof FIELDS)[number];
export type ProductScores = Readonly<Record<Field, { readonly f1: number; readonly pages: number }>>;

const SCHEMA = {
  price: "price",
  currency: "string",
  sku: "string",
  brand: "string",
  in_stock: "boolean",
} as const;

const letters = (value: unknown): string =>
  String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
const isSame = (found: unknown, truth: unknown): boolean =>
  typeof truth === "number"
    ? typeof found === "number" && Math.abs(found - truth) < 0.01
    : letters(found) === letters(truth);

/** F1 over all pages. Values that the markup lacks are ignored; missing values lower only recall. */
export const scoreProducts = (
  pages: readonly EvalPage[],
  prepare: (html: string) => string,
): ProductScores => {
  const compared = pages.flatMap((page) => {
    const truth = productTruth(page);
    if (truth === null) return [];
    const document = parseDocument(prepare(page.html), { url: page.url });
    const item = extractData(document, { schema: SCHEMA, now: 0 }).results[0]?.item ?? {};
    return [{ truth, found: { ...item, availability: item.in_stock } as Readonly<Record<string, unknown>> }];
  });
  const scoreField = (field: Field): { f1: number; pages: number } => {
    const wanted = compared
      .map(({ truth, found }) => ({
        truth: field === "availability" ? truth.isAvailable : truth[field],
        found: found[field] ?? null,
      }))
      .filter(({ truth }) => truth !== null);
    const found = wanted.filter((pair) => pair.found !== null);
    const hits = found.filter((pair) => isSame(pair.found, pair.truth)).length;
    return { f1: (2 * hits) / (found.length + wanted.length), pages: wanted.length };
  };
  return Object.fromEntries(FIELDS.map((field) => [field, scoreField(field)])) as ProductScores;
};
