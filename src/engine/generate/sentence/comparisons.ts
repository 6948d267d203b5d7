/** What a sentence compares: "price below 20 and rating over 4", "falls by 5 %", "価格が3000円以下". */
import vocabulary from "../vocabulary/comparisons.json" with { type: "json" };
import { AMOUNT, isMoney, numberIn } from "./amounts.ts";
import { endOf, type Rule, readGrammar, type Span, spanOf, takeAll } from "./grammar.ts";
import { conceptIn } from "./tokens.ts";
import { NOT_FIELDS, RECORD_NOUNS, TYPES } from "./words.ts";

/** A comparison as the sentence says it. */
export interface Comparison extends Span {
  /** As a monitor's conditions write it; empty where the words name nothing that is known. */
  readonly conditions: readonly string[];
  readonly field: string | null;
  /** All of its conditions must hold. */
  readonly isWhole: boolean;
  readonly said: string;
}

interface RuleData {
  readonly says?: string;
  readonly unparted?: string;
  /** The conditions, with `{field}`, `{value}` and `{second}` for what was said. */
  readonly writes: readonly string[];
  readonly isWhole?: boolean;
  /** What is meant where no word of the rule names it. */
  readonly field?: string;
}

const { raw, rules } = readGrammar(vocabulary.phrases, { amount: AMOUNT });
const RULES = rules(vocabulary.rules as readonly RuleData[], false);

/** Concepts that are more or less, besides those whose type says so. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(["salary", "weight"]);
const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["price", "number", "integer"]);
/** A product that "drops below 20" does so in its price. */
const STANDS_FOR_PRICE = raw("standsForPrice");
/** "the rating of this kettle drops": it is the rating that does. */
const OWNER = raw("owner");
/** In Dutch and Spanish "de" follows these too, and they own nothing. */
const CONJUNCTION = raw("conjunction");
/** "price below 20 or above 50": it is still the price. */
const JOINS = raw("joins");

/** What of a record is to be compared; null where the word says nothing that is known. */
const fieldNamed = (word: string, value: string | undefined): string | null => {
  const name = word.toLowerCase();
  const concept = conceptIn(name)?.concept ?? null;
  if (concept !== null && (NUMBER_TYPES.has(TYPES[concept]) || ALSO_NUMBERS.has(concept))) return concept;
  if (STANDS_FOR_PRICE.test(name) || RECORD_NOUNS[name] === "products") return "price";
  return isMoney(value) && (concept === null || NOT_FIELDS.has(name)) ? "price" : null;
};

const resolve = (
  { field: implied, writes, isWhole = false }: Rule<RuleData>,
  match: RegExpExecArray,
  before: Comparison | undefined,
): Comparison => {
  const span = spanOf(match);
  const groups = match.slice(1).filter((group) => group !== undefined);
  const [word = "", ...amounts] = implied === undefined ? groups : [implied, ...groups.slice(0, 1)];
  const between = match.input.slice(before ? endOf(before) : 0, span.index);
  const owner = implied === undefined ? OWNER.exec(between)?.[1] : undefined;
  const named = owner === undefined || CONJUNCTION.test(owner) ? word : owner;
  const field = before?.field != null && JOINS.test(word) ? before.field : fieldNamed(named, amounts[0]);
  const [value, second] = amounts.map(numberIn);
  const isComplete = field !== null && value !== null && second !== null;
  const said: Readonly<Record<string, unknown>> = { field, value, second };
  return {
    ...span,
    conditions: isComplete
      ? writes.map((condition) => condition.replace(/\{(\w+)\}/g, (_, name: string) => String(said[name])))
      : [],
    field: isComplete ? field : null,
    isWhole,
    said: match[0].replace(/\s+/g, " ").trim(),
  };
};

const MAX_COMPARISONS = 8;

/** All comparisons of a sentence, in its order, and what is left of it. */
export const readComparisons = (
  sentence: string,
): { readonly rest: string; readonly comparisons: readonly Comparison[] } => {
  const { rest, taken } = takeAll(RULES, sentence);
  const comparisons: Comparison[] = [];
  for (const { rule, match } of taken.slice(0, MAX_COMPARISONS))
    comparisons.push(resolve(rule, match, comparisons.at(-1)));
  return { rest, comparisons };
};
