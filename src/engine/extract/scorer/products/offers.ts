/** What offers say besides one price: the least and the most, condition, seller, shipping. */

import type { Line } from "../../page/lines.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import type { Entity } from "../../sources/markup/entities.ts";
import { isRecord } from "../../sources/markup/entities.ts";
import { nameOf } from "../../sources/markup/flatten.ts";
import { type CoerceContext, resolveUrl } from "../../values/coerce.ts";
import { parsePrice } from "../../values/numbers.ts";
import { countPrices } from "../../values/prices.ts";
import { isAvailable } from "../../values/stock.ts";
import type { Concept } from "../../vocabulary/concepts.ts";
import { isAside } from "./aside.ts";

type Properties = Readonly<Record<string, unknown>>;
const recordsOf = (value: unknown): Properties[] => (Array.isArray(value) ? value : [value]).filter(isRecord);

const MAX_OFFERS = 500;
/** Offers of a product, of its variants, and those within an aggregate. */
const listOffers = (product: Properties): Properties[] =>
  [product, ...recordsOf(product.hasVariant)]
    .flatMap(({ offers }) => recordsOf(offers))
    .flatMap((offer) => [offer, ...recordsOf(offer.offers)])
    .slice(0, MAX_OFFERS);

/** The one offer whose address is that of the page; null where none is, or all are. */
const findNamed = (offers: readonly Properties[], { baseUrl }: CoerceContext): Properties | null => {
  const named = offers.filter(({ url }) => typeof url === "string" && resolveUrl(url, baseUrl) === baseUrl);
  return named.length === 1 ? (named[0] ?? null) : null;
};

const toNumber = (value: unknown, context: CoerceContext): number | null => {
  if (typeof value === "number") return value > 0 ? value : null;
  if (typeof value !== "string") return null;
  const number = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : parsePrice(value, context);
  return number !== null && number > 0 ? number : null;
};

/** What all that say something of it say alike; null where they differ or none does. */
const soleOf = (values: readonly unknown[]): string | null => {
  const told = new Set(
    values
      .map(nameOf)
      .filter((value) => typeof value === "string" || typeof value === "number")
      .map((value) => String(value).trim())
      .filter((text) => text !== ""),
  );
  return told.size === 1 ? ([...told][0] ?? null) : null;
};

/** Facts of the offers of the page's subject. The one price that all of them ask is told by others. */
export const readOffers = (subject: Entity | null, context: CoerceContext): Fact[] => {
  if (!subject) return [];
  const offers = listOffers(subject.properties);
  if (offers.length === 0) return [];
  const label = subject.types[0] ?? "Thing";
  // What is told of all offers goes before what the first of them says.
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
    // A thing can be had where any of its variants can.
    ...note("availability", stocks.find(isAvailable) ?? stocks[0] ?? null, "offers.availability"),
    ...(all.length > 0 ? note("lowPrice", low, "offers") : []),
    ...(isRange ? note("highPrice", high, "offers") : []),
    ...(isRange ? note("priceRange", `${low} – ${high}`, "offers") : []),
    ...note("condition", condition ?? null, "offers.itemCondition"),
    ...note("seller", soleOf(offers.map(({ seller }) => seller)), "offers.seller"),
    ...note("shipping", soleOf(rates.map(({ value }) => value)), "offers.shippingDetails.shippingRate"),
  ];
};

const SHIPPING =
  /shipping|delivery|postage|versand|lieferung|livraison|frais de port|envío|spedizione|frete|verzend|bezorg|frakt|fragt|wysyłk|dostaw|doprav|доставк|送料|运费|運費|배송비|kargo/i;
const FREE =
  /(?:free|gratis|kostenlos\p{L}*|gratuit\p{L}*|offerte?|grátis|darmow\p{L}*|zdarma|бесплатн\p{L}*|ücretsiz)(?!\p{L})|無料|包邮|包郵|무료/iu;
/** What is free from some sum on is not free. */
const CONDITION = /\d|over|above|orders|ab |dès|desde|from |vanaf|more|mindest|members?/i;
const MAX_LINE = 80;

/** What it costs to have the product sent, as far as a short line tells it. */
export const readShipping = (lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => {
  for (const { text, element } of lines) {
    if (text.length > MAX_LINE || !SHIPPING.test(text) || isAside(element, others)) continue;
    const isFree = FREE.test(text);
    if (
      isFree ? CONDITION.test(text) : countPrices(text) !== 1 || /over|above|ab |dès|desde|vanaf/i.test(text)
    )
      continue;
    const path = `line "${text.slice(0, 40)}"`;
    return [
      makeFact("content", "shipping", [isFree ? "Free" : text], { concept: "shipping", factor: 0.75, path }),
    ];
  }
  return [];
};
