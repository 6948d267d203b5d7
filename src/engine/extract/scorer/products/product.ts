/** What a product's page shows of it: numbers, stock, brand, rating. */

import type { Element } from "domhandler";
import { findAll } from "domutils";
import type { Line } from "../../page/lines.ts";
import { startText } from "../../page/shortText.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { findRating, parseCount, parseLedRating, parseSoleCount } from "../../sources/text/ratings.ts";
import { normalForm } from "../../vocabulary/normalForm.ts";
import { isAside, isInCard } from "./aside.ts";
import { readAvailability } from "./availability.ts";
import { readBrand } from "./brand.ts";
import { readCodes } from "./codes.ts";

const MAX_STATUS = 80;
const RATING_CLASS = /rating|stars?|review|stern|bewert|étoiles|estrellas|stelle|sterren/i;

const readRating = (top: Element): Fact[] => {
  const facts: Fact[] = [];
  for (const element of findAll(
    ({ attribs }) =>
      RATING_CLASS.test(`${attribs.class ?? ""} ${attribs["aria-label"] ?? ""} ${attribs.title ?? ""}`),
    top.children,
  ).slice(0, 200)) {
    const text = `${element.attribs["aria-label"] ?? ""} ${element.attribs.title ?? ""} ${startText(element, 200)}`;
    if (text.length > 260) continue;
    const rating = findRating(text);
    const counted = parseCount(text);
    const path = `.${element.attribs.class ?? "rating"}`;
    if (rating !== null && !facts.some(({ concept }) => concept === "rating") && !isInCard(element))
      facts.push(makeFact("content", "rating", [rating], { factor: 0.85, path }));
    if (counted !== null && !facts.some(({ concept }) => concept === "reviewCount") && !isInCard(element))
      facts.push(makeFact("content", "reviewCount", [counted], { factor: 0.85, path }));
    if (facts.length === 2) break;
  }
  return facts;
};

const MAX_COUNT = 40;
/** "38 Bewertungen", where it leads to them. */
const readCountLink = (top: Element, others: ReadonlySet<unknown>): Fact[] => {
  for (const link of findAll(({ name }) => name === "a", top.children)) {
    const text = startText(link, MAX_COUNT);
    const count = text.length < MAX_COUNT ? parseSoleCount(text) : null;
    if (count !== null && !isAside(link, others) && !isInCard(link))
      return [makeFact("content", "reviewCount", [count], { factor: 0.65, path: `a "${text}"` })];
  }
  return [];
};

const SAYS_RATED =
  /rat(?:ed|ing)|stars?(?!\p{L})|stern|bewert|reviews?|note|étoiles|estrellas|★|Ø|評価|评分|평점|التقييم/iu;
/** What a short line says of stars, where no element is called so. */
const readRatedLine = (lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => {
  for (const { text, element } of lines) {
    if (text.length > MAX_STATUS) continue;
    const counted = parseCount(normalForm(text, "NFKC"));
    if (counted === null && !SAYS_RATED.test(text)) continue;
    const rating = findRating(text) ?? parseLedRating(text);
    if (rating === null || isAside(element, others)) continue;
    const path = `line "${text.slice(0, 40)}"`;
    // Who says how many rated speaks of all of them, not of one review.
    const factor = counted === null ? 0.7 : 0.88;
    return [
      makeFact("content", "rating", [rating], { factor, path }),
      ...(counted === null ? [] : [makeFact("content", "reviewCount", [counted], { factor, path })]),
    ];
  }
  return [];
};

/** Facts of the product that a page is about, as a visitor sees them; `others` are records of other things. */
export const readProduct = (top: Element, lines: readonly Line[], others: ReadonlySet<unknown>): Fact[] => [
  ...readCodes(top, lines, others),
  ...readAvailability(top, lines, others),
  ...readBrand(top, lines, others),
  ...readRating(top),
  ...readRatedLine(lines, others),
  ...readCountLink(top, others),
];
