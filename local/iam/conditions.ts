/**
 * Conditions of policies, as IAM decides them.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
import { type Context, matchesArn, matchesPattern, substitute } from "./patterns.ts";

export type { Context } from "./patterns.ts";

/** Whether a value of a call is as one value of the policy asks. */
type Matches = (wanted: string, held: string) => boolean;

const ordered =
  (isAsked: (held: number, wanted: number) => boolean, read: (text: string) => number): Matches =>
  (wanted, held) =>
    isAsked(read(held), read(wanted));

const readDate = (text: string): number => (/^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text));

const comparisons = (kind: string, read: (text: string) => number): Readonly<Record<string, Matches>> => ({
  [`${kind}Equals`]: ordered((held, wanted) => held === wanted, read),
  [`${kind}LessThan`]: ordered((held, wanted) => held < wanted, read),
  [`${kind}LessThanEquals`]: ordered((held, wanted) => held <= wanted, read),
  [`${kind}GreaterThan`]: ordered((held, wanted) => held > wanted, read),
  [`${kind}GreaterThanEquals`]: ordered((held, wanted) => held >= wanted, read),
});

const isSameWithoutCase: Matches = (wanted, held) => wanted.toLowerCase() === held.toLowerCase();

const POSITIVE: Readonly<Record<string, Matches>> = {
  StringEquals: (wanted, held) => wanted === held,
  StringEqualsIgnoreCase: isSameWithoutCase,
  StringLike: matchesPattern,
  Bool: isSameWithoutCase,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  ...comparisons("Numeric", Number),
  ...comparisons("Date", readDate),
};

/** Each is the contrary of the other. */
const NEGATED: Readonly<Record<string, string>> = {
  StringNotEquals: "StringEquals",
  StringNotEqualsIgnoreCase: "StringEqualsIgnoreCase",
  StringNotLike: "StringLike",
  ArnNotEquals: "ArnEquals",
  ArnNotLike: "ArnLike",
  NumericNotEquals: "NumericEquals",
  DateNotEquals: "DateEquals",
};

const SETS = { "ForAllValues:": "all", "ForAnyValue:": "any" } as const;

interface Condition {
  readonly key: string;
  readonly wanted: readonly string[];
  /** Undefined for `Null`, which asks whether the key is there at all. */
  readonly matches: Matches | undefined;
  readonly isNegated: boolean;
  /** Whether it holds for a call without the key, whatever the operator. */
  readonly ifExists: boolean;
  readonly set: (typeof SETS)[keyof typeof SETS] | undefined;
}

export type Conditions = readonly Condition[];

/** @throws Error for an operator that is not known here: it must not count as held */
const readOperator = (text: string): Omit<Condition, "key" | "wanted"> => {
  const [, prefix = "", operator = "", suffix = ""] =
    /^(ForAllValues:|ForAnyValue:)?(.+?)(IfExists)?$/.exec(text) ?? [];
  const name = NEGATED[operator] ?? operator;
  const matches = POSITIVE[name];
  if (matches === undefined && name !== "Null")
    throw new Error(`The condition operator "${text}" is not known here.`);
  return {
    matches,
    isNegated: operator in NEGATED,
    ifExists: suffix !== "",
    set: SETS[prefix as keyof typeof SETS],
  };
};

export const readConditions = (
  document: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Conditions =>
  Object.entries(document).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, wanted]) => ({
      ...readOperator(operator),
      key: key.toLowerCase(),
      wanted: [wanted].flat().map(String),
    })),
  );

const holds = ({ key, wanted, matches, isNegated, ifExists, set }: Condition, context: Context): boolean => {
  const held = context.get(key);
  // A key without a value is as good as absent.
  const isAbsent = held === undefined || held.length === 0;
  if (matches === undefined) return wanted.includes(String(isAbsent));
  if (isAbsent) return ifExists || (set === undefined ? isNegated : set === "all");
  const patterns = wanted.flatMap((value) => substitute(value, context) ?? []);
  const isMatched = (value: string): boolean =>
    patterns.some((pattern) => matches(pattern, value)) !== isNegated;
  if (set === "all") return held.every(isMatched);
  if (set === "any") return held.some(isMatched);
  return isNegated ? held.every(isMatched) : held.some(isMatched);
};

/** All must hold. */
export const conditionsHold = (conditions: Conditions, context: Context): boolean =>
  conditions.every((condition) => holds(condition, context));
