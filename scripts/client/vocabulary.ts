/** Enumerations as values, for programs that show forms, help or completions. */

import { PLANS } from "../../src/contract/account/plans.ts";
import { DEPRECATED_SCOPES } from "../../src/contract/account/scopes.ts";
import { EVENT_MEANINGS } from "../../src/contract/deliveries/events.ts";
import { TEMPLATE_VALUES } from "../../src/contract/deliveries/webhookFormats.ts";
import { ERRORS } from "../../src/contract/errors.ts";
import { VALUE_TYPES } from "../../src/contract/fields/outputSchema.ts";
import { EXPORT_FORMATS } from "../../src/contract/runs/runs.ts";
import { type JsonSchema, nameOfRef } from "./types.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The components that are plain enumerations: their values, by name. */
const choicesOf = (schemas: Schemas) =>
  Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => (schema.enum ? [[name, schema.enum]] : [])),
  );

const kindOf = (schema: JsonSchema): string => {
  if (schema.const === true) return "flag";
  if (schema.enum) return "choice";
  // One text or a list of texts is written as a list.
  const items = schema.items ?? schema.anyOf?.find((branch) => branch.items)?.items;
  if (items?.properties) return "records";
  if (items) return items.type === "string" ? "lines" : "steps";
  return schema.anyOf || schema.type === "string" ? "text" : String(schema.type);
};

/** The fields of a step type, in the order in which the contract lists them. */
const fieldsOf = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties)
    .filter(([name]) => name !== "type")
    .map(([name, schema]) => ({
      name,
      kind: kindOf(schema),
      ...(required.includes(name) && { required: true }),
      ...(schema.enum && { values: schema.enum }),
    }));

/** The step registry: the fields of each type. */
const stepsOf = (schemas: Schemas) =>
  Object.fromEntries(
    (schemas.Step?.oneOf ?? schemas.Step?.anyOf ?? []).map((branch) => {
      const schema = branch.$ref === undefined ? branch : (schemas[nameOfRef(branch.$ref)] ?? {});
      return [String(schema.properties?.type?.const), fieldsOf(schema)];
    }),
  );

const remedies = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { cause, remedy, retryable }]) => [code, { cause, remedy, retryable }]),
);

/** Text of client/vocabulary.ts, before it is formatted. */
export const generateVocabulary = (openApi: unknown): string => {
  const { schemas } = (openApi as { components: { schemas: Schemas } }).components;
  const constant = (comment: string, name: string, value: unknown) =>
    `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)} as const;`;
  return [
    "/** Generated from the contract by `npm run openapi`: do not edit. What people choose from, as values. */",
    constant("Every type that is a choice: its values.", "CHOICES", choicesOf(schemas)),
    constant("Types of the fields of an output schema.", "VALUE_TYPES", VALUE_TYPES),
    constant("When each event of webhooks is sent.", "EVENT_MEANINGS", EVENT_MEANINGS),
    constant("What a webhook's template can contain.", "TEMPLATE_VALUES", TEMPLATE_VALUES),
    constant("Files that a run's items can be exported as.", "EXPORT_FORMATS", EXPORT_FORMATS),
    constant("Scopes that unlock nothing: keys may carry them.", "DEPRECATED_SCOPES", DEPRECATED_SCOPES),
    constant("What each plan includes.", "PLANS", PLANS),
    constant("Codes of errors: what happened, and what helps.", "ERRORS", remedies),
    constant("The step registry: the fields of each type of step.", "STEP_FIELDS", stepsOf(schemas)),
    "",
  ].join("\n\n");
};
