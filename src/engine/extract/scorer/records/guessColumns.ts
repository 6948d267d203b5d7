/** Fields of a list that nothing names, from the columns that no other field has: as likely as a forest says. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { type Forest, predict } from "../../content/forest.ts";
import { columnOf } from "../../regions/columns.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parseSoleDate } from "../../values/dates.ts";
import { PRICED } from "../../values/prices.ts";
import { type Concept, conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import type { MatchedItem } from "../match.ts";
import { checkValue } from "../values.ts";
import { filledShare } from "./candidates.ts";
import { fits, hasForm, OPEN } from "./columnForms.ts";
import { listPairs, type Pair } from "./columnPairs.ts";
import { DOUBT, type NamedItems, withAdded } from "./columns.ts";
import { COLUMNS } from "./columnWeights.ts";

/** The likelihood from which a column is given, with a doubt. */
const LEAST = 0.45;
/** A field is as likely as another if it has this share of its likelihood. */
const CONTESTED = 0.85;
/** Confidence in a column that is surely the field, by its place alone. */
const MOST = 0.5;

interface RatedPair extends Pair {
  /** 0 to 1. */
  readonly likelihood: number;
}

export const rate = (pair: Pair, forest: Forest): RatedPair => {
  const row = forest.names.map((name) => pair.features[name] ?? 0);
  return { ...pair, likelihood: predict(forest, row) };
};

/** The likeliest pairs, no field and no column twice. */
export const choosePairs = <Rated extends RatedPair>(
  pairs: readonly Rated[],
  least = LEAST,
): readonly Rated[] => {
  const chosen: Rated[] = [];
  const likely = pairs.filter(({ likelihood }) => likelihood >= least);
  for (const pair of likely.sort((one, other) => other.likelihood - one.likelihood))
    if (!chosen.some(({ name, column }) => name === pair.name || column === pair.column)) chosen.push(pair);
  // What two fields could have alike is given to neither.
  const isContested = ({ name, column, likelihood }: Rated): boolean =>
    pairs.some(
      (other) =>
        other.name !== name &&
        other.column === column &&
        other.likelihood >= likelihood * CONTESTED &&
        !chosen.some((own) => own.name === other.name),
    );
  return chosen.filter((pair) => !isContested(pair));
};

const TIMES: ReadonlySet<Concept | null> = new Set<Concept | null>([
  "date",
  "startDate",
  "endDate",
  "deadline",
  "modified",
  "releaseDate",
  "startTime",
  "time",
]);
const NUMBERS: ReadonlySet<unknown> = new Set(["number", "integer"]);
/** A heading that shortens the name of a column: it has been compared with the field's. */
const SHORTENED = /^\p{Lu}{1,4}\.?$/u;
/** How alike a field's name must be to a sentence with a number. Set by hand. */
const ALIKE = 0.25;
const FEW_WORDS = 3;
/** This share of the texts has the form that the field's name asks for: people have names of one word, too. */
const MOST_FIT = 0.6;

const NAMED_TIME = /(?:time|date|day)$/i;
const TIME_OF_DAY = /\d[:.h]\d{2}|\d ?[ap]\.?m\b/i;

/** Whether the form of a column's texts, its heading, or the words beside its numbers say that it is something else. */
const isOther = ({ name, column, features }: Pair, schema: OutputSchema, context: CoerceContext): boolean => {
  const { texts, elements } = column;
  const type = schema[name];
  const concept = conceptOf(name);
  const isTime = TIMES.has(concept) || (NAMED_TIME.test(name) && foldedWords(name).length <= 2);
  // Prices have a reader of their own, which knows instalments and former prices.
  if (type === "price") return true;
  if (type === "string" && isTime)
    return !texts.every((text) => parseSoleDate(text, context) !== null || TIME_OF_DAY.test(text));
  if (type === "string" && OPEN.has(concept) && concept !== "author") {
    const isSold = Object.values(schema).includes("price");
    const fitting = texts.filter((text) => fits(text, concept) && hasForm(text, concept, isSold)).length;
    return fitting < texts.length * MOST_FIT;
  }
  if (type === "string" && !texts.every((text) => checkValue(text, concept))) return true;
  if (!NUMBERS.has(type)) return false;
  const [text = ""] = texts;
  const said = conceptOf(text.replace(/[\d.,]+/g, " ").trim());
  return (
    (said !== null && said !== concept) ||
    (concept !== null && PRICED.test(text)) ||
    SHORTENED.test((elements[0] && columnOf(elements[0])) ?? "") ||
    ((features.words ?? 0) > FEW_WORDS && (features.meaning ?? 0) < ALIKE)
  );
};

/**
 * The items with the fields that no label names, each with a doubt.
 *
 * @param mayGuess whether a field may be told by its column alone
 */
export const guessColumns = (
  { elements, items }: NamedItems,
  schema: OutputSchema,
  context: CoerceContext,
  mayGuess: (name: string) => boolean,
): readonly MatchedItem[] => {
  const rated = listPairs(elements, items, schema, context)
    .filter((pair) => mayGuess(pair.name) && !isOther(pair, schema, context))
    .map((pair) => rate(pair, COLUMNS));
  return choosePairs(rated).reduce((filled, { name, read, likelihood }) => {
    // What no record names makes no record.
    const added = read().map((value, at) =>
      value === null || !items[at] || filledShare(items[at]) === 0 ? {} : { [name]: value },
    );
    return withAdded(filled, added, "its place", DOUBT, Number((likelihood * MOST).toFixed(2)));
  }, items);
};
