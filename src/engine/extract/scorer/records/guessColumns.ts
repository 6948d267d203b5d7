/** Fields of a list that nothing names, from the columns that no other field has: as likely as a forest says. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { columnOf } from "../../regions/columns.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { parseSoleDate } from "../../values/dates.ts";
import { PRICED } from "../../values/prices.ts";
import { parseStock } from "../../values/stock.ts";
import { type Concept, conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { areOpposed } from "../../vocabulary/likeness.ts";
import { confidenceIn, type Rated, rate, SECOND, whereOf } from "../guess/rating.ts";
import { fits, hasForm, OPEN } from "../guess/textForms.ts";
import type { MatchedItem, Reading } from "../match.ts";
import { checkValue } from "../values.ts";
import { filledShare } from "./candidates.ts";
import { listPairs, type Pair } from "./columnPairs.ts";
import { DOUBT, type NamedItems, withAdded } from "./columns.ts";
import { COLUMNS } from "./columnWeights.ts";

/** The likelihood from which a column is given, with a doubt. */
const LEAST = 0.45;
/**
 * If a name means the like of a column's texts, less is enough, but for links and headings, which name the record: .744 instead
 * of .739 of the values of seen pages are right, and as many on the held ones.
 */
const MEANT = { alike: 0.4, less: 0.1 } as const;
/** A field is as likely as another if it has this share of its likelihood. */
const CONTESTED = 0.7;
/** Where a value is from whose column alone tells its field. */
export const GUESSED_PATH = "its place";

type RatedPair = Pair & Rated;

/** The likeliest pairs, no field and no column twice. */
export const choosePairs = <Own extends RatedPair>(pairs: readonly Own[], least = LEAST): readonly Own[] => {
  const chosen: Own[] = [];
  const isMeant = ({ features: { meaning = 0, headed = 0, linked = 0 } }: Own): boolean =>
    meaning >= MEANT.alike && headed === 0 && linked === 0;
  const likely = pairs.filter((pair) => pair.likelihood >= (isMeant(pair) ? least - MEANT.less : least));
  for (const pair of likely.sort((one, other) => other.likelihood - one.likelihood))
    if (!chosen.some(({ name, column }) => name === pair.name || column === pair.column)) chosen.push(pair);
  // What two fields could have alike is given to neither.
  const isContested = ({ name, column, likelihood }: Own): boolean =>
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
/** How alike a field's name must be to a column's texts, where that is all that speaks for it. Set by hand. */
const ALIKE = 0.25;
/** Whether a field's name means the like of a column's texts. */
export const meansTexts = ({ features }: Pair): boolean => (features.meaning ?? 0) >= ALIKE;
/** How alike the letters of a class name or a heading and of a field's name are, if the page calls the column so. Set by hand. */
const SPELLED = 0.6;
/** Whether the page calls a column like the field, or its texts mean the like of it. */
export const isCalled = (pair: Pair): boolean =>
  meansTexts(pair) ||
  Math.max(pair.features.classLike ?? 0, pair.features.labelLike ?? 0) >= SPELLED ||
  Math.max(pair.features.classMeaning ?? 0, pair.features.labelMeaning ?? 0) >= SPELLED;
const FEW_WORDS = 3;
/** This share of the texts has the form that the field's name asks for: people have names of one word, too. */
const MOST_FIT = 0.6;

const SOLE_TIME = /^\d{1,2}[:.]\d{2}(?: ?[ap]\.?m\.?)?$/i;
const NAMED_TIME = /(?:time|date|day)$/i;
const TIME_OF_DAY = /\d[:.h]\d{2}|\d ?[ap]\.?m\b/i;

/** Whether the form of a column's texts, its heading, or the words beside its numbers say that it is something else. */
const isOther = (pair: Pair, schema: OutputSchema, context: CoerceContext): boolean => {
  const { name, column, features } = pair;
  const { texts, elements } = column;
  const type = schema[name];
  const concept = conceptOf(name);
  const isTime = TIMES.has(concept) || (NAMED_TIME.test(name) && foldedWords(name).length <= 2);
  const heading = (elements[0] && columnOf(elements[0])) ?? "";
  const said = conceptOf(heading);
  if ((said !== null && said !== concept) || areOpposed(foldedWords(heading), foldedWords(name))) return true;
  // Prices have a reader of their own, which knows instalments and former prices.
  if (type === "price") return true;
  if (type === "string" && !isTime && texts.every((text) => SOLE_TIME.test(text))) return true;
  if (type === "string" && concept !== "availability" && texts.every((text) => parseStock(text) !== null))
    return true;
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
  const counted = conceptOf(text.replace(/[\d.,]+/g, " ").trim());
  return (
    (counted !== null && counted !== concept) ||
    (concept !== null && PRICED.test(text)) ||
    SHORTENED.test(heading) ||
    ((features.words ?? 0) > FEW_WORDS && !meansTexts(pair))
  );
};

const isSame = ({ column: { elements: own } }: RatedPair, { column: { elements } }: RatedPair): boolean =>
  own[0] === elements[0] && own.length === elements.length;
/** The other columns that the field could be and that no field has, the likeliest first. */
const rivalsOf = (
  pair: RatedPair,
  rated: readonly RatedPair[],
  chosen: readonly RatedPair[],
): readonly RatedPair[] =>
  rated
    .filter(
      (other) =>
        other.name === pair.name &&
        other.likelihood >= pair.likelihood * SECOND &&
        !chosen.some((own) => isSame(own, other)),
    )
    .sort((one, other) => other.likelihood - one.likelihood);

/** The values of a column as answers to a question, by record. */
const toReadings = (pair: RatedPair): readonly (Reading | undefined)[] => {
  const where = whereOf(pair.column.elements[0]);
  return pair
    .read()
    .map((value) => (value === null ? undefined : { value, confidence: confidenceIn(pair), where }));
};

/** The items with the other columns that a field could be, in each record that has the field's own. */
const withRivals = (
  items: readonly MatchedItem[],
  pair: RatedPair,
  others: readonly RatedPair[],
): readonly MatchedItem[] => {
  if (others.length === 0) return items;
  const readings = [pair, ...others].map(toReadings);
  return items.map((own, at) => {
    const said = readings.map((reading) => reading[at]).filter((reading) => reading !== undefined);
    const open = said.filter(
      ({ value }, place) => said.findIndex((other) => other.value === value) === place,
    );
    return open.length < 2 || open[0]?.value !== own.item[pair.name]
      ? own
      : { ...own, rivals: { ...own.rivals, [pair.name]: open } };
  });
};

/**
 * From this likelihood, columns are given together; below, one by one, as what a field has says where the others are: with each page
 * left out, 1,245 values are right and 352 wrong instead of 1,088 and 308.
 */
const SURE = 0.6;

/**
 * The items with the fields that no label names, each with a doubt, and with the other columns that could be the field.
 *
 * @param mayGuess whether a field may be told by this column alone
 * @param isNamed whether a record without any value is left as it is: what no record names makes no record
 */
export const guessColumns = (
  { elements, items }: NamedItems,
  schema: OutputSchema,
  context: CoerceContext,
  mayGuess: (pair: Pair) => boolean,
  isNamed = true,
): readonly MatchedItem[] => {
  const isRecord = items.map((item) => !isNamed || filledShare(item) > 0);
  let filled = items;
  const given: { readonly pair: RatedPair; readonly rated: readonly RatedPair[] }[] = [];
  for (;;) {
    const rated = listPairs(elements, filled, schema, context)
      .filter((pair) => !given.some((known) => known.pair.name === pair.name))
      .filter((pair) => mayGuess(pair) && !isOther(pair, schema, context))
      .map((pair) => rate(pair, COLUMNS));
    const chosen = choosePairs(rated);
    const sure = chosen.filter(({ likelihood }) => likelihood >= SURE);
    const next = sure.length > 0 ? sure : chosen.slice(0, 1);
    if (next.length === 0) break;
    for (const pair of next) {
      const added = pair
        .read()
        .map((value, at) => (value === null || !isRecord[at] ? {} : { [pair.name]: value }));
      filled = withAdded(filled, added, GUESSED_PATH, DOUBT, confidenceIn(pair));
      given.push({ pair, rated });
    }
  }
  const chosen = given.map(({ pair }) => pair);
  return given.reduce((all, { pair, rated }) => withRivals(all, pair, rivalsOf(pair, rated, chosen)), filled);
};
