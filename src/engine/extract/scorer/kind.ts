/** Decides whether a page yields one item or many. */
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import { judge } from "../content/forest.ts";
import { type Candidate, LIKELY } from "../regions/rate.ts";
import { isDaily } from "../regions/regions.ts";
import { listAlike } from "../sources/subject.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import { wholeWords } from "../vocabulary/patterns.ts";
import words from "../vocabulary/requests.json" with { type: "json" };
import { describeKind } from "./kindFeatures.ts";
import { decideByPoints } from "./kindPoints.ts";
import { KIND } from "./kindWeights.ts";
import type { PageView } from "./pageFacts.ts";

const ALL = wholeWords(words.all);
const MANY = wholeWords(words.many);
const ONE = wholeWords(words.one);
/** Phrases that say where to look, not what to extract. */
const PLACE = new RegExp(wholeWords(words.place).source, "giu");

/** Fields that only a page as a whole has. */
const OF_PAGE: ReadonlySet<Concept | null> = new Set(["content", "markdown", "ingredients", "instructions"]);

/** Shorter pages are rare in the training data, and built differently. */
const LEARNT_WORDS = 250;

const ENOUGH = 0.5;

/** Whether the instructions ask for one item or for all; null if they leave it open. */
export const readNumber = (instructions: string): "one" | "all" | null => {
  const [isAll, isMany] = [ALL.test(instructions), MANY.test(instructions)];
  const isOne = ONE.test(isAll || isMany ? instructions.replace(PLACE, "") : instructions);
  // "All data of this car" is about one thing; "all reviews of this car" is not.
  if (isAll && (isMany || !isOne)) return "all";
  return isOne ? "one" : null;
};

/** Whether the request or the page's subject calls for a single item, regardless of the page's records. */
export const isOneAsked = (view: PageView, schema: OutputSchema | null, instructions: string): boolean => {
  const { subject } = view;
  const number = readNumber(instructions);
  if (number !== null) return number === "one";
  // A field named just `text` can be the text of each quote or comment.
  const isOfPage = (name: string): boolean => OF_PAGE.has(conceptOf(name)) && name.toLowerCase() !== "text";
  if (Object.keys(schema ?? {}).some(isOfPage)) return true;
  // A list in the schema is the page's list; the other fields are about the page.
  return Object.values(schema ?? {}).some(
    (type) => typeof type === "object" && (subject || Array.isArray(type)),
  );
};

const MIN_ASKED = 3;
const MIN_RECORDS = 4;
const MIN_FILLED = 0.6;
const MIN_TOLD = 0.5;

/**
 * Whether the likeliest list fills most of what is asked, also of the fields that menus lack. With sources left out
 * of training, this finds .489 instead of .345 of the lists of meetings and .845 instead of .638 of those of
 * opinions; single pages read as one go from .927 to .927 (`content`, `pages`) and .968 to .964 (articles, recipes).
 */
const isFilledList = ([first]: readonly Candidate[], schema: OutputSchema | null): boolean =>
  first !== undefined &&
  Object.keys(schema ?? {}).length >= MIN_ASKED &&
  first.region.records.length >= MIN_RECORDS &&
  first.points >= LIKELY &&
  (first.filled ?? 0) >= MIN_FILLED &&
  (first.told ?? 0) >= MIN_TOLD;
const MIN_DAYS = 6;
/**
 * Whether the likeliest list is one by day. A page about one thing rarely has so many days in one list: with the weights in use,
 * .712 instead of .547 of the lists of meetings are found, and .982 instead of .984 of the single pages of other sets.
 */
const isDayList = ([first]: readonly Candidate[]): boolean =>
  first !== undefined &&
  isDaily(first.region) &&
  first.region.records.length >= MIN_DAYS &&
  (first.told ?? 0) >= MIN_TOLD;

/** Whether the likeliest list answers what is asked. */
export const isAnswer = (candidates: readonly Candidate[], schema: OutputSchema | null): boolean =>
  isDayList(candidates) || isFilledList(candidates, schema);

/** The likelihood from which a list that fills most of what is asked is one. */
const ENOUGH_IF_FILLED = 0.1;
/** The same of a list by day. */
const ENOUGH_IF_DAYS = 0.02;

/**
 * Decides between one item and many if {@link isOneAsked} leaves it open: with a trained forest, or by rules on small
 * pages.
 */
export const decideKind = (
  view: PageView,
  candidates: readonly Candidate[],
  schema: OutputSchema | null,
  instructions: string,
): "detail" | "list" => {
  const isListed = listAlike(view.entities, view.titles).length > 0;
  if (candidates.length === 0 && !isListed) return "detail";
  if (readNumber(instructions) === "all") return "list";
  const count = view.content.blocks.reduce((sum, block) => sum + block.words, 0);
  if (count < LEARNT_WORDS) return decideByPoints(view, candidates);
  const features = describeKind(view, candidates, schema);
  const likelihood = judge(
    KIND,
    KIND.names.map((name) => features[name] ?? 0),
  );
  const enough = isDayList(candidates)
    ? ENOUGH_IF_DAYS
    : isFilledList(candidates, schema)
      ? ENOUGH_IF_FILLED
      : ENOUGH;
  return likelihood >= enough ? "list" : "detail";
};
