import type { ValueType } from "../../../contract/outputSchema.ts";
import { parseDate, parseDateTime } from "./dates.ts";
import { parseNumber, parsePrice } from "./numbers.ts";
import { normaliseSpace } from "./text.ts";

/** What the words of a page depend on. */
export interface CoerceContext {
  readonly baseUrl: string;
  readonly language: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const words = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, "iu");
/** Asked first: "not in stock" holds "in stock". */
const NO = words(
  "out of stock|outofstock|not (?:in stock|available)|unavailable|no longer available|sold ?out|soldout|discontinued|ausverkauft|vergriffen|nicht (?:auf lager|verfügbar|lieferbar|vorrätig)|épuisé|indisponible|rupture de stock|agotado|no disponible|sin stock|esaurito|non disponibile|esgotado|indisponível|uitverkocht|niet op voorraad|slutsåld|udsolgt|utsolgt|wyprzedan[eya]|niedostępn[eya]",
);
const YES = words(
  "in stock|instock|available|limitedavailability|onlineonly|auf lager|verfügbar|lieferbar|vorrätig|en stock|disponible|disponibile|disponível|em estoque|op voorraad|leverbaar|i lager|på lager|dostępn[eya]",
);
/** Words that mean it only when they stand alone. */
const ALONE: ReadonlyMap<string, boolean> = new Map([
  ..."true yes y 1 on ja oui sí si sì sim tak ✓ ✔".split(" ").map((word) => [word, true] as const),
  ..."false no n 0 off nein non não nee nej nie ✗ ✘".split(" ").map((word) => [word, false] as const),
]);

const parseBoolean = (text: string): boolean | null => {
  const alone = ALONE.get(text.toLowerCase());
  if (alone !== undefined) return alone;
  if (text.length > 200) return null;
  if (NO.test(text)) return false;
  return YES.test(text) ? true : null;
};

/** An absolute web address, or null. */
export const resolveUrl = (text: string, baseUrl: string): string | null => {
  if (text === "" || text.length > 4_096) return null;
  // An absolute address needs no base, and so none that is right.
  const url = URL.parse(text) ?? URL.parse(text, baseUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w-])/gi;
const parseEmail = (text: string): string | null => {
  if (text.length > 1_000) return null;
  const found = new Set(text.replace(/^mailto:/i, "").match(EMAIL) ?? []);
  return found.size === 1 ? ([...found][0] ?? null) : null;
};

/** White space inside an address is a sentence, not an address. */
const parseUrl = (text: string, { baseUrl }: CoerceContext): string | null =>
  /\s/.test(text) ? null : resolveUrl(text, baseUrl);

type Parse = (text: string, context: CoerceContext) => string | number | boolean | null;

/** How each type is read from text. Null: the text does not fit, or fits in more than one way. */
const PARSERS: Readonly<Record<ValueType, Parse>> = {
  string: (text) => text,
  number: parseNumber,
  integer: (text, context) => {
    const value = parseNumber(text, context);
    return Number.isSafeInteger(value) ? value : null;
  },
  price: parsePrice,
  boolean: parseBoolean,
  date: parseDate,
  datetime: parseDateTime,
  url: parseUrl,
  image: parseUrl,
  email: parseEmail,
};

/** Reads one value as a type. A number or boolean that fits already is kept as it is. */
export const coerceValue = (
  value: unknown,
  type: ValueType,
  context: CoerceContext,
): string | number | boolean | null => {
  if (typeof value === "number" || typeof value === "boolean") {
    if (type === "string") return String(value);
    const wanted =
      type === "boolean" ? "boolean" : ["number", "integer", "price"].includes(type) ? "number" : "none";
    if (typeof value === wanted) return type === "integer" && !Number.isSafeInteger(value) ? null : value;
  }
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = normaliseSpace(String(value));
  return text === "" ? null : PARSERS[type](text, context);
};
