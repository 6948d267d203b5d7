/** Comparisons in a sentence: "price below 20 and rating over 4", "falls by 5 %", "価格が3000円以下". */
import { checkFieldName } from "../../../contract/fields/fields.ts";
import { TYPES } from "../../extract/vocabulary/fields.ts";
import { UNPARTED } from "../../extract/vocabulary/patterns.ts";
import vocabulary from "../vocabulary/comparisons.json" with { type: "json" };
import { AMOUNT, isMoney, numberIn } from "./amounts.ts";
import { camel } from "./enumeration.ts";
import { endOf, type Rule, readGrammar, type Span, spanOf, takeAll } from "./grammar.ts";
import { conceptIn, nounIn, splitSentence } from "./tokens.ts";
import { MONITOR, NOT_FIELDS } from "./words.ts";

/** One comparison of a sentence. */
export interface Comparison extends Span {
  /** In the syntax of monitor conditions; empty if the field or a number is not recognised. */
  readonly conditions: readonly string[];
  readonly field: string | null;
  /** What the sentence calls a field that is not a known one: "water level". */
  readonly called?: string;
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

/** An amount that may be negative. */
const SIGNED = AMOUNT.replace("(", "((?:[-−]\\s?|(?:minus|moins|menos|meno|мінус|минус)\\s+)?");
const IS_NEGATIVE = /^(?:[-−]|\p{L}+\s)/u;

const { raw, rules } = readGrammar(vocabulary.phrases, { amount: SIGNED });
const RULES = rules(vocabulary.rules as readonly RuleData[], false);

/** Numeric concepts whose type does not say so. */
const ALSO_NUMBERS: ReadonlySet<string> = new Set(["salary", "weight"]);
const NUMBER_TYPES: ReadonlySet<unknown> = new Set(["price", "number", "integer"]);
/** "The product drops below 20" means its price, and "it" does if no other number is named before. */
const STANDS_FOR_PRICE = raw("standsForPrice");
/** "apartments under 1200" means their price. */
const MEASURES: Readonly<Record<string, string>> = vocabulary.measures;
/** After an amount: "a month", "pro Nacht". */
const PER_PERIOD = raw("perPeriod");
/** After an amount: "40 million". */
const SCALES = [
  { pattern: raw("thousands"), by: 1e3 },
  { pattern: raw("millions"), by: 1e6 },
  { pattern: raw("billions"), by: 1e9 },
];
/** "the rating of this kettle drops" compares the rating. */
const OWNER = raw("owner");
/** "the temperature in Oslo drops" compares the temperature. */
const PLACED = raw("placed");
/** "price below 20 or above 50": both compare the price. */
const JOINS = raw("joins");
/** Words that are no part of a field's name. */
const NO_SUBJECT = raw("noSubject");
const MAX_SUBJECT = 3;

const numericIn = (word: string): string | null => {
  const concept = conceptIn(word)?.concept ?? null;
  return concept !== null && (NUMBER_TYPES.has(TYPES[concept]) || ALSO_NUMBERS.has(concept)) ? concept : null;
};

/** The field that "it" stands for: the number that is named before, or else the price. */
const fieldBefore = (text: string, before: Comparison | undefined): string => {
  const named = new Set(splitSentence(text).flatMap((word) => numericIn(word) ?? []));
  if (named.size === 0 && before?.called !== undefined && before.field !== null) return before.field;
  return named.size === 0 || named.has("price") ? "price" : ([...named].at(-1) ?? "price");
};

/** The known field to compare; null if the word names none. */
const fieldNamed = (word: string, value: string | undefined, isPerPeriod: boolean): string | null => {
  const name = word.toLowerCase();
  const numeric = numericIn(name);
  if (numeric !== null) return numeric;
  const noun = nounIn(name);
  if (noun !== null && MEASURES[noun] !== undefined) return MEASURES[noun];
  const concept = conceptIn(name);
  return (isMoney(value) || isPerPeriod) && (concept === null || NOT_FIELDS.has(name)) ? "price" : null;
};

/** What a sentence calls the number that it compares, of up to three words; null if it names none. */
const subjectOf = (between: string, word: string): string | null => {
  const [, phrase = ""] = /([^,.;:!?()·"“”«»\n]*)$/u.exec(between) ?? [];
  const words = [...(UNPARTED.test(word) ? [] : phrase.split(/\s+/)), word].filter((each) => each !== "");
  const isPart = (each: string): boolean =>
    /^\p{L}[\p{L}\p{M}\d-]*$/u.test(each) && !NO_SUBJECT.test(each) && !MONITOR.test(each);
  const first = words.findLastIndex((each) => !isPart(each)) + 1;
  const subject = words.slice(Math.max(first, words.length - MAX_SUBJECT));
  const isRecord = nounIn(word.toLowerCase()) !== null;
  return subject.length === 0 || isRecord || checkFieldName(camel(subject.join(" "))) !== null
    ? null
    : subject.join(" ");
};

const numberOf = (amount: string): number | null => {
  const number = numberIn(amount);
  return number !== null && IS_NEGATIVE.test(amount) && !isMoney(/^\p{L}+/u.exec(amount)?.[0])
    ? -number
    : number;
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
  const owner = implied === undefined ? OWNER.exec(between) : null;
  const isOwned = owner !== null && !NO_SUBJECT.test(owner[1] ?? "");
  const isMoneyAmount = isMoney(amounts[0]) || PER_PERIOD.test(match.input.slice(endOf(span)));
  const known = (named: string): string | null => {
    if (before?.field != null && JOINS.test(word)) return before.field;
    if (STANDS_FOR_PRICE.test(named))
      return isMoneyAmount ? "price" : fieldBefore(match.input.slice(0, span.index), before);
    return fieldNamed(named, amounts[0], isMoneyAmount);
  };
  // "the temperature in Oslo": if the last word names nothing known, it may be the place.
  const placed = implied === undefined && !isOwned && known(word) === null ? PLACED.exec(between) : null;
  const holder = isOwned ? owner : placed && !NO_SUBJECT.test(placed[1] ?? "") ? placed : null;
  const [named, lead] = holder ? [holder[1] ?? "", between.slice(0, holder.index)] : [word, between];
  const usual = known(named);
  const called = usual === null ? subjectOf(lead, named) : null;
  const field = called === null ? usual : camel(called);
  const scale = SCALES.find(({ pattern }) => pattern.test(match.input.slice(endOf(span))))?.by ?? 1;
  const [value, second] = amounts.map((amount) => {
    const number = numberOf(amount);
    return number === null ? null : number * scale;
  });
  const isComplete = field !== null && value !== null && second !== null;
  const said: Readonly<Record<string, unknown>> = { field, value, second };
  return {
    ...span,
    conditions: isComplete
      ? writes.map((condition) => condition.replace(/\{(\w+)\}/g, (_, name: string) => String(said[name])))
      : [],
    field: isComplete ? field : null,
    ...(called !== null && { called }),
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
  // "cuando salga": a verb without a subject and without an amount.
  return {
    rest,
    comparisons: comparisons.filter(({ field, said }) => field !== null || /\p{N}|\s.*\s/u.test(said)),
  };
};
