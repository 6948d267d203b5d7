/** Fields of a page about one thing that nothing names, from the texts that no other field has: as likely as a forest says. */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { isEmpty } from "../../values/types.ts";
import { conceptOf, meaningOf } from "../../vocabulary/concepts.ts";
import { confidenceIn, type Rated, rate, SECOND, whereOf } from "../guess/rating.ts";
import { OPEN } from "../guess/textForms.ts";
import type { MatchedItem, Reading } from "../match.ts";
import { GIVEN } from "../one.ts";
import type { PageView } from "../pageFacts.ts";
import { wordingOf } from "./openTexts.ts";
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
const MAX_READINGS = 4;
const DOUBT = "read by its place on the page, because no label names it";

type RatedText = TextPair & Rated;

const textOf = ({ text }: TextPair): string => wordingOf(text);

/** Whether two pairs give the same number or day from texts of which one holds the other. */
const areOne = (one: TextPair, other: TextPair): boolean =>
  one.value === other.value && (textOf(one).includes(textOf(other)) || textOf(other).includes(textOf(one)));

/**
 * The likeliest pairs, no field and no text twice.
 *
 * @param least the likelihood from which a text is given, whatever the field
 */
export const chooseTexts = <Own extends RatedText>(pairs: readonly Own[], least?: number): readonly Own[] => {
  const chosen: Own[] = [];
  const likely = pairs.filter(({ name, likelihood }) => likelihood >= (least ?? leastFor(name)));
  for (const pair of likely.sort((one, other) => other.likelihood - one.likelihood)) {
    const isTaken = chosen.some(
      (other) => other.name === pair.name || textOf(other) === textOf(pair) || areOne(other, pair),
    );
    if (!isTaken) chosen.push(pair);
  }
  return chosen;
};

const toReading = (pair: RatedText): Reading => ({
  value: pair.value,
  confidence: confidenceIn(pair),
  where: whereOf(pair.text.element),
});

/** The text of a field and those that could be it, too, and that no other field has; the likeliest first. */
const readingsOf = (
  pair: RatedText,
  rated: readonly RatedText[],
  chosen: readonly RatedText[],
): readonly Reading[] => {
  const taken = new Set(chosen.filter((own) => own !== pair).map(textOf));
  const others = rated
    .filter(
      (other) =>
        other.name === pair.name && other.likelihood >= pair.likelihood * SECOND && !taken.has(textOf(other)),
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
  const rated = listTextPairs(view, item.item, schema, others).map((pair) => rate(pair, TEXTS));
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
