/** The fields that identify records, and the keys that records are stored under. */
import { createHash } from "node:crypto";
import type { Item } from "../../contract/runs/runs.ts";
import { parseDate } from "../extract/values/dates.ts";
import { monthOf } from "../extract/values/dateWords.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import { exactOf } from "./canonical.ts";
import { legacyHash } from "./legacyKeys.ts";

export interface KeyedRecord {
  readonly key: string;
  readonly record: Item;
}

/** Names of fields that identify records, best first, in lower case and without separators. */
const KEY_NAMES =
  "url link href permalink producturl detailurl id productid itemid sku asin gtin ean isbn mpn".split(" ");
/** What records are called identifies them if nothing else does: two tenders, jobs or reports can have one title. */
const TITLE_NAMES = ["title", "name", "headline"];

const HASH_CHARS = 22;
/** The key of a page's only record, which stays the same record even if all its fields change. */
export const SOLE_KEY = "record";
/** Minimum `distinctShare` of a field that is used as a key. */
const MIN_DISTINCT = 0.9;

const simple = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

const MAX_CODE_CHARS = 40;
const MIN_CODE_DIGITS = 3;
const MIN_CODE_PARTS = 3;
const SEPARATOR = /[-_/#:]/;

/** Whether a value has the form of a reference that somebody gave a record: "TND-2026-01000", "PR/1999/117". */
const isCode = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length <= MAX_CODE_CHARS &&
  /^\p{L}+\p{N}*(?:[-_/#:][\p{L}\p{N}]+)*$/u.test(value) &&
  (value.match(/\p{N}/gu) ?? []).length >= MIN_CODE_DIGITS;

/** "Nov-10-2026" has the form of a reference, too. */
const isDate = (value: string): boolean =>
  value.split(SEPARATOR).some((part) => monthOf(part) !== undefined) ||
  parseDate(value, { language: "en", now: 0 }) !== null;

const formOf = (code: string): string => code.replace(/\p{L}+/gu, "a").replace(/\p{N}+/gu, "0");

/**
 * Whether a field's values are references. "EUR1200", "build-1234" and "Q1/2020" look like some and change, so only
 * codes of several parts and one form count where the field's name does not say that it has references.
 */
const hasCodes = (name: string, values: readonly unknown[]): boolean => {
  if (!values.every(isCode)) return false;
  const concept = conceptOf(name);
  if (concept !== null) return concept === "docket" || concept === "sku";
  return (
    new Set(values.map(formOf)).size === 1 &&
    values.every((value) => value.split(SEPARATOR).length >= MIN_CODE_PARTS && !isDate(value))
  );
};

/** Fields that have a different code in every record. */
const codesOf = (records: readonly Item[], names: readonly string[]): string[] =>
  names.filter((name) => {
    const values = records.map((record) => record[name]);
    return hasCodes(name, values) && distinctShare(records, name) === 1;
  });

/** Ratio of a field's distinct values to the number of records. */
const distinctShare = (records: readonly Item[], field: string): number => {
  const values = records
    .map((record) => record[field])
    .filter((value) => value !== null && value !== undefined);
  return new Set(values.map(exactOf)).size / records.length;
};

/**
 * The fields that identify the records of a collection. Empty if there is only one record, or if only their
 * whole content distinguishes them.
 */
export const inferKey = (records: readonly Item[]): string[] => {
  if (records.length <= 1) return [];
  const names = Object.keys(records[0] ?? {});
  const called = (keys: readonly string[]): string[] =>
    keys.flatMap((key) => names.filter((name) => simple(name) === key));
  const candidates = [...called(KEY_NAMES), ...codesOf(records, names), ...called(TITLE_NAMES)];
  const shares = candidates.map((name) => ({ name, share: distinctShare(records, name) }));
  const best = shares.reduce<{ name: string; share: number } | null>(
    (found, next) => (found === null || next.share > found.share ? next : found),
    null,
  );
  return best !== null && best.share >= MIN_DISTINCT ? [best.name] : [];
};

/** The values that identify a record: those of its key fields, or all of it. */
export const valuesOf = (record: Item, fields: readonly string[]): unknown[] =>
  fields.length === 0 ? [record] : fields.map((field) => record[field] ?? null);

export const lacksKey = (record: Item, fields: readonly string[]): boolean =>
  fields.some((field) => (record[field] ?? "") === "");

/** The value itself if it is short and safe in a path; otherwise undefined. */
const plainKey = (values: readonly unknown[]): string | undefined => {
  const [only] = values;
  const isShort = typeof only === "string" || typeof only === "number";
  const plain = values.length === 1 && isShort ? String(only).trim() : "";
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(plain) ? plain : undefined;
};

const hashOf = (values: readonly unknown[]): string =>
  createHash("sha256")
    .update(JSON.stringify(values.map(exactOf)))
    .digest("base64url");

/**
 * Makes keys that are short, safe in a path and not taken. It remembers how often it has given a key, because a page can
 * repeat the same record thousands of times.
 *
 * @param taken keys in use; the caller adds each key that it is given
 */
export const createKeys = (taken: ReadonlySet<string>): ((values: readonly unknown[]) => string) => {
  const copies = new Map<string, number>();
  return (values) => {
    const key = plainKey(values) ?? hashOf(values).slice(0, HASH_CHARS);
    for (let copy = (copies.get(key) ?? 0) + 1; ; copy += 1) {
      const candidate = copy === 1 ? key : `${key.slice(0, 56)}.${copy}`;
      copies.set(key, copy);
      if (!taken.has(candidate)) return candidate;
    }
  };
};

/** The key that releases up to 0.1 gave a record. */
export const legacyKey = (values: readonly unknown[]): string =>
  plainKey(values) ?? legacyHash(values).slice(0, HASH_CHARS);
