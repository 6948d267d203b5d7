/** Reads JSON Schema (drafts 4 to 2020-12), as clients and model libraries send it, as an output schema. */

import { isObject } from "../json.ts";
import { checkFieldName } from "./fields.ts";
import { type DescribedSchema, isDescribed, type OutputType, TYPE_NAMES } from "./outputTypes.ts";

type Json = Readonly<Record<string, unknown>>;
type Described = DescribedSchema[string];

const MAX_DEPTH = 4;
const MAX_REFERENCES = 8;
const MAX_DESCRIPTION = 200;

/**
 * Whether a schema is JSON Schema rather than field name → type. No type is called `object`, `array` or `#/…`, so nothing is both.
 */
export const isJsonSchema = (schema: unknown): schema is Json =>
  isObject(schema) &&
  ((schema.type === "object" && (schema.properties === undefined || isObject(schema.properties))) ||
    (schema.type === "array" && isObject(schema.items)) ||
    (typeof schema.$ref === "string" && schema.$ref.startsWith("#")) ||
    (typeof schema.$schema === "string" && isObject(schema.properties)));

const FORMATS: Readonly<Record<string, OutputType>> = {
  date: "date",
  "date-time": "datetime",
  uri: "url",
  url: "url",
  "uri-reference": "url",
  iri: "url",
  email: "email",
  "idn-email": "email",
};

const PLAIN: Readonly<Record<string, OutputType>> = {
  string: "string",
  number: "number",
  integer: "integer",
  boolean: "boolean",
};

/** What stands for a part that has no equivalent; null leaves it out. */
type OnFault = (path: string, why: string) => Described | null;

/** A local reference: `#/$defs/Name`, `#/definitions/Name/items`. */
const lookUp = (root: Json, reference: string): unknown =>
  reference
    .slice(1)
    .split("/")
    .filter((part) => part !== "")
    .map((part) => decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), root);

const resolve = (root: Json, schema: unknown): unknown => {
  let at = schema;
  for (let steps = 0; isObject(at) && typeof at.$ref === "string"; steps += 1) {
    if (steps >= MAX_REFERENCES || !at.$ref.startsWith("#")) return undefined;
    at = lookUp(root, at.$ref);
  }
  return at;
};

const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === "null";

/** The one alternative that is not null; undefined if there are several. */
const onlyOf = (alternatives: readonly unknown[]): unknown => {
  const others = alternatives.filter((each) => !isNull(each));
  return others.length === 1 ? others[0] : undefined;
};

/** The type of listed values: `enum` and `const`. */
const typeOfValues = (values: readonly unknown[]): string | undefined => {
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const [type] = types;
  return types.size === 1 && type !== undefined && Object.hasOwn(PLAIN, type) ? type : undefined;
};

const typeOf = (schema: Json): string | undefined => {
  const { type, properties, items } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) {
    const named = type.filter((each) => each !== "null");
    return named.length === 1 ? String(named[0]) : undefined;
  }
  if (isObject(properties)) return "object";
  if (items !== undefined) return "array";
  if (Array.isArray(schema.enum)) return typeOfValues(schema.enum);
  return schema.const === undefined ? undefined : typeOfValues([schema.const]);
};

const withWords = (type: OutputType, { description, title }: Json): Described => {
  const words = typeof description === "string" ? description : title;
  return typeof words === "string" && words.trim() !== "" && typeof type === "string"
    ? { type, description: words.trim().slice(0, MAX_DESCRIPTION) }
    : type;
};

/**
 * @param fault what stands for a part of the schema without an equivalent
 * @returns name → type; for a list at the top, that of its records
 */
export const readJsonSchema = (root: Json, fault: OnFault): DescribedSchema => {
  const read = (given: unknown, path: string, depth: number): Described | null => {
    const schema = resolve(root, given);
    if (!isObject(schema)) return fault(path, "a reference that cannot be resolved");
    for (const name of ["anyOf", "oneOf", "allOf"] as const) {
      const parts = schema[name];
      if (!Array.isArray(parts)) continue;
      const only = onlyOf(parts.map((part) => resolve(root, part)));
      if (only === undefined) return fault(path, `${name} of several types`);
      return read({ ...(only as Json), ...describing(schema) }, path, depth);
    }
    const type = typeOf(schema);
    if (type === "object") return readObject(schema, path, depth);
    if (type === "array") return readList(schema, path, depth);
    const format = typeof schema.format === "string" ? FORMATS[schema.format] : undefined;
    const plain = type === undefined ? undefined : PLAIN[type];
    if (plain === undefined) return fault(path, type === undefined ? "a value of any type" : `type ${type}`);
    return withWords(type === "string" && format !== undefined ? format : plain, schema);
  };

  const describing = ({ description, title }: Json): Json => ({
    ...(typeof description === "string" && { description }),
    ...(typeof title === "string" && { title }),
  });

  const readFields = ({ properties }: Json, path: string, depth: number): DescribedSchema =>
    Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).flatMap(
        ([name, inner]): [string, Described][] => {
          const at = path === "" ? name : `${path}.${name}`;
          const type = checkFieldName(name) === null ? read(inner, at, depth) : fault(at, "a name like this");
          return type === null ? [] : [[name, type]];
        },
      ),
    );

  const readObject = (schema: Json, path: string, depth: number): Described | null => {
    if (depth >= MAX_DEPTH) return fault(path, `more than ${MAX_DEPTH} levels`);
    const fields = readFields(schema, path, depth + 1);
    return Object.keys(fields).length === 0 ? fault(path, "an object of any fields") : fields;
  };

  const readList = ({ items, ...about }: Json, path: string, depth: number): Described | null => {
    const inner = read(items ?? {}, `${path}[]`, depth);
    if (inner === null) return null;
    if (typeof inner === "string") return withWords(`${inner}[]` as OutputType, about);
    if (Array.isArray(inner)) return fault(path, "a list of lists");
    if (isDescribed(inner))
      return withWords(`${inner.type}[]` as OutputType, {
        description: inner.description,
        ...describing(about),
      });
    return [inner as DescribedSchema];
  };

  const top = resolve(root, root);
  if (!isObject(top)) return {};
  if (typeOf(top) === "array") {
    const record = resolve(root, top.items);
    return isObject(record) ? readFields(record, "", 1) : {};
  }
  return readFields(top, "", 1);
};

/** What a field's JSON Schema may say. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "type",
  "anyOf",
  "oneOf",
  "title",
  "description",
  "format",
  "items",
  "properties",
  "required",
  "additionalProperties",
  "nullable",
  "enum",
  "const",
  "default",
  "example",
  "examples",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "readOnly",
  "writeOnly",
  "deprecated",
]);

const isJsonType = (type: unknown): boolean =>
  typeof type === "string" && (Object.hasOwn(PLAIN, type) || type === "array" || type === "object");

/** Whether a value could be the type of a field of a record. */
const isOwnType = (value: unknown): boolean =>
  typeof value === "string"
    ? TYPE_NAMES.has(value)
    : isObject(value) || (Array.isArray(value) && value.length === 1 && isObject(value[0]));

const hasJsonFormat = ({ format }: Json): boolean =>
  typeof format === "string" && Object.hasOwn(FORMATS, format);

/**
 * Whether a field's type is written in JSON Schema, in a schema that is not: only its keywords, and one that says the type. A
 * record whose fields are called `type`, `title` and so on is one if all of them have types of our own; `type` alone is none.
 */
const isFieldSchema = (value: unknown): value is Json => {
  if (!isObject(value) || isDescribed(value)) return false;
  const keys = Object.keys(value);
  if (!keys.every((key) => KEYWORDS.has(key))) return false;
  const { type, anyOf, oneOf, enum: values } = value;
  const hasType = [type].flat().some(isJsonType);
  if (!hasType && ![anyOf, oneOf, values].some(Array.isArray)) return false;
  return (hasType && keys.length === 1) || hasJsonFormat(value) || !Object.values(value).every(isOwnType);
};

/** Whether a field is sent to change the type of what is stored: a described type, or a record's field called `type`. */
const changesType = (type: Json, stored: unknown): boolean =>
  isObject(stored) && isOwnType(type.type) && Object.keys(type).every((key) => Object.hasOwn(stored, key));

const MISSING = (_path: string, why: string) => `JSON Schema with ${why}` as OutputType;

/** A schema whose fields' types are all written as our own. */
const withoutFieldSchemas = (schema: Json, stored: unknown, depth = 1): Json => {
  const convert = (type: unknown, before: unknown): unknown => {
    if (type === "array") return "string[]";
    if (isFieldSchema(type) && !changesType(type, before))
      return readJsonSchema({ properties: { value: type } }, MISSING).value;
    if (depth >= MAX_DEPTH) return type;
    if (Array.isArray(type))
      return type.map((record, at) => {
        if (isJsonSchema(record)) return readJsonSchema(record, MISSING);
        const known = Array.isArray(before) ? before[at] : undefined;
        return isObject(record) ? withoutFieldSchemas(record, known, depth + 1) : record;
      });
    return isObject(type) && !isDescribed(type) ? withoutFieldSchemas(type, before, depth + 1) : type;
  };
  const known = isObject(stored) ? stored : {};
  return Object.fromEntries(Object.entries(schema).map(([name, type]) => [name, convert(type, known[name])]));
};

/**
 * As the own API reads it: what has no equivalent is left as a type that does not exist, which the check then names.
 *
 * @param stored the schema that this one will be merged into: what only repeats it keeps its meaning
 */
export const asOutputSchema = (schema: unknown, stored: unknown = {}): unknown => {
  if (isJsonSchema(schema)) return readJsonSchema(schema, MISSING);
  return isObject(schema) ? withoutFieldSchemas(schema, stored) : schema;
};
