/** Asks of policies what they allow. */
import { contextOf } from "../../../../local/iam/patterns.ts";
import { decide, readStatement } from "../../../../local/iam/policy.ts";
import type { StatementDocument } from "../../../../local/stack/functions.ts";

export type Values = Parameters<typeof contextOf>[0];

/** A variable as policies write it. */
export const variable = (name: string): string => `\${${name}}`;

export const allows = (
  statements: StatementDocument | readonly StatementDocument[],
  action: string,
  resource: string,
  values: Values = {},
): boolean =>
  decide(
    [statements].flat().map((document) => readStatement(document as StatementDocument)),
    {
      action,
      resource,
      context: contextOf(values),
    },
  ).allowed;

/** Whether a condition lets through a call with these values. */
export const holds = (condition: NonNullable<StatementDocument["Condition"]>, values: Values): boolean =>
  allows(
    { Effect: "Allow", Action: "*", Resource: "*", Condition: condition },
    "s3:GetObject",
    "arn:aws:s3:::b/k",
    values,
  );
