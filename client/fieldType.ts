/** The types of an output schema's fields. */
import { VALUE_TYPES } from "./vocabulary.ts";

const TYPES: ReadonlySet<unknown> = new Set(VALUE_TYPES.flatMap((type) => [type, `${type}[]`]));

interface Described {
  readonly type: string;
  readonly description: string;
}

/** Whether a field has a description: `{ type: "price", description: "without tax" }`. */
export const isDescribed = (field: unknown): field is Described => {
  if (typeof field !== "object" || field === null || Object.keys(field).length !== 2) return false;
  const { type, description } = field as Partial<Record<keyof Described, unknown>>;
  return TYPES.has(type) && typeof description === "string" && !TYPES.has(description);
};

/** The type of a field, whether or not it has a description. */
export const typeOfField = (field: unknown): unknown => (isDescribed(field) ? field.type : field);
