/** Forms of a value in which equal values are written alike. */
import { normalForm } from "../extract/vocabulary/normalForm.ts";
import { cutPattern } from "./ignore.ts";
import { tidyNumbers } from "./numbers.ts";

const ZERO_WIDTH = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/g;

const tidySpace = (text: string): string => text.replace(/\s+/g, " ").trim();

type ReadText = (text: string) => string;

/** The text with normalized whitespace and Unicode composition. */
export const plainText: ReadText = (text) => tidySpace(normalForm(text, "NFC"));

/** A text in which numbers, prices, letter forms and invisible characters are written alike. */
export const tidyText: ReadText = (text) =>
  tidyNumbers(tidySpace(normalForm(text, "NFKC").replace(ZERO_WIDTH, "")));

export const ignoring =
  (patterns: readonly string[], read: ReadText): ReadText =>
  (text) => {
    const cut = patterns.reduce((rest, pattern) => cutPattern(rest, pattern), read(text));
    return patterns.length === 0 ? cut : read(cut);
  };

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === "";

interface Form {
  readonly read: ReadText;
  /** Whether the order of a list and the last bits of a number count. */
  readonly isExact?: boolean;
  /** Names to leave out of objects. */
  readonly isLeftOut?: (name: string) => boolean;
}

const formed = (value: unknown, form: Form): unknown => {
  const { read, isExact = false, isLeftOut } = form;
  if (typeof value === "string") return read(value) || null;
  if (isNothing(value)) return null;
  if (typeof value === "number") return isExact ? value : Number(value.toPrecision(12));
  if (Array.isArray(value)) {
    const entries = value.map((entry) => JSON.stringify(formed(entry, form)));
    if (entries.length === 0) return null;
    return isExact ? entries : entries.sort();
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([name, inner]) => inner !== null && !isLeftOut?.(name))
    .map(([name, inner]) => [name, formed(inner, form)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
};

/** The value in a form, as text. */
export const formOf = (value: unknown, form: Form): string => JSON.stringify(formed(value, form));

/** The value unchanged. */
export const exactOf = (value: unknown): string => formOf(value, { read: plainText, isExact: true });

/** The value, however it is written. */
export const canonOf = (value: unknown): string => formOf(value, { read: tidyText });
