/** Comparisons in a sentence: "price below 20 and rating over 4", "falls by 5 %", "価格が3000円以下". */
import { TYPES } from "../../extract/vocabulary/fields.ts";
import vocabulary from "../vocabulary/comparisons.json" with { type: "json" };
import { AMOUNT, isMoney, numberIn } from "./amounts.ts";
import { endOf, type Rule, readGrammar, type Span, spanOf, takeAll } from "./grammar.ts";
import { conceptIn } from "./tokens.ts";
import { NOT_FIELDS, RECORD_NOUNS } from "./words.ts";

/** One comparison of a sentence. */
export interface Comparison extends Span {
  /** In the syntax of monitor conditions; empty if the field or a number is not recognised. */
  readonly conditions: readonly string[];
  readonly field: string | null;
  /** All of its conditions must match. */
  readonly isWhole: boolean;
  readonly said: string;
}

interface RuleData {
  readonly says?: string;
  readonly unparted?: string;
  /** Condition templates with the placeholders `{field}`, `{value}` and `{second}`. */
  readonly writes: readonly string[];
  readonly isWhole?: boolean;
  /** The field for rules that capture no field name. */
  readonly field?: string;
}

const { raw, rules } = readGrammar(vocabulary.phrases, { amount: AMOUNT });
const RULES = rules(vocabulary.rules as readonly RuleData[], false);

/** Numeric concepts whose type does not say so. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(["salary", "weight"]);
const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["price", "number", "integer"]);
/** "The product drops below 20" means its price. */
const STANDS_FOR_PRICE = raw("standsForPrice");
/** "the rating of this kettle drops" compares the rating. */
const OWNER = raw("owner");
/** Conjunctions, which are not fields: in Dutch and Spanish, "de" can follow them. */
const CONJUNCTION = raw("conjunction");
/** "price below 20 or above 50": both compare the price. */
const JOINS = raw("joins");

/** The field to compare; null if the word names no known one. */
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

/** The comparisons of a sentence in order, and the rest of the sentence. */
export const readComparisons = (
  sentence: string,
): { readonly rest: string; readonly comparisons: readonly Comparison[] } => {
  const { rest, taken } = takeAll(RULES, sentence);
  const comparisons: Comparison[] = [];
  for (const { rule, match } of taken.slice(0, MAX_COMPARISONS))
    comparisons.push(resolve(rule, match, comparisons.at(-1)));
  return { rest, comparisons };
};
