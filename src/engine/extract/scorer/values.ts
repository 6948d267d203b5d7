/** Validates and normalizes values of well-known fields. */

import type { ValueType } from "../../../contract/fields/outputSchema.ts";
import type { Fact, FactSource } from "../sources/facts.ts";
import { plainText, shownText } from "../sources/markup/plainText.ts";
import { startsWithDay } from "../sources/text/hours.ts";
import { parseCount, parseRating } from "../sources/text/ratings.ts";
import { type CoerceContext, resolveUrl } from "../values/coerce.ts";
import { findCurrency } from "../values/currency.ts";
import { parseSoleDate } from "../values/dates.ts";
import { ISO_DURATION, parseMinutes } from "../values/durations.ts";
import { machineNumber } from "../values/numbers.ts";
import { PEOPLE, SINCE } from "../values/phrases.ts";
import { parseStock } from "../values/stock.ts";
import type { Concept } from "../vocabulary/concepts.ts";
import { conceptsOf } from "../vocabulary/fields.ts";

/** GTIN-8, 12, 13 or 14 with a valid check digit (GS1 General Specifications 7.9); excludes ISBN-10. */
const isGtin = (text: string): boolean => {
  const digits = text.replace(/[\s-]/g, "");
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return false;
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0 && Number(digits) > 0;
};

/** ISBN-13 starts with 978 or 979; ISBN-10 has its own check digit, X for ten (ISO 2108). */
const isIsbn = (text: string): boolean => {
  const digits = text.replace(/[\s-]/g, "").toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return isGtin(digits);
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + (digit === "X" ? 10 : Number(digit)) * (10 - index),
    0,
  );
  return sum % 11 === 0;
};

/** Sources that list each entry separately. */
const ENTRY_BY_ENTRY: ReadonlySet<FactSource> = new Set<FactSource>(["json", "feed", "xml", "csv", "list"]);
/** Concepts whose values are never split at commas. */
const NEVER_SPLIT = conceptsOf("whole");
const ENTRIES = /\s*[,;|·•]\s+|\s*[、，；]\s*|,(?=\p{L})/u;
const MAX_ENTRY_WORDS = 4;

/** The values of a list; a text that lists several entries is split. */
export const listValues = (fact: Fact, concept: Concept | null): readonly unknown[] => {
  if (fact.entries) return fact.entries;
  if (ENTRY_BY_ENTRY.has(fact.source) || NEVER_SPLIT.has(concept)) return fact.values;
  return fact.values.flatMap((value) => {
    if (typeof value !== "string" || value.length > 600) return [value];
    const isPeople = concept === "author";
    const parts = value
      .split(isPeople ? PEOPLE : ENTRIES)
      // A year beside people's names belongs to a date.
      .filter((part) => part !== "" && !(isPeople && /\d{4}/.test(part)));
    if (parts.length === 0) return [value];
    return parts.every((part) => part.split(/\s+/).length <= MAX_ENTRY_WORDS && !/[.!?]$/.test(part))
      ? parts
      : [value];
  });
};

const TIMES: ReadonlySet<Concept> = new Set(["time", "totalTime", "prepTime", "cookTime"]);
const MAX_NAME = 120;
const MAX_BRAND = 60;

/** Strips the date: "Ivan Petrov, 3 March 2026", "ivan on 3 March 2026". */
const withoutDay = (text: string, context: CoerceContext): string => {
  const [, name, rest = ""] = /^([^,|·»]{2,60}?)(?:\s*[,|·»]\s*|\s+(?=on\s))(.{4,60})$/.exec(text) ?? [];
  return name && /\d/.test(rest) && parseSoleDate(rest.replace(SINCE, ""), context) !== null ? name : text;
};

/** Normalizes a raw value by its concept, before it is converted to its type. Null if it is empty. */
export const polish = (
  raw: unknown,
  concept: Concept | null,
  type: ValueType,
  machine: boolean,
  context: CoerceContext,
): unknown => {
  if (typeof raw === "number" || typeof raw === "boolean") return raw;
  if (typeof raw !== "string") return null;
  const keepsLines = concept === "content" || concept === "markdown";
  const text = keepsLines ? raw.trim() : machine ? plainText(raw) : shownText(raw);
  if (text === "" || /^(?:null|undefined|n\/a|none|-|—)$/i.test(text)) return null;
  const isNumber = type === "number" || type === "integer" || type === "price";
  // "Total" is an amount of money, too.
  if (concept !== null && TIMES.has(concept) && type !== "price")
    return isNumber || ISO_DURATION.test(text) ? parseMinutes(text) : text;
  // Machines write decimals with a dot, regardless of the page's language.
  const written = machine && isNumber ? machineNumber(text) : null;
  if (written !== null) return written;
  if (concept === "availability" && (type === "string" || type === "boolean"))
    return parseStock(text) ?? text;
  if (concept === "currency") return findCurrency(text, context);
  if (concept === "gtin" || concept === "isbn") return text.replace(CODE_NAME, "").replace(/[\s-]/g, "");
  if (concept === "rating" && isNumber) return parseRating(text);
  if (concept === "language") return text.replace("_", "-");
  if (concept === "author") return withoutDay(text, context).replace(/^by\s+/i, "");
  if (concept === "reviewCount" && isNumber) return parseCount(text) ?? text.replace(/[()]/g, "");
  if (concept === "comments" && isNumber) return text.replace(/[()]/g, "");
  if ((concept === "url" || concept === "image") && type === "string")
    return resolveUrl(text, context.baseUrl);
  if (concept === "city" && type === "string") return text.split(/,\s*/)[0] ?? text;
  // "https://schema.org/EventScheduled"
  return keepsLines || type === "url" ? text : withoutEnds(text.replace(SCHEMA, ""));
};
/** "Remote —", set apart from what follows it on the page. */
const withoutEnds = (text: string): string => text.replace(/(?<=\p{L}) [—–|·•]$/u, "");
/** "ISBN-13: 978…", "EAN 400…"; "UPC-0042" is a code as a whole. */
const CODE_NAME = /^(?:isbn|ean|gtin|upc)(?:[- ]?(?:8|1[0-4]|[a-e])(?!\w))?(?:[:\s]+|(?=\d))/i;
const SCHEMA = /^https?:\/\/schema\.org\/(?=[A-Z]\w+$)/;

const DOUBTS: Readonly<Partial<Record<Concept, readonly [form: RegExp, doubt: string]>>> = {
  gtin: [/^\d{6,14}$/, "not a valid barcode: its length or check digit is wrong"],
  isbn: [/^(?:\d{9}[\dX]|\d{13})$/i, "not a valid ISBN: its check digit is wrong"],
};
/** What speaks against a value that has the form of its concept but fails its check; null if it has another form. */
export const doubtOf = (value: unknown, concept: Concept | null): string | null => {
  const [form, doubt] = (concept && DOUBTS[concept]) || [];
  return form?.test(String(value)) ? (doubt ?? null) : null;
};

/** Whether a value is plausible for its concept. */
export const checkValue = (value: unknown, concept: Concept | null): boolean => {
  if (concept === "gtin") return isGtin(String(value));
  if (concept === "isbn") return isIsbn(String(value));
  if (concept === "author")
    return (
      typeof value !== "string" ||
      (value.length <= MAX_NAME && !/^https?:|^@|^(?:admin|editor|staff|author|user)$/i.test(value))
    );
  if (concept === "brand")
    return typeof value !== "string" || (value.length <= MAX_BRAND && value.split(/\s+/).length <= 6);
  if (concept === "sku" || concept === "mpn") return typeof value !== "string" || value.length <= MAX_NAME;
  if (concept === "phone")
    return typeof value !== "string" || ((value.match(/\d/g) ?? []).length >= 6 && value.length <= 40);
  if (concept === "price" || concept === "originalPrice") return typeof value !== "number" || value >= 0;
  if (concept === "openingHours") return startsWithDay(String(value)) || /\p{N}/u.test(String(value));
  if (concept === "role") return typeof value !== "string" || /\p{L}/u.test(value);
  if (concept === "availability") return typeof value !== "string" || value.length <= MAX_BRAND;
  if (concept === "salary" || concept === "unitPrice") return /\p{N}/u.test(String(value));
  if (concept === "city")
    return (
      typeof value !== "string" || (/^[^\d@][^@]{0,60}$/.test(value) && !/^(?:remote|hybrid)/i.test(value))
    );
  if (concept === "location")
    return typeof value !== "string" || (value.length <= MAX_NAME && !/^https?:/.test(value));
  if (concept === "fileSize") return /\d\s*(?:[KMGT]i?B|bytes?|octets|[КМГ]Б)/i.test(String(value));
  if (concept === "rating") return typeof value !== "number" || (value >= 0 && value <= 100);
  return true;
};
