/** Prices in text: single, on sale, or in a range. */
import type { CoerceContext } from "./coerce.ts";
import { LETTERS, SIGN } from "./currency.ts";
import { foldDigits } from "./digits.ts";
import { parsePrice } from "./numbers.ts";
import { NOT_ASKED, OLD, WITHOUT_TAX } from "./priceWords.ts";
import { AMOUNT, endsOf, MAY_BE_RANGE, RANGE } from "./ranges.ts";
import { allMatches, normaliseSpace } from "./text.ts";

/** An amount with its currency, or with a dash in place of cents. */
export const PRICED = new RegExp(
  `${SIGN}\\.?\\s?\\p{Nd}|\\p{Nd}(?:[.,]?[-–—]+)?\\s?${SIGN}|\\d(?:[.,][-–—]{1,2}|:-)(?!\\p{Nd})`,
  "u",
);
/** Matches every text with a price, even if its pieces are joined later. A cheap check to run first. */
export const MAY_BE_PRICED = new RegExp(`\\p{Sc}|[円元원圓圆]|${LETTERS}|R|[.,][-–—]|:-`, "u");
const ALL_PRICED = new RegExp(PRICED, "gu");
export const countPrices = (text: string): number => text.match(ALL_PRICED)?.length ?? 0;

export interface PriceRange {
  readonly low: number;
  readonly high: number;
  readonly text: string;
}

const ALL_PRICES = new RegExp(`${SIGN}\\.?\\s?${AMOUNT}|${AMOUNT}\\s?${SIGN}`, "gu");

/** "£45.00 – £95.00": the lowest and highest price; null if the text mentions any other amount. */
export const parseRange = (text: string, context: CoerceContext): PriceRange | null => {
  const folded = foldDigits(text);
  if (!MAY_BE_RANGE.test(folded)) return null;
  const found = RANGE.exec(folded);
  if (!found || !PRICED.test(found[0]) || NOT_ASKED.test(folded) || /\d\s*%/.test(folded)) return null;
  const [low, high] = endsOf(found).map((end) => parsePrice(end.trim(), context));
  if (low == null || high == null || low <= 0 || low >= high) return null;
  const others = (folded.match(ALL_PRICES) ?? []).map((price) => parsePrice(price, context));
  return others.every((value) => value === low || value === high)
    ? { low, high, text: normaliseSpace(found[0]) }
    : null;
};

const NET = new RegExp(
  `(?:${SIGN}\\.?\\s?${AMOUNT}|${AMOUNT}\\s?${SIGN})\\s*[(（]?\\s*(?:${WITHOUT_TAX.source})\\s*[)）]?`,
  "giu",
);
/** "£12.00 ex VAT £14.40 inc VAT" without the price before taxes, if another price remains. */
export const withoutNet = (text: string): string => {
  const rest = text.replace(NET, " ").trim();
  return PRICED.test(rest) ? rest : text;
};

export interface Sale {
  readonly now: number;
  readonly before: number;
}

/** "Was £50.00 Now £35.00": two prices, one of them old according to the words before it. */
export const parseSale = (text: string, context: CoerceContext): Sale | null => {
  const folded = foldDigits(text);
  const prices = allMatches(ALL_PRICES, folded);
  const [first, second] = prices;
  if (!first || !second || prices.length > 2 || NOT_ASKED.test(folded)) return null;
  const lead = folded.slice(0, first.index);
  const between = folded.slice(first.index + first[0].length, second.index);
  if (OLD.test(lead) === OLD.test(between)) return null;
  const [left, right] = [parsePrice(first[0], context), parsePrice(second[0], context)];
  if (left === null || right === null) return null;
  const [now, before] = OLD.test(lead) ? [right, left] : [left, right];
  return now > 0 && now < before ? { now, before } : null;
};
