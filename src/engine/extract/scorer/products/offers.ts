/** Facts from offers besides the price: price range, condition, seller, shipping. */

import { type Fact, makeFact } from "../../sources/facts.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import { isRecord } from "../../sources/markup/entities.ts";
import { nameOf } from "../../sources/markup/flatten.ts";
import { type CoerceContext, resolveUrl } from "../../values/coerce.ts";
import { machineNumber, parsePrice } from "../../values/numbers.ts";
import { isAvailable } from "../../values/stock.ts";
import type { Concept } from "../../vocabulary/concepts.ts";

type Properties = Readonly<Record<string, unknown>>;
const recordsOf = (value: unknown): Properties[] => (Array.isArray(value) ? value : [value]).filter(isRecord);

const MAX_OFFERS = 500;
/** Offers of a product and its variants, including those within aggregate offers. */
const listOffers = (product: Properties): Properties[] =>
  [product, ...recordsOf(product.hasVariant)]
    .flatMap(({ offers }) => recordsOf(offers))
    .flatMap((offer) => [offer, ...recordsOf(offer.offers)])
    .slice(0, MAX_OFFERS);

/** The only offer whose URL is the page's; null if none or several match. */
const findNamed = (offers: readonly Properties[], { baseUrl }: CoerceContext): Properties | null => {
  const named = offers.filter(({ url }) => typeof url === "string" && resolveUrl(url, baseUrl) === baseUrl);
  return named.length === 1 ? (named[0] ?? null) : null;
};

const toNumber = (value: unknown, context: CoerceContext): number | null => {
  if (typeof value === "number") return value > 0 ? value : null;
  if (typeof value !== "string") return null;
  const number = machineNumber(value) ?? parsePrice(value, context);
  return number !== null && number > 0 ? number : null;
};

/** The value that all offers agree on; null if they differ or have none. */
const soleOf = (values: readonly unknown[]): string | null => {
  const texts = new Set(
    values
      .map(nameOf)
      .filter((value) => typeof value === "string" || typeof value === "number")
      .map((value) => String(value).trim())
      .filter((text) => text !== ""),
  );
  return texts.size === 1 ? ([...texts][0] ?? null) : null;
};

/** Facts from the offers of the page's subject. A single price shared by all of them is read elsewhere. */
export const readOffers = (subject: Entity | null, context: CoerceContext): Fact[] => {
  if (!subject) return [];
  const offers = listOffers(subject.properties);
  if (offers.length === 0) return [];
  const label = subject.types[0] ?? "Thing";
  // Facts about all offers rank above those of the first one.
  const note = (concept: Concept, value: unknown, path: string): Fact[] =>
    value === null
      ? []
      : [makeFact(subject.source, concept, [value], { concept, factor: 1.01, path: `${label}.${path}` })];
  const numbers = (name: string): number[] =>
    offers.map((offer) => toNumber(offer[name], context)).filter((value) => value !== null);
  const all = [...numbers("price"), ...numbers("lowPrice"), ...numbers("highPrice")];
  const named = findNamed(offers, context);
  const stocks = (named ? [named] : offers)
    .map(({ availability }) => nameOf(availability))
    .filter((text) => typeof text === "string");
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const isRange = all.length > 0 && low < high;
  const condition = soleOf(offers.map(({ itemCondition }) => itemCondition))?.replace(
    /^.*\/|Condition$/g,
    "",
  );
  const rates = offers.flatMap((offer) =>
    recordsOf(offer.shippingDetails).flatMap(({ shippingRate }) => recordsOf(shippingRate)),
  );
  return [
    ...note("price", named?.price ?? null, "offers.price"),
    // A product is in stock if any of its variants is.
    ...note("availability", stocks.find(isAvailable) ?? stocks[0] ?? null, "offers.availability"),
    ...(all.length > 0 ? note("lowPrice", low, "offers") : []),
    ...(isRange ? note("highPrice", high, "offers") : []),
    ...(isRange ? note("priceRange", `${low} – ${high}`, "offers") : []),
    ...note("condition", condition ?? null, "offers.itemCondition"),
    ...note("seller", soleOf(offers.map(({ seller }) => seller)), "offers.seller"),
    ...note("shipping", soleOf(rates.map(({ value }) => value)), "offers.shippingDetails.shippingRate"),
  ];
};
