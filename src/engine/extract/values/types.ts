import type { OutputSchema, OutputType, ValueType } from "../../../contract/fields/outputSchema.ts";

/** Whether a field of this type holds several values. */
export const isListType = (type: OutputType | undefined): boolean =>
  Array.isArray(type) || (typeof type === "string" && type.endsWith("[]"));

/** The type of each value: a plain type, or a record's schema. */
export const elementType = (type: OutputType | undefined): ValueType | OutputSchema | undefined => {
  const single = (Array.isArray(type) ? type[0] : type) as
    | ValueType
    | `${ValueType}[]`
    | OutputSchema
    | undefined;
  return typeof single === "string" ? (single.replace("[]", "") as ValueType) : single;
};

/** The schema of a nested record, or of each record of a nested list; null for other types. */
export const nestedSchema = (type: OutputType | undefined): OutputSchema | null => {
  const single = elementType(type);
  return typeof single === "object" ? single : null;
};

/** How a step that is labelled with a nested field fills it: with records of a schema. Null for other labels. */
export const nestedField = (schema: OutputSchema, label: string | undefined) => {
  const type = label !== undefined && Object.hasOwn(schema, label) ? schema[label] : undefined;
  const inner = nestedSchema(type);
  const fill = <T>(records: readonly T[]) => (isListType(type) ? records : (records[0] ?? null));
  return inner && { inner, fill };
};

/** The plain type of each value; undefined for records, or if there is no type. */
export const plainType = (type: OutputType | undefined): ValueType | undefined => {
  const single = elementType(type);
  return typeof single === "string" ? single : undefined;
};

/** Whether a field has no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
