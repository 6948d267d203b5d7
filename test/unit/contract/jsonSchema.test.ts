import { describe, expect, it } from "@jest/globals";
import { asOutputSchema, isJsonSchema, readJsonSchema } from "../../../src/contract/fields/jsonSchema.ts";
import { OutputSchema } from "../../../src/contract/fields/outputSchema.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const leave = () => null;

describe("JSON Schema as an output schema", () => {
  it.each([
    ["a string", { type: "string" }, "string"],
    ["a date", { type: "string", format: "date" }, "date"],
    ["a time", { type: "string", format: "date-time" }, "datetime"],
    ["a URL", { type: "string", format: "uri" }, "url"],
    ["a nullable number", { type: ["number", "null"] }, "number"],
    ["an optional integer", { anyOf: [{ type: "integer" }, { type: "null" }] }, "integer"],
    ["listed values", { enum: ["new", "used"] }, "string"],
    ["a list", { type: "array", items: { type: "string" } }, "string[]"],
    [
      "a described value",
      { type: "string", description: "Its name" },
      { type: "string", description: "Its name" },
    ],
    [
      "a described list",
      { type: "array", items: { type: "number" }, description: "All prices" },
      { type: "number[]", description: "All prices" },
    ],
    ["a record", object({ street: { type: "string" } }), { street: "string" }],
    [
      "a list of records",
      { type: "array", items: object({ name: { type: "string" } }) },
      [{ name: "string" }],
    ],
  ])("reads %s", (_what, schema, type) => {
    expect(OutputSchema.parse(object({ field: schema }))).toEqual({ field: type });
  });

  it("follows local references, as Pydantic and Zod write them", () => {
    const schema = object(
      { author: { $ref: "#/$defs/Person" }, tags: { type: "array", items: { $ref: "#/$defs/Tag" } } },
      { $defs: { Person: object({ name: { type: "string" } }), Tag: { type: "string" } } },
    );
    expect(OutputSchema.parse(schema)).toEqual({ author: { name: "string" }, tags: "string[]" });
  });

  it("ends circular references", () => {
    const schema = object(
      { node: { $ref: "#/$defs/Node" }, loop: { $ref: "#/$defs/Loop" } },
      {
        $defs: {
          Node: object({ name: { type: "string" }, next: { $ref: "#/$defs/Node" } }),
          Loop: { $ref: "#/$defs/Loop" },
        },
      },
    );
    const faults: string[] = [];
    const read = readJsonSchema(schema, (path) => {
      faults.push(path);
      return null;
    });
    expect(read).toEqual({ node: { name: "string", next: { name: "string", next: { name: "string" } } } });
    expect(faults).toEqual(["node.next.next.next", "loop"]);
  });

  it("names what it cannot convert, with its path", () => {
    const parsed = OutputSchema.safeParse(
      object({ title: { type: "string" }, any: {}, free: { type: "object" } }),
    );
    expect(parsed.error?.issues.map(({ path, message }) => [path.join("."), message.split(":")[0]])).toEqual([
      ["any", 'unknown type "JSON Schema with a value of any type"'],
      ["free", 'unknown type "JSON Schema with an object of any fields"'],
    ]);
  });

  it("reads a top-level array as the schema of its records", () => {
    expect(readJsonSchema({ type: "array", items: object({ name: { type: "string" } }) }, leave)).toEqual({
      name: "string",
    });
  });

  it("is not confused with fields named like JSON Schema keywords", () => {
    expect(isJsonSchema({ type: "string", properties: "string[]" })).toBe(false);
    expect(OutputSchema.parse({ type: "string", items: "string[]" })).toEqual({
      type: "string",
      items: "string[]",
    });
  });

  it.each([
    ["a type alone", { type: "number" }, "number"],
    [
      "a type and words",
      { type: "string", title: "Name of the book" },
      { type: "string", description: "Name of the book" },
    ],
    ["a format", { type: "string", format: "email" }, "email"],
    ["a list", { type: "array", items: { type: "string" } }, "string[]"],
    ["a record", object({ street: { type: "string" } }), { street: "string" }],
    ["a nullable type", { type: ["string", "null"] }, "string"],
    ["what is required", { type: "number", required: true }, "number"],
    ["a record in our own words", { name: { type: "string" } }, { name: "string" }],
    ["a list of records in our own words", [{ name: { type: "string" } }], [{ name: "string" }]],
    ["the word array", "array", "string[]"],
    ["listed values", { type: "string", enum: ["a", "b"] }, "string"],
    ["examples", { type: "number", examples: [1, 2] }, "number"],
    ["alternatives", { anyOf: [{ type: "string" }, { type: "null" }] }, "string"],
    ["a nullable list", { type: ["array", "null"], items: { type: "string" } }, "string[]"],
    [
      "a nullable record",
      { type: ["object", "null"], properties: { a: { type: "string" } } },
      { a: "string" },
    ],
    ["an exclusive bound", { type: "number", exclusiveMinimum: 0 }, "number"],
    ["what is only read", { type: "string", readOnly: true }, "string"],
  ])("reads %s beside fields of other types", (_what, schema, type) => {
    expect(OutputSchema.parse({ field: schema, title: "string" })).toEqual({ field: type, title: "string" });
  });

  it("leaves records whose fields are called like keywords", () => {
    for (const record of [
      { type: "string", title: "string", items: "string[]" },
      { type: "string", description: "string" },
      { type: "url", name: "string" },
      { type: "url" },
      [{ type: "string" }],
    ])
      expect(OutputSchema.parse({ field: record })).toEqual({ field: record });
    const wrong = OutputSchema.safeParse({ field: { type: "string", price: "prise" } });
    expect(wrong.error?.issues.map(({ path }) => path.join("."))).toEqual(["field.price"]);
  });

  it("leaves what only repeats a stored schema, and changes the type of a described field", () => {
    const stored = {
      vehicle: { type: "string" },
      rooms: [{ bed: { type: "string" } }],
      price: { type: "price", description: "without tax" },
    };
    expect(asOutputSchema(stored, stored)).toEqual(stored);
    const sent = { price: { type: "number" }, vehicle: { type: "array", items: { type: "string" } } };
    expect(asOutputSchema(sent, stored)).toEqual({ price: { type: "number" }, vehicle: "string[]" });
  });

  it("survives hostile schemas", () => {
    const deep = Array.from({ length: 90 }).reduce<object>((inner) => object({ a: inner }), {
      type: "string",
    });
    expect(OutputSchema.safeParse(deep).success).toBe(false);
    expect(OutputSchema.safeParse({ $ref: "#" }).success).toBe(true);
    expect(OutputSchema.safeParse(object(JSON.parse('{"__proto__": {"type": "string"}}'))).success).toBe(
      false,
    );
  });
});
