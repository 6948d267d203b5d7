import { readdirSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { compile } from "css-select";
import { ERRORS } from "../../../src/contract/errors.ts";
import { checkSelector, PSEUDO_CLASSES } from "../../../src/contract/fields/selectors.ts";
import { errorsOf } from "../../../src/contract/openapi/openapiErrors.ts";
import { type Operation, takesIdempotencyKey } from "../../../src/contract/operation.ts";
import { OPERATIONS, operationEntries } from "../../../src/contract/operations.ts";

describe("the operation table", () => {
  it("has exactly one function file for each operation", () => {
    const files = readdirSync(new URL("../../../functions/http", import.meta.url)).sort();
    const expected = [...operationEntries().map(([name]) => `${name}.ts`), "unknownRoute.ts"].sort();
    expect(files).toEqual(expected);
  });

  it("gives each operation its own method and path", () => {
    const routes = operationEntries().map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(operationEntries())(
    "declares params for %s that match its path, and a scope that matches its method",
    (_name, row) => {
      const named = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(row.params?.shape ?? {})).toEqual(named);
      // Inspections, previews and Firecrawl's extractions are read by the key that made them.
      const isOwnOutcome = /^\/(?:inspections|previews|firecrawl\/\{version\}\/extract)\/\{\w+\}$/.test(
        row.path,
      );
      if (row.method === "GET" && row.scope && !isOwnOutcome) expect(row.scope).toMatch(/:read$/);
      if (row.method === "GET") expect(row.touches.table).not.toBe("write");
      expect(row.timeoutSeconds ?? 10).toBeLessThanOrEqual(29);
      for (const code of errorsOf(row)) expect(ERRORS).toHaveProperty(code);
    },
  );
});

describe("an operation that accepts an Idempotency-Key", () => {
  it("does not compile unless its grants allow it to release the key", () => {
    const { touches: _touches, ...rest } = OPERATIONS.createPreview;
    const allowed: Operation = { ...rest, touches: { table: "update" } };
    // @ts-expect-error a role that only reads the table cannot release a key
    const reading: Operation = { ...rest, touches: { table: "read" } };
    // @ts-expect-error nor can one without the table
    const without: Operation = { ...rest, touches: {} };
    for (const row of [allowed, reading, without]) expect(takesIdempotencyKey(row)).toBe(true);
  });
});

describe("selectors accepted when a flow is created", () => {
  const { PLAIN, WITH_FORMULA, WITH_SELECTORS, WITH_TEXT } = PSEUDO_CLASSES;
  const accepted = [
    ...PLAIN.map((name) => `a:${name}`),
    ...WITH_TEXT.map((name) => `a:${name}("x")`),
    ...WITH_FORMULA.map((name) => `a:${name}(2n+1)`),
    ...WITH_SELECTORS.map((name) => `a:${name}(b, c > d)`),
    "li:has(> a)",
    'a[href*="x|y" i]',
    "h1 + p ~ div > span",
  ];

  it.each(accepted)("can be compiled by the engine: %s", (selector) => {
    expect(checkSelector(selector)).toBeNull();
    expect(() => compile(selector)).not.toThrow();
  });

  it.each([
    "",
    "a[",
    "a >",
    "a::before",
    "a:unknown",
    "a:nth-child(x)",
    "svg|a",
    "|a",
    "a:not()",
    "a:first-child(2)",
    "a || b",
  ])("are refused with a reason if the engine does not support them: %s", (selector) => {
    expect(checkSelector(selector)).toEqual(expect.any(String));
  });
});
