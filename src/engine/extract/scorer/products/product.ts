/** Facts of a product page besides the price: codes, availability, brand, rating, shipping. */
import type { Element } from "domhandler";
import type { PageDocument } from "../../page/document.ts";
import { startText } from "../../page/shortText.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import {
  drawnStars,
  findRating,
  parseCount,
  parseLedRating,
  parseSoleCount,
} from "../../sources/text/ratings.ts";
import { countPrices } from "../../values/prices.ts";
import { normalForm } from "../../vocabulary/normalForm.ts";
import ratings from "../../vocabulary/ratings.json" with { type: "json" };
import shipping from "../../vocabulary/shipping.json" with { type: "json" };
import { readAvailability } from "./availability.ts";
import { readBrand } from "./brand.ts";
import { readCodes } from "./codes.ts";
import { findSaid, listCalled, listShort, type Said, type Shown } from "./said.ts";

const RATED = new RegExp(ratings.product.join("|"), "iu");
const MAX_STATUS = 80;
const MAX_RATED = 260;
const MAX_COUNT = 40;
const namesRated = (element: Element): string =>
  `${element.attribs.class ?? ""} ${element.attribs["aria-label"] ?? ""} ${element.attribs.title ?? ""}`;

/**
 * The rating and its count: from elements with matching class names, from lines, and from the link to the reviews.
 */
const readRating = (shown: Shown): Fact[] => {
  const called = listCalled(
    shown,
    (element) => RATED.test(namesRated(element)),
    (element) =>
      `${element.attribs["aria-label"] ?? ""} ${element.attribs.title ?? ""} ${drawnStars(element) ?? startText(element, 200)}`,
  ).filter(({ text }) => text.length <= MAX_RATED);
  const links = listCalled(
    shown,
    ({ name }) => name === "a",
    (element) => startText(element, MAX_COUNT),
  );
  const lines = listShort(shown, MAX_STATUS);
  const note = (
    concept: "rating" | "reviewCount",
    readers: readonly (readonly [
      all: readonly Said[],
      read: (text: string) => number | null,
      factor: number,
    ])[],
  ): Fact[] => {
    for (const [all, read, factor] of readers) {
      const found = findSaid(shown, all, read);
      if (found) return [makeFact("content", concept, [found.value], { factor, origin: found.origin })];
    }
    return [];
  };
  const counted = (text: string): number | null => parseCount(normalForm(text, "NFKC"));
  const ratedLine = (text: string): number | null =>
    RATED.test(text) || counted(text) !== null ? (findRating(text) ?? parseLedRating(text)) : null;
  return [
    // A rating with a count is about all reviews, not a single one.
    ...note("rating", [
      [lines.filter(({ text }) => counted(text) !== null), ratedLine, 0.88],
      [called, findRating, 0.85],
      [lines, ratedLine, 0.7],
    ]),
    ...note("reviewCount", [
      [lines, (text) => (ratedLine(text) === null ? null : counted(text)), 0.88],
      [called, parseCount, 0.85],
      [links.filter(({ text }) => text.length < MAX_COUNT), parseSoleCount, 0.65],
    ]),
  ];
};

const SHIPPING = new RegExp(shipping.shipping.join("|"), "i");
const FREE = new RegExp(String.raw`(?:${shipping.free.join("|")})(?!\p{L})|${shipping.freeUnspaced}`, "iu");
/** Shipping that is free above some amount is not free. */
const CONDITION = new RegExp(String.raw`\d|${shipping.condition.join("|")}`, "i");

/** The shipping cost, if a short line gives it. */
const readShipping = (shown: Shown): Fact[] => {
  const found = findSaid(shown, listShort(shown, MAX_STATUS), (text) => {
    if (!SHIPPING.test(text)) return null;
    if (FREE.test(text)) return CONDITION.test(text) ? null : "Free";
    return countPrices(text) === 1 && !/over|above|ab |dès|desde|vanaf/i.test(text) ? text : null;
  });
  return found
    ? [
        makeFact("content", "shipping", [found.value], {
          concept: "shipping",
          factor: 0.75,
          origin: found.origin,
        }),
      ]
    : [];
};

/** Facts of the page's product as visible on the page. */
export const readProduct = (page: PageDocument, shown: Shown): Fact[] => [
  ...readCodes(page, shown),
  ...readAvailability(shown),
  ...readBrand(shown),
  ...readRating(shown),
  ...readShipping(shown),
];
