/**
 * Evaluates policy conditions as IAM does.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html
 */
import { type Context, matchesArn, matchesPattern, substitute } from "./patterns.ts";

export type { Context } from "./patterns.ts";

/** Whether a call's value matches one value of the policy. */
type Matches = (wanted: string, actual: string) => boolean;

const ordered =
  (isAsked: (actual: number, wanted: number) => boolean, read: (text: string) => number): Matches =>
  (wanted, actual) =>
    isAsked(read(actual), read(wanted));

const readDate = (text: string): number => (/^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text));

const comparisons = (kind: string, read: (text: string) => number): Readonly<Record<string, Matches>> => ({
  [`${kind}Equals`]: ordered((actual, wanted) => actual === wanted, read),
  [`${kind}LessThan`]: ordered((actual, wanted) => actual < wanted, read),
  [`${kind}LessThanEquals`]: ordered((actual, wanted) => actual <= wanted, read),
  [`${kind}GreaterThan`]: ordered((actual, wanted) => actual > wanted, read),
  [`${kind}GreaterThanEquals`]: ordered((actual, wanted) => actual >= wanted, read),
});

const isSameWithoutCase: Matches = (wanted, actual) => wanted.toLowerCase() === actual.toLowerCase();

const POSITIVE: Readonly<Record<string, Matches>> = {
  StringEquals: (wanted, actual) => wanted === actual,
  StringEqualsIgnoreCase: isSameWithoutCase,
  StringLike: matchesPattern,
  Bool: isSameWithoutCase,
  ArnEquals: matchesArn,
  ArnLike: matchesArn,
  ...comparisons("Numeric", Number),
  ...comparisons("Date", readDate),
};

/** Pairs of opposite operators. */
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
  /** Undefined for `Null`, which checks whether the key exists. */
  readonly matches: Matches | undefined;
  readonly isNegated: boolean;
  /** Whether it is true for a call without the key. */
  readonly ifExists: boolean;
  readonly set: (typeof SETS)[keyof typeof SETS] | undefined;
}

export type Conditions = readonly Condition[];

/** @throws Error for an unsupported operator, which must not count as true */
const readOperator = (text: string): Omit<Condition, "key" | "wanted"> => {
  const [, prefix = "", operator = "", suffix = ""] =
    /^(ForAllValues:|ForAnyValue:)?(.+?)(IfExists)?$/.exec(text) ?? [];
  const name = NEGATED[operator] ?? operator;
  const matches = POSITIVE[name];
  if (matches === undefined && name !== "Null")
    throw new Error(`The condition operator "${text}" is not supported.`);
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
  const actual = context.get(key);
  // A key without a value counts as absent.
  const isAbsent = actual === undefined || actual.length === 0;
  if (matches === undefined) return wanted.includes(String(isAbsent));
  if (isAbsent) return ifExists || (set === undefined ? isNegated : set === "all");
  const patterns = wanted.flatMap((value) => substitute(value, context) ?? []);
  const isMatched = (value: string): boolean =>
    patterns.some((pattern) => matches(pattern, value)) !== isNegated;
  if (set === "all") return actual.every(isMatched);
  if (set === "any") return actual.some(isMatched);
  return isNegated ? actual.every(isMatched) : actual.some(isMatched);
};

/** Whether all conditions are true. */
export const conditionsHold = (conditions: Conditions, context: Context): boolean =>
  conditions.every((condition) => holds(condition, context));
