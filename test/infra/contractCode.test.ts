import { describe, expect, it } from "@jest/globals";
import ts from "typescript";
import { trimContract } from "../../lib/contract-code.ts";

const trim = (code: string, path = "/gleaner/src/contract/flows.ts"): string => trimContract(ts, path, code);

describe("a file of the contract, for functions", () => {
  it("has constants that esbuild may leave out", () => {
    expect(trim("export const Flow = z.object({ id: z.string() });")).toBe(
      "export const Flow = /* @__PURE__ */ (() => (z.object({ id: z.string() })))();",
    );
    expect(trim("const a = one(),\n  b: Two = two();")).toBe(
      "const a = /* @__PURE__ */ (() => (one()))(),\n  b: Two = /* @__PURE__ */ (() => (two()))();",
    );
  });

  it.each([
    'export const NAME = "flow";',
    "export const LIMIT = 10;",
    "export const isFlow = (id: string): boolean => check(id);",
    "export function read() { const inner = z.string(); return inner; }",
    "export type Flow = z.infer<typeof Flow>;",
    'import { data } from "./list.ts";',
    "let count: number;",
    "",
  ])("keeps what costs nothing as it is: %s", (code) => {
    expect(trim(code)).toBe(code);
  });

  it("has rows without the schemas of their answers, in whatever form they have one", () => {
    const rows = `const started = { status: 200, bare: Started } as const;
export const getFlow = { body: Body, success: { status: 200, data: Flow.extend({ list: z.array(Flow) }) } };
export const listFlows = { query: Query, success: { ...started, list: Flow } };`;
    const trimmed = trim(rows, "/gleaner/src/contract/operations/flows.ts");
    expect(trimmed).toContain("{ status: 200, bare: null } as const");
    expect(trimmed).toContain("{ body: Body, success: { status: 200, data: null } }");
    expect(trimmed).toContain("{ query: Query, success: { ...started, list: null } }");
    // Elsewhere these are names like any other.
    expect(trim(rows)).toContain("{ status: 200, data: Flow.extend({ list: z.array(Flow) }) }");
  });
});
