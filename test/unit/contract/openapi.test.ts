import { describe, expect, it } from "@jest/globals";
import type * as z from "zod";
import { EXAMPLES } from "../../../src/contract/examples/examples.ts";
import { buildOpenApi } from "../../../src/contract/openapi/openapi.ts";
import { type OperationName, operationEntries } from "../../../src/contract/operations.ts";

type Json = Record<string, Record<string, Record<string, unknown>>>;

const document = buildOpenApi("1.2.3") as unknown as { paths: Json; components: Json };
const text = JSON.stringify(document);
const examples: Partial<Record<OperationName, { body?: unknown; answer?: unknown }>> = EXAMPLES;

describe("the OpenAPI document", () => {
  it("is generated identically each time", () => {
    expect(JSON.stringify(buildOpenApi("1.2.3"))).toBe(text);
  });

  it("contains everything it refers to", () => {
    const refs = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    expect(refs.length).toBeGreaterThan(100);
    for (const [, kind = "", name = ""] of refs) expect(document.components[kind]).toHaveProperty([name]);
  });

  it("offers Idempotency-Key on every POST that needs a key, and If-Match for versioned resources", () => {
    expect(operationEntries().length).toBeGreaterThan(100);
    for (const [, { method, path, scope, errors }] of operationEntries()) {
      const parameters = JSON.stringify(document.paths[path]?.[method.toLowerCase()]?.parameters ?? []);
      expect([path, parameters.includes("IdempotencyKey")]).toEqual([
        path,
        method === "POST" && scope !== null,
      ]);
      expect([path, parameters.includes("IfMatch")]).toEqual([
        path,
        errors?.includes("version-mismatch") ?? false,
      ]);
    }
  });
});

describe("the examples", () => {
  it.each(operationEntries())("of %s match its schemas", (name, { body, success }) => {
    const answered: z.ZodType | undefined =
      "data" in success
        ? success.data
        : "list" in success
          ? success.list
          : "bare" in success
            ? success.bare
            : undefined;
    if (body) expect(body.safeParse(examples[name]?.body).error).toBeUndefined();
    if (answered) expect(answered.safeParse(examples[name]?.answer).error).toBeUndefined();
  });
});
