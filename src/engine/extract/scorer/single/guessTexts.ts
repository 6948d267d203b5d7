/** Fields of a page about one thing that nothing names, from the texts that no other field has: as likely as a forest says. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { type Forest, predict } from "../../content/forest.ts";
import { classesOf } from "../../page/tree.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf, meaningOf } from "../../vocabulary/concepts.ts";
import { OPEN } from "../guess/textForms.ts";
import type { MatchedItem, Reading } from "../match.ts";
import { GIVEN } from "../one.ts";
import type { PageView } from "../pageFacts.ts";
import { listTextPairs, type TextPair } from "./textPairs.ts";
import { TEXTS } from "./textWeights.ts";

/** The likelihood from which a text is given, with a doubt: `node scripts/eval/train.ts --texts` prints what others give. */
const LEAST = 0.4;
/** Fields with a reader of their own, which found nothing, need more. */
const LEAST_KNOWN = 0.7;
const leastFor = (name: string): number => {
  const concept = conceptOf(name);
  return concept === null || OPEN.has(concept) ? LEAST : LEAST_KNOWN;
};
/** Other fields say what the page is about and where: so many must be asked for, and have a value. */
const AROUND = { asked: 3, known: 1 } as const;
/** From this share of the likelihood of the text that is given, another one is a second candidate. */
const SECOND = 0.6;
const MAX_READINGS = 4;
/** Confidence in a text that is surely the field. */
const MOST = 0.5;
const DOUBT = "read by its place on the page, because no label names it";

export interface RatedText extends TextPair {
  /** 0 to 1. */
  readonly likelihood: number;
}

export const rateText = (pair: TextPair, forest: Forest): RatedText => ({
  ...pair,
  likelihood: predict(
    forest,
    forest.names.map((name) => pair.features[name] ?? 0),
  ),
});

const wordingOf = ({ text }: TextPair): string => text.texts.join("\n");

/** Whether two pairs give the same number or day from texts of which one holds the other. */
const areOne = (one: TextPair, other: TextPair): boolean =>
  one.value === other.value &&
  (wordingOf(one).includes(wordingOf(other)) || wordingOf(other).includes(wordingOf(one)));

/**
 * The likeliest pairs, no field and no text twice.
 *
 * @param least the likelihood from which a text is given, whatever the field
 */
export const chooseTexts = <Rated extends RatedText>(
  pairs: readonly Rated[],
  least?: number,
): readonly Rated[] => {
  const chosen: Rated[] = [];
  const likely = pairs.filter(({ name, likelihood }) => likelihood >= (least ?? leastFor(name)));
  for (const pair of likely.sort((one, other) => other.likelihood - one.likelihood)) {
    const isTaken = chosen.some(
      (other) => other.name === pair.name || wordingOf(other) === wordingOf(pair) || areOne(other, pair),
    );
    if (!isTaken) chosen.push(pair);
  }
  return chosen;
};

const toReading = ({ value, likelihood, text: { element } }: RatedText): Reading => {
  const [called] = classesOf(element);
  const where = `${element.name}${called === undefined ? "" : `.${called}`}`;
  return { value, confidence: Number((likelihood * MOST).toFixed(2)), where };
};

/** The text of a field and those that could be it, too, and that no other field has; the likeliest first. */
const readingsOf = (
  pair: RatedText,
  rated: readonly RatedText[],
  chosen: readonly RatedText[],
): readonly Reading[] => {
  const taken = new Set(chosen.filter((own) => own !== pair).map(wordingOf));
  const others = rated
    .filter(
      (other) =>
        other.name === pair.name &&
        other.likelihood >= pair.likelihood * SECOND &&
        !taken.has(wordingOf(other)),
    )
    .sort((one, other) => other.likelihood - one.likelihood);
  return [
    ...new Map([pair, ...others].map((own) => [JSON.stringify(own.value), toReading(own)] as const)).values(),
  ].slice(0, MAX_READINGS);
};

/**
 * The item with the fields that no label names, each with a doubt, and with the other texts that could be the field.
 *
 * @param others elements about other things
 */
export const guessTexts = (
  view: PageView,
  item: MatchedItem,
  schema: OutputSchema,
  others: ReadonlySet<unknown>,
): MatchedItem => {
  const names = Object.keys(schema);
  const known = names.filter((name) => !isEmpty(item.item[name]) && !GIVEN.has(meaningOf(name)));
  if (names.length < AROUND.asked || known.length < AROUND.known) return item;
  const rated = listTextPairs(view, item, schema, others).map((pair) => rateText(pair, TEXTS));
  const chosen = chooseTexts(rated);
  const read = chosen.map((pair) => ({ name: pair.name, readings: readingsOf(pair, rated, chosen) }));
  const first = read.flatMap(({ name, readings: [reading] }) => (reading ? [{ name, reading }] : []));
  return {
    ...item,
    item: { ...item.item, ...Object.fromEntries(first.map(({ name, reading }) => [name, reading.value])) },
    provenance: {
      ...item.provenance,
      ...Object.fromEntries(
        first.map(({ name, reading: { confidence, where } }) => [
          name,
          { source: "content" as const, confidence, path: where, doubt: DOUBT },
        ]),
      ),
    },
    rivals: {
      ...item.rivals,
      ...Object.fromEntries(
        read.filter(({ readings }) => readings.length > 1).map(({ name, readings }) => [name, readings]),
      ),
    },
  };
};
