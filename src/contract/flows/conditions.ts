/**
 * Conditions of a monitor, as users write them: `price < 20`, `percent change > 5`,
 * `price falls`, `title contains "sale"`, `added`. `engine/change` evaluates them.
 */

/** The ways in which a record can differ between two collections. */
export const CHANGE_TYPES = ["added", "removed", "changed"] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

export type Operator = "<" | "<=" | ">" | ">=" | "=" | "!=";

export type Condition =
  | { readonly kind: "type"; readonly type: ChangeType }
  | { readonly kind: "number"; readonly field: string; readonly operator: Operator; readonly value: number }
  | { readonly kind: "text"; readonly field: string; readonly operator: "=" | "!="; readonly text: string }
  | { readonly kind: "contains"; readonly field: string; readonly text: string; readonly negated: boolean }
  /** The absolute change of a number, in percent; `field` null: any number of the record. */
  | {
      readonly kind: "percent";
      readonly field: string | null;
      readonly operator: Operator;
      readonly value: number;
    }
  | { readonly kind: "moves"; readonly field: string; readonly direction: "rises" | "falls" }
  /** What the text that was added or removed says. */
  | {
      readonly kind: "passage";
      readonly side: "added" | "removed";
      readonly text: string;
      readonly isPattern: boolean;
      readonly negated: boolean;
    }
  /** The share of a picture that changed, in percent. */
  | { readonly kind: "pixels"; readonly operator: Operator; readonly value: number }
  /** How many words were added or removed; `changed`: both together. */
  | {
      readonly kind: "words";
      readonly side: "added" | "removed" | "changed";
      readonly operator: Operator;
      readonly value: number;
    };

const FIELD = String.raw`([\p{L}_][\p{L}\p{N}_-]*)`;
const OPERATOR = "(<=|>=|!=|=|<|>)";
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const TEXT = '"([^"]+)"';

/** @throws Error that says what is wrong with a pattern */
const checkPattern = (pattern: string): string => {
  try {
    new RegExp(pattern, "iu");
  } catch (error) {
    throw new Error(`has a pattern that is not a regular expression: ${(error as Error).message}`);
  }
  return pattern;
};

const rule = (pattern: string) => new RegExp(`^${pattern}$`, "iu");

type Groups = readonly (string | undefined)[];
type Rule = readonly [pattern: RegExp, read: (groups: Groups) => Condition];

const RULES: readonly Rule[] = [
  [
    rule(`(${CHANGE_TYPES.join("|")})`),
    ([type = ""]) => ({ kind: "type", type: type.toLowerCase() as ChangeType }),
  ],
  [
    rule(`(?:${FIELD} )?percent change ?${OPERATOR} ?${NUMBER} ?%?`),
    ([field, operator, value]) => ({
      kind: "percent",
      field: field ?? null,
      operator: operator as Operator,
      value: Number(value),
    }),
  ],
  [
    rule(`(added|removed) text (not )?(contains|matches) ${TEXT}`),
    ([side = "", negation, verb = "", text = ""]) => ({
      kind: "passage",
      side: side.toLowerCase() as "added" | "removed",
      text: verb.toLowerCase() === "matches" ? checkPattern(text) : text,
      isPattern: verb.toLowerCase() === "matches",
      negated: negation !== undefined,
    }),
  ],
  [
    rule(`(added|removed|changed) words ?${OPERATOR} ?${NUMBER}`),
    ([side = "", operator, value]) => ({
      kind: "words",
      side: side.toLowerCase() as "added" | "removed" | "changed",
      operator: operator as Operator,
      value: Number(value),
    }),
  ],
  [
    rule(`changed pixels ?${OPERATOR} ?${NUMBER} ?%?`),
    ([operator, value]) => ({ kind: "pixels", operator: operator as Operator, value: Number(value) }),
  ],
  [
    rule(`${FIELD} (rises|falls)`),
    ([field = "", direction = ""]) => ({
      kind: "moves",
      field,
      direction: direction.toLowerCase() as "rises" | "falls",
    }),
  ],
  [
    rule(`${FIELD} (not )?contains ${TEXT}`),
    ([field = "", negation, text = ""]) => ({
      kind: "contains",
      field,
      text,
      negated: negation !== undefined,
    }),
  ],
  [
    rule(`${FIELD} ?${OPERATOR} ?${NUMBER}`),
    ([field = "", operator, value]) => ({
      kind: "number",
      field,
      operator: operator as Operator,
      value: Number(value),
    }),
  ],
  [
    rule(`${FIELD} ?(!=|=) ?(?:${TEXT}|(true|false))`),
    ([field = "", operator, quoted, word]) => ({
      kind: "text",
      field,
      operator: operator as "=" | "!=",
      text: quoted ?? word ?? "",
    }),
  ],
];

const USAGE =
  'is not a condition: write for example `price < 20`, `percent change > 5`, `price falls`, `title contains "sale"`, `in_stock = true`, `added`, `added text contains "sold out"`, `removed text matches "\\d+ left"` `changed words > 20` or `changed pixels > 1%`';

/** @throws Error that explains the syntax of conditions */
export const parseCondition = (text: string): Condition => {
  const tidy = text.trim().replace(/\s+/g, " ");
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(tidy);
    if (match) return read(match.slice(1));
  }
  throw new Error(USAGE);
};
