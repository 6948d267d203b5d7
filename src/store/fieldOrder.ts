/**
 * The order of an output schema's fields. A table keeps the entries of a map in no order, and the columns of files and the fields
 * of items come in that of the schema.
 */

import { type DescribedSchema, isDescribed } from "../contract/fields/outputTypes.ts";
import { isObject } from "../contract/json.ts";

interface Ordered {
  readonly outputSchema?: DescribedSchema;
  /** The names of the fields, each as its path, in order. Absent in records of releases up to 0.1. */
  readonly fieldOrder?: readonly string[];
}

type Type = DescribedSchema[string];

const innerOf = (type: Type): DescribedSchema | null => {
  const inner = Array.isArray(type) ? type[0] : type;
  return isObject(inner) && !isDescribed(inner) ? (inner as DescribedSchema) : null;
};

const pathsOf = (schema: DescribedSchema, above = ""): string[] =>
  Object.entries(schema).flatMap(([name, type]) => {
    const inner = innerOf(type as Type);
    return [above + name, ...(inner ? pathsOf(inner, `${above}${name}.`) : [])];
  });

/** A record with the order of its fields, to be stored. */
export const withOrder = <T extends Ordered>(record: T): T & Pick<Ordered, "fieldOrder"> =>
  record.outputSchema === undefined ? record : { ...record, fieldOrder: pathsOf(record.outputSchema) };

/** A stored record with its fields in order. */
export const inOrder = <T extends Ordered>(stored: T): T => {
  const { fieldOrder, ...rest } = stored;
  const record = rest as T;
  if (fieldOrder === undefined || record.outputSchema === undefined) return record;
  const places = new Map(fieldOrder.map((path, at) => [path, at]));
  const sort = (schema: DescribedSchema, above = ""): DescribedSchema =>
    Object.fromEntries(
      Object.entries(schema)
        .sort(([left], [right]) => (places.get(above + left) ?? 0) - (places.get(above + right) ?? 0))
        .map(([name, type]) => {
          const inner = innerOf(type as Type);
          const sorted = inner && sort(inner, `${above}${name}.`);
          return [name, sorted === null ? type : Array.isArray(type) ? [sorted] : sorted];
        }),
    ) as DescribedSchema;
  return { ...record, outputSchema: sort(record.outputSchema) };
};
