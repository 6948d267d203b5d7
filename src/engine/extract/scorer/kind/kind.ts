/** Decides whether a page yields one item or many. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { predictBy } from "../../content/forest.ts";
import type { Candidate } from "../../regions/rate.ts";
import { isDaily } from "../../regions/regions.ts";
import { listAlike } from "../../sources/subject.ts";
import { isEmpty } from "../../values/types.ts";
import { type Concept, conceptOf, meaningOf } from "../../vocabulary/concepts.ts";
import { wholeWords } from "../../vocabulary/patterns.ts";
import words from "../../vocabulary/requests.json" with { type: "json" };
import type { MatchedItem } from "../match.ts";
import { GIVEN, MIN_RECORDS } from "../one.ts";
import type { PageView } from "../pageFacts.ts";
import type { FilledCandidate } from "../records/candidates.ts";
import { extractList } from "../records/list.ts";
import { describeKind, type Features } from "./kindFeatures.ts";
import { countPoints, decideByPoints } from "./kindPoints.ts";
import { ASKED, KIND } from "./kindWeights.ts";
import { compareReadings, filledShare, type ReadOne } from "./readings.ts";

const ALL = wholeWords(words.all);
const MANY = wholeWords(words.many);
const ONE = wholeWords(words.one);
/** Phrases that say where to look, not what to extract. */
const PLACE = new RegExp(wholeWords(words.place).source, "giu");

/** Fields that only a page as a whole has. */
const OF_PAGE: ReadonlySet<Concept | null> = new Set(["content", "markdown", "ingredients", "instructions"]);

/** Whether the instructions ask for one item or for all; null if they leave it open. */
export const readNumber = (instructions: string): "one" | "all" | null => {
  const [isAll, isMany] = [ALL.test(instructions), MANY.test(instructions)];
  const isOne = ONE.test(isAll || isMany ? instructions.replace(PLACE, "") : instructions);
  // "All data of this car" is about one thing; "all reviews of this car" is not.
  if (isAll && (isMany || !isOne)) return "all";
  return isOne ? "one" : null;
};

/**
 * Whether the request or the page's subject calls for a single item, regardless of the page's records.
 *
 * @param number what the caller says, if anything
 */
export const isOneAsked = (
  { subject }: PageView,
  schema: OutputSchema | null,
  number: "one" | "all" | null,
): boolean => {
  if (number !== null) return number === "one";
  const names = Object.keys(schema ?? {});
  const hasTitle = names.some((name) => conceptOf(name) === "title");
  // A field named just `text` can be the text of each quote or comment, and a `body` without a title a committee.
  const isOther = (name: string): boolean =>
    name.toLowerCase() === "text" || (name.toLowerCase() === "body" && !hasTitle);
  if (names.some((name) => OF_PAGE.has(conceptOf(name)) && !isOther(name))) return true;
  // A list in the schema is the page's list; the other fields are about the page.
  return Object.values(schema ?? {}).some(
    (type) => typeof type === "object" && (subject || Array.isArray(type)),
  );
};

/** Shorter pages are rare in the training data, and built differently. */
const LEARNT_WORDS = 250;

/** Records that fill this share of what is asked are a list, whatever else the page says. */
const SURE_SHARE = 0.75;
const BETTER_BY = 0.25;

/** Whether the records fill much more of what is asked than the page does; fields that neither has say nothing. */
const areMuchFuller = (
  records: readonly MatchedItem[],
  item: MatchedItem,
  names: readonly string[],
): boolean => {
  const there = names.filter((name) => [...records, item].some((read) => !isEmpty(read.item[name])));
  const share = filledShare(records, there);
  return (
    records.length >= MIN_RECORDS && share >= SURE_SHARE && share >= filledShare([item], there) + BETTER_BY
  );
};

/** Decides on a page without a list in its text: by what its markup lists. */
const isManyInMarkup = (isList: boolean, view: PageView, schema: OutputSchema, readOne: ReadOne): boolean => {
  const records = extractList(view, [], schema);
  const item = readOne();
  if (item === null) return isList || records.length >= MIN_RECORDS;
  const own = Object.keys(schema).filter((name) => !GIVEN.has(meaningOf(name)));
  return isList
    ? filledShare(records, own) >= SURE_SHARE ||
        filledShare([item], own) < filledShare(records, own) + BETTER_BY
    : areMuchFuller(records, item, Object.keys(schema));
};

/** Features of a page of which some fields are asked: how it looks, and what both readings fill. */
export const describeAsked = (
  looks: Features,
  first: FilledCandidate,
  item: MatchedItem | null,
  schema: OutputSchema,
): Features => ({ ...looks, ...compareReadings(item, first, schema) });

const ENOUGH = 0.5;

/**
 * A page that surely looks like a list is not read as one item, which takes long on long lists: over left-out sources, this changes
 * no decision (docs/adr/0054).
 */
const SURE_LOOKS = 0.95;

const MIN_DAYS = 6;
/**
 * The likelihood from which a list by day is one: with each source left out, .894 instead of .883 of all lists are found, and .867
 * instead of .871 of the single pages are read as one (docs/adr/0054).
 */
const ENOUGH_IF_DAYS = 0.3;

/** Whether the likeliest list is one by day: a page about one thing rarely has so many days in one list. */
const isDayList = ({ region }: Candidate): boolean => isDaily(region) && region.records.length >= MIN_DAYS;

/**
 * Small pages with so few points are one item, as are those that fill much more of what is asked than their records do: products beside
 * similar ones, articles beside more news. The forest has learned from few of these.
 */
const FEW_POINTS = 1;
const isFuller = (item: MatchedItem, records: readonly MatchedItem[], schema: OutputSchema): boolean => {
  const own = Object.keys(schema).filter((name) => !GIVEN.has(meaningOf(name)));
  return filledShare([item], own) >= filledShare(records, own) + BETTER_BY;
};

/** A decision between one item and many. */
export interface Choice {
  readonly isMany: boolean;
  /** How likely the page is a list, from 0 to 1, as a forest says; null if a rule decided. */
  readonly likelihood: number | null;
}
const byRule = (isMany: boolean): Choice => ({ isMany, likelihood: null });

/**
 * Decides between one item and many if {@link isOneAsked} leaves it open. If fields are asked, both readings are filled, and a
 * trained forest compares them; else one judges by how the page looks. Rules decide on small pages of which nothing is asked, and
 * where only the markup has records: the training data has few of these.
 */
export const chooseKind = (
  view: PageView,
  candidates: readonly FilledCandidate[],
  schema: OutputSchema | null,
  readOne: ReadOne,
): Choice => {
  const [first] = candidates;
  if (first === undefined && listAlike(view.entities, view.titles).length === 0) return byRule(false);
  const count = view.content.blocks.reduce((sum, block) => sum + block.words, 0);
  const isSmall = count < LEARNT_WORDS;
  if (isSmall && (schema === null || first === undefined)) {
    const isList = decideByPoints(view, candidates);
    return byRule(schema === null ? isList : isManyInMarkup(isList, view, schema, readOne));
  }
  const looks = describeKind(view, candidates, schema);
  const likelihood = predictBy(KIND, looks);
  if (schema === null || (!isSmall && likelihood >= SURE_LOOKS))
    return { isMany: likelihood >= ENOUGH, likelihood };
  if (first === undefined) return byRule(isManyInMarkup(likelihood >= ENOUGH, view, schema, readOne));
  const item = readOne();
  // Whatever the list has is more than nothing.
  if (item === null || areMuchFuller(first.sample, item, Object.keys(schema))) return byRule(true);
  if (isSmall && (countPoints(view, candidates) <= FEW_POINTS || isFuller(item, first.sample, schema)))
    return byRule(false);
  const compared = predictBy(ASKED, describeAsked(looks, first, item, schema));
  return { isMany: compared >= (isDayList(first) ? ENOUGH_IF_DAYS : ENOUGH), likelihood: compared };
};
