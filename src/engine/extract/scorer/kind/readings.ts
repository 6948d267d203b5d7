/** Both readings of a page, one item or its likeliest list, filled with what is asked and compared. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { textOf } from "../../page/text.ts";
import type { Candidate } from "../../regions/rate.ts";
import { isDaily, type Region } from "../../regions/regions.ts";
import { lettersOf } from "../../values/text.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf, meaningOf } from "../../vocabulary/concepts.ts";
import { isMachine } from "../fit.ts";
import type { MatchedItem } from "../match.ts";
import { extractOne, GIVEN } from "../one.ts";
import type { PageView } from "../pageFacts.ts";
import { COMMON, type FilledCandidate } from "../records/candidates.ts";
import type { Features } from "./kindFeatures.ts";

/** The page as one item, read once, when it is first needed; null if it has none of the requested fields. */
export type ReadOne = () => MatchedItem | null;

export const createReadOne = (
  view: PageView,
  regions: readonly Region[],
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
): ReadOne => {
  let read: { readonly item: MatchedItem | null } | null = null;
  return () => {
    read ??= { item: extractOne(view, regions, candidates, schema) };
    return read.item;
  };
};

const NONE = -1;
const mean = (values: readonly number[]): number =>
  values.length === 0 ? NONE : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Share of the fields that some items fill; -1 if there are no items or fields. */
export const filledShare = (items: readonly MatchedItem[], names: readonly string[]): number =>
  mean(items.flatMap(({ item }) => names.map((name) => Number(!isEmpty(item[name])))));

/** Mean confidence in the values that are there. */
const sureOf = (items: readonly MatchedItem[], names: readonly string[]): number =>
  mean(items.flatMap(({ provenance }) => names.flatMap((name) => provenance[name]?.confidence ?? [])));

/** The same, where a missing value counts 0. */
const sureOfAll = (items: readonly MatchedItem[], names: readonly string[]): number =>
  mean(items.flatMap(({ provenance }) => names.map((name) => provenance[name]?.confidence ?? 0)));

const keyOf = (value: unknown): string =>
  typeof value === "string" ? lettersOf(value) : JSON.stringify(value);

/** Share of different values from record to record, over the fields. */
const shareDistinct = (items: readonly MatchedItem[], names: readonly string[]): number =>
  mean(
    names.flatMap((name) => {
      const values = items.map(({ item }) => item[name]).filter((value) => !isEmpty(value));
      return values.length < 2 ? [] : [new Set(values.map(keyOf)).size / values.length];
    }),
  );

/** Share of the page's values that a record has in the same field: they speak for neither reading. */
const shareRepeated = (
  item: MatchedItem | null,
  items: readonly MatchedItem[],
  names: readonly string[],
): number =>
  mean(
    names.flatMap((name) => {
      if (item === null || items.length === 0 || isEmpty(item.item[name])) return [];
      const key = keyOf(item.item[name]);
      return [
        Number(items.some((record) => !isEmpty(record.item[name]) && keyOf(record.item[name]) === key)),
      ];
    }),
  );

const MAX_SEARCHED = 60;
/** Share of the page's values that are written inside its records. */
const shareInside = (item: MatchedItem | null, { records }: Region, names: readonly string[]): number => {
  const inside = lettersOf(records.slice(0, MAX_SEARCHED).map(textOf).join(" "));
  return mean(
    names.flatMap((name) => {
      const value = item?.item[name];
      const letters = typeof value === "string" || typeof value === "number" ? lettersOf(value) : "";
      return letters === "" ? [] : [Number(inside.includes(letters))];
    }),
  );
};

/** Fields whose values can be told from any text: those with a type, and texts with a form of their own. */
const TYPED: ReadonlySet<string | null> = new Set(["date", "price", "rating", "email", "phone"]);

/** Features of both readings: how much of what is asked they fill, and how surely. */
export const compareReadings = (
  item: MatchedItem | null,
  first: FilledCandidate,
  schema: OutputSchema,
): Features => {
  const names = Object.keys(schema);
  const telling = names.filter((name) => !COMMON.has(meaningOf(name)));
  const own = names.filter((name) => !GIVEN.has(meaningOf(name)));
  const typed = names.filter((name) => schema[name] !== "string" || TYPED.has(conceptOf(name)));
  const { sample: list, region } = first;
  const page = item === null ? [] : [item];
  const sources = own.flatMap((name) => item?.provenance[name]?.source ?? []);
  return {
    listFilled: first.filled ?? NONE,
    listTold: first.filledTelling ?? NONE,
    listTyped: filledShare(list, typed),
    listAlways: mean(names.map((name) => Number(list.length > 0 && filledShare(list, [name]) === 1))),
    listSure: sureOf(list, names),
    listSureTold: sureOf(list, telling),
    listSureAll: sureOfAll(list, names),
    listDistinct: shareDistinct(list, telling),
    pageFilled: filledShare(page, own),
    pageTold: filledShare(page, telling),
    pageTyped: filledShare(page, typed),
    pageSure: sureOf(page, own),
    pageSureTold: sureOf(page, telling),
    pageSureAll: sureOfAll(page, own),
    pageRepeated: shareRepeated(item, list, own),
    pageInside: shareInside(item, region, own),
    isDaily: Number(isDaily(region)),
    pageMachine: mean(sources.map((source) => Number(isMachine(source)))),
  };
};
