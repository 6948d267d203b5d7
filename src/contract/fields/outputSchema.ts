import * as z from "zod";
import { isObject } from "../json.ts";
import { checkFieldName } from "./fields.ts";
import { asOutputSchema } from "./jsonSchema.ts";
import {
  type DescribedSchema,
  isDescribed,
  type OutputSchema as Output,
  type OutputType,
  TYPE_NAMES,
  VALUE_TYPES,
} from "./outputTypes.ts";

export {
  type DescribedSchema,
  type DescribedType,
  isDescribed,
  type OutputType,
  VALUE_TYPES,
  type ValueType,
} from "./outputTypes.ts";
/** Field name → type. */
export type OutputSchema = Output;

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;
const MAX_DESCRIPTION = 200;

type Path = readonly (string | number)[];
type Report = (path: Path, message: string) => void;

/** The types of a schema, without the descriptions of its fields. */
export const withoutDescriptions = (schema: DescribedSchema): OutputSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([name, type]): [string, OutputType] => {
      if (typeof type === "string") return [name, type];
      if (isDescribed(type)) return [name, type.type];
      if (Array.isArray(type)) return [name, [withoutDescriptions(type[0])]];
      return [name, withoutDescriptions(type as DescribedSchema)];
    }),
  );

/** Reports all faults of an object of types; returns its number of fields, including nested ones. */
const checkObject = (schema: Record<string, unknown>, path: Path, report: Report): number => {
  const names = Object.keys(schema);
  const depth = path.filter((part) => typeof part === "string").length;
  if (names.length === 0) report(path, "needs at least one field");
  if (depth >= MAX_DEPTH) {
    report(path, `is nested deeper than ${MAX_DEPTH} levels`);
    return names.length;
  }
  let count = names.length;
  for (const name of names) {
    const problem = checkFieldName(name);
    if (problem !== null) report([...path, name], problem);
    else count += checkType(schema[name], [...path, name], report);
  }
  return count;
};

const checkType = (type: unknown, path: Path, report: Report): number => {
  if (typeof type === "string") {
    if (!TYPE_NAMES.has(type))
      report(
        path,
        `unknown type "${type.slice(0, 40)}": use ${VALUE_TYPES.join(", ")}, or a list such as string[]`,
      );
    return 0;
  }
  if (isDescribed(type)) {
    if (type.description.length > MAX_DESCRIPTION)
      report([...path, "description"], `is longer than ${MAX_DESCRIPTION} characters`);
    return 0;
  }
  if (isObject(type)) return checkObject(type, path, report);
  if (Array.isArray(type) && type.length === 1 && isObject(type[0]))
    return checkObject(type[0], [...path, 0], report);
  report(
    path,
    'must be a type such as "string", "string[]" for several of them, an object of fields, or a list that holds one object of fields',
  );
  return 0;
};

const check = (value: unknown, context: z.RefinementCtx): void => {
  const report: Report = (path, message) =>
    context.addIssue({ code: "custom", path: [...path], message, input: value });
  if (!isObject(value)) report([], "must be an object that maps field names to types");
  else if (Object.keys(value).length > 0 && checkObject(value, [], report) > MAX_FIELDS)
    report([], `has more than ${MAX_FIELDS} fields`);
};

/** A schema whose types are all written as our own, as it is stored. */
export const StoredSchema = z.unknown().superRefine(check) as unknown as z.ZodType<
  DescribedSchema,
  DescribedSchema
>;

/** Fields of a flow's items: name → type. Kept by reference; unknown types are rejected with their path. */
export const OutputSchema = z
  .unknown()
  .overwrite(asOutputSchema)
  .superRefine(check)
  .meta({
    type: "object",
    description:
      `Field name → type: ${VALUE_TYPES.join(", ")}, a list such as string[], a nested object, or a list that holds one ` +
      'nested object. `{"type": "price", "description": "without tax"}` also says in words what is meant: the value is ' +
      'found by its name and by these words. JSON Schema is accepted, too, as a whole (`{"type": "object", "properties": {…}}`) or ' +
      'for a field (`{"type": "array", "items": {"type": "string"}}`), and stored as field name → type.',
    example: { title: "string", price: "price", tags: "string[]" },
  }) as unknown as z.ZodType<DescribedSchema, DescribedSchema>;
