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

/** The plain type of each value; undefined for records, or if there is no type. */
export const plainType = (type: OutputType | undefined): ValueType | undefined => {
  const single = elementType(type);
  return typeof single === "string" ? single : undefined;
};

/** Whether a field has no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
