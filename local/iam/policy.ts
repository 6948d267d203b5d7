/** Decides like IAM whether a role's policies allow a call: an explicit Deny wins, and the default is to deny. */

import type { StatementDocument } from "../stack/functions.ts";
import { type Conditions, type Context, conditionsHold, readConditions } from "./conditions.ts";
import { matchesArn, matchesPattern, substitute } from "./patterns.ts";

/** A grant, as `action resource`. */
export type Grant = string;

export const grantOf = (action: string, resource: string): Grant => `${action} ${resource}`;

/** A call that IAM decides on. */
export interface Call {
  /** `dynamodb:PutItem` */
  readonly action: string;
  /** ARN of the resource. */
  readonly resource: string;
  /** Keys that conditions may use; keys not listed are absent. */
  readonly context: Context;
}

/** Patterns of which one must match (or none, for the `Not` forms). */
interface Patterns {
  readonly patterns: readonly string[];
  readonly isNegated: boolean;
}

export interface Statement {
  readonly effect: "Allow" | "Deny";
  readonly actions: Patterns;
  readonly resources: Patterns;
  readonly conditions: Conditions;
}

export type Decision =
  | { readonly allowed: true }
  /** Whether a statement denies the call, or none allows it. */
  | { readonly allowed: false; readonly explicitly: boolean };

type Listed = string | readonly string[] | undefined;

const readPatterns = (name: string, listed: Listed, notListed: Listed): Patterns => {
  const patterns = listed ?? notListed;
  if (patterns === undefined || (listed !== undefined && notListed !== undefined))
    throw new Error(`A statement has either ${name} or Not${name}.`);
  return { patterns: [patterns].flat(), isNegated: listed === undefined };
};

/** @throws Error for an invalid statement, or one with an unsupported condition */
export const readStatement = (document: StatementDocument): Statement => ({
  effect: document.Effect,
  actions: readPatterns("Action", document.Action, document.NotAction),
  resources: readPatterns("Resource", document.Resource, document.NotResource),
  conditions: readConditions(document.Condition ?? {}),
});

const speaksOfAction = (pattern: string, { action }: Call): boolean =>
  matchesPattern(pattern.toLowerCase(), action.toLowerCase());

const speaksOfResource = (pattern: string, { resource, context }: Call): boolean => {
  const filled = substitute(pattern, context);
  return filled !== undefined && matchesArn(filled, resource);
};

const areMatched = ({ patterns, isNegated }: Patterns, matches: (pattern: string) => boolean): boolean =>
  patterns.some(matches) !== isNegated;

/** Whether a statement applies to a call. */
const applies = ({ actions, resources, conditions }: Statement, call: Call): boolean =>
  areMatched(actions, (pattern) => speaksOfAction(pattern, call)) &&
  areMatched(resources, (pattern) => speaksOfResource(pattern, call)) &&
  conditionsHold(conditions, call.context);

/** @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics.html */
export const decide = (statements: readonly Statement[], call: Call): Decision => {
  const speaking = statements.filter((statement) => applies(statement, call));
  if (speaking.some(({ effect }) => effect === "Deny")) return { allowed: false, explicitly: true };
  return speaking.length > 0 ? { allowed: true } : { allowed: false, explicitly: false };
};

/** The grants that allow a call, as written in the policy: `action resource`. */
export const usedGrants = (statements: readonly Statement[], call: Call): readonly string[] =>
  statements
    .filter((statement) => statement.effect === "Allow" && applies(statement, call))
    .flatMap(({ actions, resources }) =>
      actions.patterns
        .filter((pattern) => speaksOfAction(pattern, call))
        .flatMap((action) =>
          resources.patterns
            .filter((pattern) => speaksOfResource(pattern, call))
            .map((resource) => grantOf(action, resource)),
        ),
    );
