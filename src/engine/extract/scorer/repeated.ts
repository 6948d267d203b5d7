/** Values that two fields of an item have, though they are one field's. */
import { type Fact, isColumn } from "../sources/facts.ts";
import { saysWhen } from "../values/dateWords.ts";
import { countSpaced } from "../values/text.ts";
import { type Concept, conceptOf } from "../vocabulary/concepts.ts";
import type { Choice, Filled } from "./rivals.ts";

const NAMED = 0.97;
const DOUBT = "the longest text of the row, because no column is called the title";
const CONFIDENCE = 0.5;
const MIN_WORDS = 3;
const MAX_CHARS = 150;
/** What a column with titles is called, if not that. */
const TITLED: ReadonlySet<Concept | null> = new Set<Concept | null>([null, "description", "content"]);

/** The longest text of a row in a column that no field has: its title, if the column that looks like one has a name of its own. */
const titleOfRow = (facts: readonly Fact[], found: readonly Filled[]): Choice | null => {
  const taken = new Set(found.flatMap(([, , choice]) => choice?.fact ?? []));
  const [longest] = facts
    .filter((fact) => isColumn(fact) && TITLED.has(fact.concept) && !taken.has(fact))
    .map((fact) => ({ fact, value: fact.values[0] }))
    .filter(
      ({ value }) =>
        typeof value === "string" &&
        countSpaced(value) >= MIN_WORDS &&
        value.length <= MAX_CHARS &&
        /\p{L}{3}/u.test(value) &&
        !saysWhen(value),
    )
    .sort((left, right) => String(right.value).length - String(left.value).length);
  return longest === undefined
    ? null
    : { ...longest, share: CONFIDENCE, confidence: CONFIDENCE, doubt: DOUBT };
};

/** "Title: …" in a record says more than the place of another text; "Title: CEO" is a role. */
const labelledTitle = (choice: Choice, facts: readonly Fact[]): Choice | null => {
  if (choice.fact.source !== "record") return null;
  const fact = facts.find(
    ({ source, concept, values: [text] }) =>
      source === "pair" && concept === "title" && typeof text === "string" && countSpaced(text) >= MIN_WORDS,
  );
  return fact === undefined ? null : { ...choice, fact, value: fact.values[0], confidence: fact.confidence };
};

/**
 * The choices without values that belong to another field: themes call the only price of what is not reduced the regular one, and
 * the first cell of a row looks like its title, even in the column "Reference".
 */
export const settleRepeated = (found: readonly Filled[], facts: readonly Fact[]): readonly Filled[] => {
  const prices = new Set(
    found.flatMap(([name, , choice]) => (choice && conceptOf(name) === "price" ? [choice.value] : [])),
  );
  const named = new Set(
    found.flatMap(([name, , choice]) =>
      choice && choice.share >= NAMED && isColumn(choice.fact) && conceptOf(name) !== "title"
        ? [choice.value]
        : [],
    ),
  );
  return found.map(([name, type, choice]): Filled => {
    const concept = conceptOf(name);
    if (choice === null) return [name, type, null];
    if (concept === "originalPrice" && prices.has(choice.value)) return [name, type, null];
    if (concept === "title") {
      const labelled = labelledTitle(choice, facts);
      if (labelled) return [name, type, labelled];
    }
    const isNamed = concept === "title" && !isColumn(choice.fact) && named.has(choice.value);
    return [name, type, isNamed ? (titleOfRow(facts, found) ?? choice) : choice];
  });
};
