/** Numbers and codes in a record's short texts: after their name, or recognized by form. */
import type { Bit } from "../../page/bits.ts";
import { type Fact, labelOf, makeFact } from "../../sources/facts.ts";
import { type Concept, conceptOf } from "../../vocabulary/concepts.ts";

/**
 * "S19A0995. THE STATE v. RUMPH", "14-1206": letters, digits and hyphens of a file number, excluding dates, amounts
 * and sizes.
 */
const CODE =
  "(?=\\S*\\d\\d)(?=\\S*[\\p{L}-])(?!\\d{4}-\\d\\d-\\d\\d|\\d{1,2}-\\d{1,2}-\\d{2,4}(?!\\d)|[\\d.]+\\p{L}{1,2}(?![\\p{L}\\d-]))[\\p{Lu}\\d]+(?:[-–.][\\p{Lu}\\d]+)*";
const LEADING_CODE = new RegExp(`^(?:no\\.?\\s*)?(${CODE})(?=[.:,]?(?:\\s|$))`, "u");
/** Within a text, set off by commas, stops or brackets: "…, Appellant. A22-0316, Supreme Court". */
const INNER_CODE = new RegExp(`[.,;(]\\s*(${CODE})(?=[.,;)]|\\s[-–—]\\s|$)`, "u");
const MAX_REFERENCE = 24;
const MAX_REFERENCE_BITS = 8;
const codeIn = (bits: readonly Bit[], pattern: RegExp): string | undefined =>
  bits
    .slice(0, MAX_REFERENCE_BITS)
    .map(({ text }) => pattern.exec(text)?.[1])
    .find((code) => code !== undefined && code.length >= 4 && code.length <= MAX_REFERENCE);
/** The file number of a record: at the start of one of its texts, or set off by punctuation. */
export const readReference = (bits: readonly Bit[]): Fact[] => {
  const leading = codeIn(bits, LEADING_CODE);
  const found = leading ?? codeIn(bits, INNER_CODE);
  const path = leading ? "begins with it" : "set apart";
  return found
    ? [makeFact("record", "docket", [found], { concept: "docket", factor: leading ? 0.6 : 0.5, path })]
    : [];
};

/** Concepts that are numbers and codes, and so can follow their name without a colon: "Docket No. 1511". */
export const NUMBERED: readonly Concept[] = ["docket", "sku", "mpn", "gtin", "isbn", "version"];
const MAX_NUMBERED = 50;
const NUMBER_LED = /^(\p{L}[\p{L}. ]{1,24}?)\.?:?\s*#?\s*(\S*\d\S*)$/u;
export const readNumbered = (bits: readonly Bit[]): Fact[] =>
  bits.flatMap(({ text }) => {
    const [, label = "", value = ""] = text.length <= MAX_NUMBERED ? (NUMBER_LED.exec(text) ?? []) : [];
    const concept = label === "" ? null : conceptOf(label);
    return concept !== null && NUMBERED.includes(concept)
      ? [makeFact("record", concept, [value], { concept, factor: 0.9, origin: labelOf("", label) })]
      : [];
  });

const VERSION = /^(?:v\d+(?:\.\d+){1,3}|\d+(?:\.\d+){2,3})(?:-[a-z]+[.\d]*)?$/i;
/** A release is called by its version: "v2.1.0", "2.1.0-rc.1". */
export const readVersion = (title: string): Fact[] =>
  VERSION.test(title) ? [makeFact("record", "version", [title], { concept: "version", path: "title" })] : [];

const FILE_SIZE = /(?<![\d.,])\d+(?:[.,]\d+)?\s?(?:[KMGT]i?B|[KMG]o|bytes)(?!\p{L})/iu;
/** The size of a file that a record links to: "(PDF, 1.2 MB)". */
export const readFileSize = (bits: readonly Bit[]): Fact[] => {
  const sizes = new Set(bits.flatMap(({ text }) => FILE_SIZE.exec(text)?.[0] ?? []));
  const [size, ...others] = sizes;
  return size === undefined || others.length > 0
    ? []
    : [makeFact("record", "fileSize", [size], { concept: "fileSize", factor: 0.9, path: "size" })];
};
