/** What a sentence compares: "price below 20 and rating over 4", "falls by 5 %", "価格が3000円以下". */
import grammar from "../vocabulary/comparisons.json" with { type: "json" };
import { AMOUNT, isMoney, numberIn } from "./amounts.ts";
import { opening, readPhrases } from "./grammar.ts";
import { conceptIn } from "./tokens.ts";
import { NOT_FIELDS, RECORD_NOUNS, TYPES } from "./words.ts";

/** A comparison as the sentence says it. */
export interface Comparison {
  /** As a monitor's conditions write it; empty where the words name nothing that is known. */
  readonly conditions: readonly string[];
  readonly field: string | null;
  /** All of its conditions must hold. */
  readonly isWhole: boolean;
  readonly said: string;
  readonly index: number;
}

const { phrases: PHRASES, fill } = readPhrases(grammar.phrases, { amount: AMOUNT });

/** Concepts that are more or less, besides those whose type says so. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(["salary", "weight"]);
const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["price", "number", "integer"]);
/** A product that "drops below 20" does so in its price. */
const STANDS_FOR_PRICE = new RegExp(PHRASES.standsForPrice, "i");

/** What of a record is to be compared; null where the word says nothing that is known. */
const fieldNamed = (word: string | undefined, value?: string): string | null => {
  const name = word?.toLowerCase() ?? "";
  const concept = conceptIn(name)?.concept ?? null;
  if (concept !== null && (NUMBER_TYPES.has(TYPES[concept]) || ALSO_NUMBERS.has(concept))) return concept;
  if (STANDS_FOR_PRICE.test(name) || RECORD_NOUNS[name] === "products") return "price";
  return isMoney(value) && (concept === null || NOT_FIELDS.has(name)) ? "price" : null;
};
/** "the rating of this kettle drops": it is the rating that does. */
const OWNER = new RegExp(PHRASES.owner, "iu");
/** In Dutch and Spanish "de" follows these too, and they own nothing. */
const CONJUNCTION = new RegExp(PHRASES.conjunction, "i");
/** "price below 20 or above 50": it is still the price. */
const JOINS = new RegExp(PHRASES.joins, "i");

interface Rule {
  readonly pattern: RegExp;
  /** The conditions, with `{field}`, `{value}` and `{second}` for what was said. */
  readonly writes: readonly string[];
  readonly isWhole?: boolean;
  /** What is meant where no word of the rule names it. */
  readonly field?: string;
}

interface RuleData extends Omit<Rule, "pattern"> {
  readonly says?: string;
  readonly unparted?: string;
}

const RULES: readonly Rule[] = (grammar.rules as readonly RuleData[]).map(
  ({ says = "(?!)", unparted = "(?!)", ...rule }) => ({
    ...rule,
    pattern: opening(fill(says), fill(unparted)),
  }),
);

const write = (template: string, values: Readonly<Record<string, string | number>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const resolve = (
  { field: implied, writes, isWhole = false }: Rule,
  match: RegExpExecArray,
  text: string,
  before: Comparison | undefined,
): Comparison => {
  const previous = before?.field ?? null;
  const groups = match.slice(1).filter((group): group is string => group !== undefined);
  const [word, value, second] = implied ? [implied, groups[0], undefined] : groups;
  const owner = implied
    ? undefined
    : OWNER.exec(text.slice(before ? before.index + before.said.length : 0, match.index))?.[1];
  const isJoined = previous !== null && JOINS.test(word ?? "");
  const named = owner === undefined || CONJUNCTION.test(owner) ? word : owner;
  const field = isJoined ? previous : fieldNamed(named, value);
  const numbers = [value, second].map(numberIn);
  const isComplete =
    field !== null && [value, second].every((said, at) => said === undefined || numbers[at] !== null);
  const said = { field: field ?? "", value: numbers[0] ?? "", second: numbers[1] ?? "" };
  return {
    conditions: isComplete ? writes.map((template) => write(template, said)) : [],
    field: isComplete ? field : null,
    isWhole,
    said: match[0].replace(/\s+/g, " ").trim(),
    index: match.index,
  };
};

const MAX_COMPARISONS = 8;
/** Keeps the places of what follows. */
const TAKEN = "·";

/** All comparisons of a sentence, in its order, and what is left of it. */
export const readComparisons = (
  sentence: string,
): { readonly rest: string; readonly comparisons: readonly Comparison[] } => {
  const found: Comparison[] = [];
  let rest = sentence;
  while (found.length < MAX_COMPARISONS) {
    const [hit] = RULES.flatMap((each) => {
      const match = each.pattern.exec(rest);
      return match ? [{ each, match }] : [];
    }).sort((left, right) => left.match.index - right.match.index);
    if (!hit) break;
    const { each, match } = hit;
    const before = found.filter(({ index }) => index < match.index).at(-1);
    found.push(resolve(each, match, rest, before));
    rest =
      rest.slice(0, match.index) + TAKEN.repeat(match[0].length) + rest.slice(match.index + match[0].length);
  }
  return {
    rest: rest.replace(/·+/g, " "),
    comparisons: found.sort((left, right) => left.index - right.index),
  };
};
