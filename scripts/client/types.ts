/** TypeScript types from the JSON Schemas of the OpenAPI document. */
import type { Schema } from "../../src/domain/docs/schema.ts";

export type JsonSchema = Schema & { readonly additionalProperties?: boolean | JsonSchema };

const isIdentifier = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

const comment = (description: string | undefined): string =>
  description === undefined ? "" : `/** ${description.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */\n`;

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

const propertiesOf = ({ properties = {}, required = [] }: JsonSchema): string[] =>
  Object.entries(properties).map(([name, schema]) => {
    const key = isIdentifier(name) ? name : JSON.stringify(name);
    const isRequired = required.includes(name);
    return `${comment(schema.description)}${key}${isRequired ? "" : "?"}: ${typeOf(schema)}${isRequired ? "" : " | undefined"};`;
  });

const objectType = (schema: JsonSchema): string => {
  if (schema.properties) return `{\n${propertiesOf(schema).join("\n")}\n}`;
  const { additionalProperties: values } = schema;
  return `Record<string, ${typeof values === "object" ? typeOf(values) : "unknown"}>`;
};

const plainType = (type: string | undefined, schema: JsonSchema): string => {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `Array<${typeOf(schema.items ?? {})}>`;
    case "object":
      return objectType(schema);
    default:
      return "unknown";
  }
};

/** The type of a schema, as text; components by their names. */
export const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return union(branches.map(typeOf));
  return typeof schema.type === "object"
    ? union(schema.type.map((type) => plainType(type, schema)))
    : plainType(schema.type, schema);
};

/** The declaration of a component: an interface where it is a plain object. */
export const declarationOf = (name: string, schema: JsonSchema): string =>
  `${comment(schema.description)}export ${schema.properties && !schema.anyOf ? `interface ${name} ${objectType(schema)}` : `type ${name} = ${typeOf(schema)};`}`;
