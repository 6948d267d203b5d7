import * as z from "zod";
import { checkFieldName } from "./fields.ts";

/** Types a collected value can have; each also as a list: `string[]`. */
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

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;

const TYPE_NAMES: ReadonlySet<string> = new Set(VALUE_TYPES.flatMap((type) => [type, `${type}[]`]));

type Path = readonly (string | number)[];
type Report = (path: Path, message: string) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reports everything wrong with one object of types; returns how many fields it holds, nested ones too. */
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
  if (isObject(type)) return checkObject(type, path, report);
  if (Array.isArray(type) && type.length === 1 && isObject(type[0]))
    return checkObject(type[0], [...path, 0], report);
  report(path, "must be a type name, an object of fields, or a list that holds one object of fields");
  return 0;
};

/** What the items of a flow look like: field name → type. Kept by reference, unknown types refused with their path. */
export const OutputSchema = z
  .unknown()
  .superRefine((value, context) => {
    const report: Report = (path, message) =>
      context.addIssue({ code: "custom", path: [...path], message, input: value });
    if (!isObject(value)) report([], "must be an object that maps field names to types");
    else if (Object.keys(value).length > 0 && checkObject(value, [], report) > MAX_FIELDS)
      report([], `holds more than ${MAX_FIELDS} fields`);
  })
  .meta({
    type: "object",
    description: `Field name → type: ${VALUE_TYPES.join(", ")}, a list such as string[], a nested object, or a list that holds one nested object.`,
    example: { title: "string", price: "price", tags: "string[]" },
  }) as unknown as z.ZodType<OutputSchema, OutputSchema>;
