import * as z from "zod";
import { VALUE_TYPES, type ValueType } from "../../src/contract/fields/outputSchema.ts";
import { actsOnPage } from "../../src/contract/flows/rendering.ts";
import { common } from "../../src/contract/steps/stepParts.ts";
import { STEP_SHAPES, type StepType } from "../../src/contract/steps/steps.ts";

interface Property {
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Property[];
}

interface Shape {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const TYPES: { readonly [T in ValueType]: string } = {
  string:
    "the text, with whitespace collapsed; an attribute as the page has it, so that the `@href` of a link may be relative: use `url`",
  number: 'in the format of the page\'s language: `"1.299,00"` is 1299, `"4.5 out of 5"` is 4.5',
  integer: "a number without decimals",
  boolean: '`"In stock"`, `"yes"`, `"ja"`, a tick, and their opposites, in several languages',
  date: 'ISO 8601 day: `"21. November 2026"`, `"3 days ago"`, `"11/21/2026"` if the page\'s language says which part is the month',
  datetime: "ISO 8601 with time; a time without a zone is taken as UTC",
  url: "an absolute URL, resolved against the page",
  email: "without `mailto:`",
  image: "the image's absolute URL; of several sizes, the largest",
  price:
    'the amount as a number: `"1.299,00 €"` is 1299, `"1,899 €/l"` is 1.899. In a flow, `"Was £50 Now £35"` is 35, and 50 for a field such as `originalPrice`; so is a price beside one that is struck through or named as old, for fields such as `price` without transforms. Null if the text is a range or a percentage, or can be read in two ways',
};

const COMMON = Object.keys(common);

const typeOf = ({ type, enum: choices, const: constant, anyOf }: Property): string => {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(", ");
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  return type === "array" ? "list" : (type ?? "any");
};

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const row = (name: string, property: Property, isRequired: boolean): string =>
  `| \`${name}\` | ${typeOf(property)}${isRequired ? ", required" : ""} | ${cell(property.description ?? "")} |`;

const shapeOf = (schema: z.ZodType): Shape => z.toJSONSchema(schema, { io: "input" }) as unknown as Shape;

const stepSection = (type: StepType): string => {
  const { description, properties, required = [], examples: [example] = [] } = shapeOf(STEP_SHAPES[type]);
  if (example === undefined) throw new Error(`The row of step "${type}" in src/contract has no example.`);
  const own = Object.entries(properties).filter(([name]) => name !== "type" && !COMMON.includes(name));
  const rows = own.map(([name, property]) => row(name, property, required.includes(name)));
  return [
    `### \`${type}\``,
    `${description ?? ""}${actsOnPage({ type }) ? " Runs in a browser." : ""}`,
    `\`\`\`json\n${JSON.stringify(example)}\n\`\`\``,
    ...(rows.length > 0 ? [`| property | type | description |\n|---|---|---|\n${rows.join("\n")}`] : []),
  ].join("\n\n");
};

/** docs/guide/fields-and-steps.md */
export const renderSteps = (): string =>
  [
    "# Fields and steps",
    "Generated from the service's own schemas by `npm run guide`.",
    "## Fields",
    `A field is one line with a name, where to find the value, and how to clean it:

| example | meaning |
|---|---|
| \`price\` | found by its name in structured data, labels, column headings and class names, in several languages |
| \`price: .price\` | the text of the first element in the record that matches the CSS selector; if it ends in "…", in full if a \`title\` or \`alt\` has it |
| \`link: a@href\` | an attribute of the first match |
| \`sku: @data-sku\` | an attribute of the record's element |
| \`tags[]: .tag\` | a list with one value per match |
| \`price: .price \\| number\` | cleaned by transforms, from left to right |

Transforms: \`trim\`, \`lower\`, \`upper\`, \`number\`, \`integer\`, \`date\`, \`url\`, \`text\`, \`html\`, \`own\` (the element's own
text, one line for each part between the elements inside it), \`regex(/pattern/)\`,
\`replace(/pattern/, "text")\`. Values that are not on the page are null, and the log says so.`,
    `A pattern or selector that takes too long on a page, such as \`:has\` within \`:has\`, is stopped, and so is a step whose
values add up to more than 32 million characters, as records within records can. The page then fails, and its error names the step.`,
    "## Types",
    "`outputSchema` sets the fields' types. A value that does not fit becomes null with a warning in the log, never a wrong value.",
    `| type | understands |\n|---|---|\n${VALUE_TYPES.map((type) => `| \`${type}\` | ${cell(TYPES[type])} |`).join("\n")}`,
    'Add `[]` for a list: `"string[]"`. Objects can nest up to four levels deep: `{"offers": [{"price": "price"}]}`. JSON Schema is read,\n' +
      'too, as a whole or for a field: `{"tags": {"type": "array", "items": {"type": "string"}}}` is `{"tags": "string[]"}`.',
    "## Steps",
    `A flow has up to 50 steps, which run in order. A flow without steps opens its page and collects what it finds. Every step can
have:`,
    `| property | type | description |\n|---|---|---|\n${Object.entries(
      shapeOf(z.strictObject(common)).properties,
    )
      .map(([name, property]) => row(name, property, false))
      .join("\n")}`,
    ...(Object.keys(STEP_SHAPES) as StepType[]).map(stepSection),
    "",
  ].join("\n\n");
