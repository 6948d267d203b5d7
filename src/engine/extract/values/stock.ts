/** Whether something can be had, by the words of a page. */
import { wholeWords } from "../vocabulary/patterns.ts";
import words from "../vocabulary/stock.json" with { type: "json" };

/** Whether a thing can be had in each state that schema.org names; null where it says nothing of now. */
const HAD: Readonly<Record<Stock, boolean | null>> = words.had;
const SCHEMA_NAMES = Object.keys(HAD) as Stock[];
/** What schema.org calls it. */
export type Stock = keyof typeof words.had;

const SCHEMA_NAME = new RegExp(`^(?:https?://schema\\.org/)?(${SCHEMA_NAMES.join("|")})$`, "i");
const MAX_LENGTH = 120;

/** East Asian text has no blanks around its words. */
const STATES: readonly (readonly [Stock, RegExp])[] = [
  ...Object.entries(words.unspaced).map(
    ([stock, forms]) => [stock as Stock, new RegExp(forms, "i")] as const,
  ),
  ...Object.entries(words.states).map(([stock, phrases]) => [stock as Stock, wholeWords(phrases)] as const),
];

/** The schema.org name of what a text says of stock; null where it says nothing clear. */
export const parseStock = (text: string): Stock | null => {
  const named = SCHEMA_NAME.exec(text.trim())?.[1]?.toLowerCase();
  if (named) return SCHEMA_NAMES.find((name) => name.toLowerCase() === named) ?? null;
  if (text.length > MAX_LENGTH) return null;
  // "Large – available": behind other words it may be that of what is not.
  if (/(?:^|[–—:(]|\s-)\W*available\W*$/i.test(text)) return "InStock";
  // What listings and auctions say over their picture.
  if (/^\W*(?:ended|sold|verkauft|beendet|vendu|vendido|venduto)\W*$/i.test(text)) return "OutOfStock";
  return STATES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
};

const PROMISED = new RegExp(`(?<!\\p{L})(?:${words.promised.join("|")})`, "iu");
/** What takes weeks is made, or ordered from elsewhere. */
const NOT_DAYS = new RegExp(words.notDays.join("|"), "i");
/** Whether a short line promises to send within days. */
export const isPromised = (text: string): boolean => PROMISED.test(text) && !NOT_DAYS.test(text);

/** What the buttons that sell begin with. */
export const BUYS = new RegExp(
  `^(?:${words.buys.join("|")})(?!\\p{Script=Latin}|\\p{Script=Cyrillic})`,
  "iu",
);
/** What stands in the place of such a button where there is nothing to sell. */
export const REFUSES = new RegExp(`^(?:${words.refuses.join("|")})`, "iu");

/**
 * Whether a text (a line about stock, or what the button says) means that something can be had now; null where it
 * says nothing clear, or that it can be ordered for later.
 */
export const isAvailable = (text: string): boolean | null => {
  if (REFUSES.test(text)) return false;
  const stock = parseStock(text);
  if (stock !== null) return HAD[stock];
  return BUYS.test(text) ? true : null;
};
