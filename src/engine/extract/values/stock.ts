/** Whether something is in stock, from the words of a page. */
import { wholeWords } from "../vocabulary/patterns.ts";
import words from "../vocabulary/stock.json" with { type: "json" };

/** Whether each schema.org status means in stock; null if it doesn't say, such as `PreOrder`. */
const HAD: Readonly<Record<Stock, boolean | null>> = words.had;
const SCHEMA_NAMES = Object.keys(HAD) as Stock[];
/** A stock status, by its schema.org name. */
export type Stock = keyof typeof words.had;

const SCHEMA_NAME = new RegExp(`^(?:https?://schema\\.org/)?(${SCHEMA_NAMES.join("|")})$`, "i");
const MAX_LENGTH = 120;

/** East Asian text has no spaces around words. */
const STATES: readonly (readonly [Stock, RegExp])[] = [
  ...Object.entries(words.unspaced).map(
    ([stock, forms]) => [stock as Stock, new RegExp(forms, "i")] as const,
  ),
  ...Object.entries(words.states).map(([stock, phrases]) => [stock as Stock, wholeWords(phrases)] as const),
];

/** Labels on pictures in listings and auctions. */
const ENDED = new RegExp(String.raw`^\W*(?:${words.ended.join("|")})\W*$`, "i");

/** The schema.org stock status in a text; null if unclear. */
export const parseStock = (text: string): Stock | null => {
  const named = SCHEMA_NAME.exec(text.trim())?.[1]?.toLowerCase();
  if (named) return SCHEMA_NAMES.find((name) => name.toLowerCase() === named) ?? null;
  if (text.length > MAX_LENGTH) return null;
  // "Large – available". After other words, "available" can refer to something else, such as "not".
  if (/(?:^|[–—:(]|\s-)\W*available\W*$/i.test(text)) return "InStock";
  if (ENDED.test(text)) return "OutOfStock";
  return STATES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
};

const PROMISED = new RegExp(`(?<!\\p{L})(?:${words.promised.join("|")})`, "iu");
/** Items that take weeks are made to order, or ordered from elsewhere. */
const NOT_DAYS = new RegExp(words.notDays.join("|"), "i");
/** Whether a short line promises dispatch or delivery within days. */
export const isPromised = (text: string): boolean => PROMISED.test(text) && !NOT_DAYS.test(text);

/** How the labels of buy buttons begin. */
export const BUYS = new RegExp(
  `^(?:${words.buys.join("|")})(?!\\p{Script=Latin}|\\p{Script=Cyrillic})`,
  "iu",
);
/** How the text in place of a buy button begins if nothing is for sale. */
export const REFUSES = new RegExp(`^(?:${words.refuses.join("|")})`, "iu");

/**
 * Whether a text (a line about stock, or a button's label) means in stock; null if unclear, or if the item can
 * only be ordered for later.
 */
export const isAvailable = (text: string): boolean | null => {
  if (REFUSES.test(text)) return false;
  const stock = parseStock(text);
  if (stock !== null) return HAD[stock];
  return BUYS.test(text) ? true : null;
};
