/** JSON Schemas as people read them. */
import { type Html, html, prose } from "./html.ts";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly format?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

const separated = (parts: readonly Html[], by: string): Html => ({
  html: parts.map(({ html }) => html).join(by),
});

/** The type in one line, with links to components. */
export const typeOf = (schema: Schema): Html => {
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return separated(branches.map(typeOf), " or ");
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return separated(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      " ",
    );
  if (schema.type === "array") return html`list of ${typeOf(schema.items ?? {})}`;
  return html`${String(schema.type ?? "any value")}${schema.format !== undefined && ` (${schema.format})`}`;
};

const range = (unit: string, least: number | undefined, most: number | undefined): string | null => {
  if (least === undefined && most === undefined) return null;
  if (least === undefined) return `at most ${most}${unit}`;
  if (most === undefined) return `at least ${least}${unit}`;
  return `${least} to ${most}${unit}`;
};

const limitsOf = (schema: Schema): string =>
  [
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    range("", schema.minimum, schema.maximum),
    range(" characters", schema.minLength, schema.maxLength),
  ]
    .filter(Boolean)
    .join(", ");

/** A row of a table of fields. */
export const fieldRow = (
  name: string,
  schema: Schema,
  isRequired: boolean,
  description?: string,
): Html => html`
<tr><td><code>${name}</code>${isRequired && html` <span class="required">required</span>`}</td>
<td>${typeOf(schema)} <span class="limits">${limitsOf(schema)}</span>
${prose(description ?? schema.description)}${fieldsOf(schema.items ?? schema)}</td></tr>`;

/** The fields of an object as a table; empty for other types. */
export const fieldsOf = ({ properties, required = [] }: Schema): Html =>
  properties
    ? html`<table>${Object.entries(properties).map(([name, field]) => fieldRow(name, field, required.includes(name)))}</table>`
    : html``;
