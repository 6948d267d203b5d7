/** Finds lists of records anywhere in a value. */

import { isUnsafeName } from "../../../../contract/common.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";
import { conceptsOf } from "../../vocabulary/fields.ts";
import { isRecord } from "../markup/entities.ts";

export type PlainRecord = Readonly<Record<string, unknown>>;

export interface PlainList {
  readonly records: readonly PlainRecord[];
  /** `data.items`; empty for the value itself. */
  readonly path: string;
}

const MAX_DEPTH = 5;
/** Deeper values are dropped: nobody reads them, and they could exhaust the serialiser. */
const MAX_ITEM_DEPTH = 24;
const MAX_LISTS = 50;
/** Number of records that are examined per list. */
const SAMPLE = 20;
/** An object with at least this many objects under their own keys is a list. */
const MIN_NAMED = 3;

/** A value without unsafe property names and without values nested too deeply. */
export const tidy = (value: unknown, depth = 0): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_ITEM_DEPTH) return null;
  if (Array.isArray(value)) return value.map((entry) => tidy(entry, depth + 1));
  const entries = Object.entries(value).filter(([name]) => !isUnsafeName(name));
  return Object.fromEntries(entries.map(([name, inner]) => [name, tidy(inner, depth + 1)]));
};

/** Lists that accompany an item rather than being the content: its reviews, variants, related items. */
const ASIDE =
  /(?:^|\.)(?:reviews?|comments?|variants?|offers?|images?|photos?|media|related\w*|similar\w*|recommend\w*|breadcrumbs?|links?|facets?|filters?|aggregations?|errors?|warnings?|included|translations?)$/i;

const sharesNames = (records: readonly PlainRecord[]): boolean => {
  const sample = records.slice(0, SAMPLE);
  const names = Map.groupBy(sample.flatMap(Object.keys), (name) => name);
  return [...names.values()].some((same) => same.length >= sample.length * 0.8);
};

/** Records of an array, or of an object with similar objects, each under its own key. */
const recordsOf = (value: unknown): readonly PlainRecord[] => {
  if (Array.isArray(value)) {
    const records = value.filter(isRecord);
    return records.length * 2 > value.length ? records : [];
  }
  if (!isRecord(value)) return [];
  const entries = Object.entries(value);
  const records = entries.map(([, inner]) => inner).filter(isRecord);
  const isNamed = records.length >= MIN_NAMED && records.length === entries.length;
  return isNamed && sharesNames(records) && !entries.some(([name]) => conceptOf(name) !== null)
    ? records
    : [];
};

/** All lists within a value, outermost first; records are not searched for inner lists. */
export const findLists = (value: unknown): PlainList[] => {
  const lists: PlainList[] = [];
  let level: { readonly value: unknown; readonly path: string }[] = [{ value, path: "" }];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const inner: typeof level = [];
    for (const { value: outer, path } of level) {
      const records = recordsOf(outer);
      if (records.length > 0) lists.push({ records, path });
      else if (isRecord(outer))
        for (const [name, own] of Object.entries(outer))
          if (typeof own === "object")
            inner.push({ value: own, path: path === "" ? name : `${path}.${name}` });
    }
    level = inner;
  }
  return lists.slice(0, MAX_LISTS);
};

/** Properties of a response's envelope rather than of its content. */
const ENVELOPE =
  /^(?:status\w*|success|ok|code|message|msg|meta\w*|version|api_?version|errors?|warnings?|timestamp|request_?id|count|total\w*|page|per_?page|limit|offset|next|prev\w*|links?|_links|took|time|copyright|generated\w*)$/i;

const ownOf = (record: PlainRecord): [string, unknown][] =>
  Object.entries(record).filter(([name]) => !ENVELOPE.test(name));

/** The record that a value describes: itself, or the one it wraps. Null for a list. */
export const wholeOf = (value: unknown): { readonly record: PlainRecord; readonly path: string } | null => {
  if (!isRecord(value)) return null;
  let record = value;
  const path: string[] = [];
  while (path.length < MAX_DEPTH) {
    const [[name, inner] = ["", null], ...others] = ownOf(record);
    if (others.length > 0 || !isRecord(inner)) break;
    record = inner;
    path.push(name);
  }
  return { record, path: path.join(".") };
};

/** Whether a record is the envelope of an empty list. */
export const holdsNothing = (record: PlainRecord): boolean => {
  const own = ownOf(record);
  return own.length > 0 && own.every(([, value]) => isEmpty(value));
};

/** Concepts that only an item has, never an envelope around a list. */
const OWN = conceptsOf("ofOne");

/** Whether a record describes one item, even if it contains lists; otherwise it is the envelope of a list. */
export const describesOne = (record: PlainRecord): boolean => {
  const concepts = Object.entries(record)
    .filter(([, value]) => value !== null && value !== "")
    .map(([name]) => conceptOf(name));
  return concepts.includes("title") && concepts.some((concept) => OWN.has(concept));
};

/** Rates how likely a list is the main one: large, with rich records, and not an accompanying list. */
const rateList = ({ records, path }: PlainList): number => {
  const sample = records.slice(0, SAMPLE);
  const names = sample.reduce((sum, record) => sum + Object.keys(record).length, 0) / sample.length;
  const size = Math.log2(records.length + 1) * Math.min(names, 12);
  return ASIDE.test(path) ? size * 0.2 : size / (1 + path.split(".").length * 0.1);
};

/** Ranks lists, most likely first: a list named in the instructions, then the richest. */
export const rankLists = (lists: readonly PlainList[], instructions: string): PlainList[] => {
  const rate = (list: PlainList): number => {
    const name = list.path.split(".").at(-1)?.toLowerCase() ?? "";
    const isMeant = name.length > 2 && instructions.toLowerCase().includes(name);
    return (isMeant ? 1_000 : 0) + rateList(list);
  };
  return lists.toSorted((left, right) => rate(right) - rate(left));
};
