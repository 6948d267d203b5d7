import { describe, expect, it } from "@jest/globals";
import * as z from "zod";
import { OutputSchema, withoutDescriptions } from "../../../src/contract/fields/outputSchema.ts";

const DESCRIBED = {
  price: { type: "price", description: "without tax" },
  seller: { name: { type: "string", description: "company" } },
  offers: [{ days: { type: "integer[]", description: "delivery" } }],
} as const;

const issuesOf = (schema: unknown) =>
  OutputSchema.safeParse(schema).error?.issues.map(({ path, message }) => ({
    path: path.join("."),
    message,
  })) ?? [];

const nest = (depth: number): object => (depth === 0 ? { x: "string" } : { x: nest(depth - 1) });

describe("OutputSchema", () => {
  it("accepts types, lists, nested records and lists of records unchanged", () => {
    const schema = {
      title: "string",
      tags: "string[]",
      offer: { price: "price", seller: { name: "string" } },
      reviews: [{ text: "string", on: "date" }],
    };
    expect(OutputSchema.parse(schema)).toEqual(schema);
    expect(OutputSchema.parse(DESCRIBED)).toEqual(DESCRIBED);
    expect(issuesOf(nest(3))).toEqual([]);
    expect(issuesOf({})).toEqual([]);
  });

  it("reads the types of fields with descriptions, and recognizes a record with such field names", () => {
    expect(withoutDescriptions(DESCRIBED)).toEqual({
      price: "price",
      seller: { name: "string" },
      offers: [{ days: "integer[]" }],
    });
    const record = { note: { type: "string", description: "string" } } as const;
    expect(withoutDescriptions(record)).toEqual(record);
  });

  it.each([
    [
      "a long description",
      { a: { type: "url", description: "x".repeat(201) } },
      "a.description",
      /longer than 200/,
    ],
    ["an unknown type", { a: "strnig" }, "a", /unknown type "strnig": use string/],
    ["a value that is no type", { a: 3 }, "a", /must be a type such as "string"/],
    ["null", { a: null }, "a", /must be a type such as "string"/],
    ["a list of two", { a: [{ b: "url" }, { c: "url" }] }, "a", /must be a type such as "string"/],
    ["a list of a name", { a: ["string"] }, "a", /"string\[\]" for several/],
    ["an empty nested object", { a: {} }, "a", /at least one/],
    ["a name with a blank", { "a b": "string" }, "a b", /not a field name/],
    ["a reserved name", JSON.parse('{"__proto__": "string"}'), "__proto__", /reserved/],
    ["a broken type inside a list", { a: [{ b: "no" }] }, "a.0.b", /unknown type/],
    ["five levels", nest(4), "x.x.x.x", /deeper/],
    ["201 fields", Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, "url"])), "", /200/],
    ["a list", [], "", /must be an object/],
    ["a string", "string", "", /must be an object/],
  ])("refuses %s, and names its path", (_what, schema, path, message) => {
    expect(issuesOf(schema)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  it("is an object in JSON Schema", () => {
    expect(z.toJSONSchema(OutputSchema)).toMatchObject({ type: "object" });
  });
});
