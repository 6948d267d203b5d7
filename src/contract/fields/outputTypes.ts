/** The types of collected values, and schemas of them. */
import { isObject } from "../json.ts";

/** Types of collected values; each also as a list: `string[]`. */
export const VALUE_TYPES = [
  "string",
  "number",
  "integer",
  "boolean",
  "date",
  "datetime",
  "url",
  "email",
  "image",
  "price",
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** A type name, a nested record, or a list of nested records. */
export type OutputType = ValueType | `${ValueType}[]` | OutputSchema | readonly [OutputSchema];
export interface OutputSchema {
  readonly [field: string]: OutputType;
}

/** A type with a description in people's own words: "without tax", "Kaution". */
export interface DescribedType {
  readonly type: ValueType | `${ValueType}[]`;
  readonly description: string;
}

/** An output schema as callers write it: a field may be described. {@link withoutDescriptions} returns its types. */
export interface DescribedSchema {
  readonly [field: string]: OutputType | DescribedType | DescribedSchema | readonly [DescribedSchema];
}

export const TYPE_NAMES: ReadonlySet<string> = new Set(VALUE_TYPES.flatMap((type) => [type, `${type}[]`]));

/**
 * Whether a field is described. `{"type": "string", "description": "string"}` is not: it is a record whose fields have
 * these names.
 */
export const isDescribed = (type: unknown): type is DescribedType =>
  isObject(type) &&
  Object.keys(type).length === 2 &&
  typeof type.type === "string" &&
  TYPE_NAMES.has(type.type) &&
  typeof type.description === "string" &&
  !TYPE_NAMES.has(type.description);
