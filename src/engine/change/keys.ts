import { createHash } from "node:crypto";
import type { Item } from "../../contract/runs.ts";
import { canonOf } from "./canonical.ts";

export interface KeyedRecord {
  readonly key: string;
  readonly record: Item;
}

/** Names of fields that identify records, best first, in lower case and without separators. */
const KEY_NAMES =
  "url link href permalink producturl detailurl id productid itemid sku asin gtin ean isbn mpn title name headline".split(
    " ",
  );

const HASH_CHARS = 22;
/** The key of a page's only record, which stays the same record even if all its fields change. */
const SOLE_KEY = "record";
/** Minimum `distinctShare` of a field that is used as a key. */
const MIN_DISTINCT = 0.9;

const simple = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

/** Ratio of a field's distinct values to the number of records. */
const distinctShare = (records: readonly Item[], field: string): number => {
  const values = records
    .map((record) => record[field])
    .filter((value) => value !== null && value !== undefined);
  return new Set(values.map((value) => canonOf(value))).size / records.length;
};

/**
 * The fields that identify the records of a collection. Empty if there is only one record, or if only their
 * whole content distinguishes them.
 */
export const inferKey = (records: readonly Item[]): string[] => {
  if (records.length <= 1) return [];
  const names = Object.keys(records[0] ?? {});
  const candidates = KEY_NAMES.flatMap((key) => names.filter((name) => simple(name) === key));
  const shares = candidates.map((name) => ({ name, share: distinctShare(records, name) }));
  const best = shares.reduce<{ name: string; share: number } | null>(
    (found, next) => (found === null || next.share > found.share ? next : found),
    null,
  );
  return best !== null && best.share >= MIN_DISTINCT ? [best.name] : [];
};

/** A key that is short and safe in a path: the value itself if it is both, else a hash. */
const toKey = (values: readonly unknown[]): string => {
  const [only] = values;
  const isShort = typeof only === "string" || typeof only === "number";
  const plain = values.length === 1 && isShort ? String(only).trim() : "";
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(plain)) return plain;
  const canon = JSON.stringify(values.map((value) => canonOf(value)));
  return createHash("sha256").update(canon).digest("base64url").slice(0, HASH_CHARS);
};

interface Keyed {
  readonly records: KeyedRecord[];
  /** Records without a value for a key field. */
  readonly unkeyed: number;
  /** Records with the same key as an earlier one. */
  readonly doubled: number;
}

/** Gives each record its key. Skips records without one, or with the same key as an earlier record. */
export const keyRecords = (items: readonly Item[], fields: readonly string[]): Keyed => {
  const records = new Map<string, Item>();
  let unkeyed = 0;
  let doubled = 0;
  for (const record of items) {
    const values = fields.map((field) => record[field] ?? null);
    const isSole = fields.length === 0 && items.length === 1;
    if (values.some((value) => value === null || value === "")) unkeyed += 1;
    else {
      const key = isSole ? SOLE_KEY : toKey(fields.length === 0 ? [record] : values);
      if (records.has(key)) doubled += 1;
      else records.set(key, record);
    }
  }
  return { records: [...records].map(([key, record]) => ({ key, record })), unkeyed, doubled };
};
