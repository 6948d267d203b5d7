import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import words from "../vocabulary/booleans.json" with { type: "json" };
import { normalForm } from "../vocabulary/normalForm.ts";
import { parseDate, parseDateTime, readEpochNumber } from "./dates.ts";
import { parseNumber, parsePrice } from "./numbers.ts";
import { isAvailable } from "./stock.ts";
import { normaliseSpace } from "./text.ts";

/** What the meaning of a page's text depends on. */
export interface CoerceContext {
  readonly baseUrl: string;
  readonly language: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether dates like 3/4/2024 begin with the day: see `settleOrder`. */
  readonly dayFirst?: boolean | undefined;
}

const YES_AND_NO: ReadonlyMap<string, boolean> = new Map([
  ...words.yes.map((word) => [word, true] as const),
  ...words.no.map((word) => [word, false] as const),
]);

/** "Yes" or "no" alone, or a text that says whether something is in stock. */
const parseBoolean = (text: string): boolean | null =>
  YES_AND_NO.get(normalForm(text, "NFC").toLowerCase()) ?? isAvailable(text);

/** An absolute HTTP(S) URL, or null. */
export const resolveUrl = (text: string, baseUrl: string): string | null => {
  if (text === "" || text.length > 4_096) return null;
  // An absolute URL needs no valid base.
  const url = URL.parse(text) ?? URL.parse(text, baseUrl);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
};

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}(?![\w-])/gi;
const parseEmail = (text: string): string | null => {
  if (text.length > 1_000) return null;
  const found = new Set(text.replace(/^mailto:/i, "").match(EMAIL) ?? []);
  return found.size === 1 ? ([...found][0] ?? null) : null;
};

/** Text with white space is a sentence, not a URL. */
const parseUrl = (text: string, { baseUrl }: CoerceContext): string | null =>
  /\s/.test(text) ? null : resolveUrl(text, baseUrl);

type Parse = (text: string, context: CoerceContext) => string | number | boolean | null;

/** How each type is parsed. Null if the text doesn't match or is ambiguous. */
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

/** Converts a value to a type; null if it doesn't fit. A number or boolean of the right type is unchanged. */
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
  const moment = typeof value === "number" ? readEpochNumber(value) : null;
  if (moment !== null && type === "datetime") return moment;
  if (moment !== null && type === "date") return moment.slice(0, 10);
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = normaliseSpace(String(value));
  return text === "" ? null : PARSERS[type](text, context);
};
