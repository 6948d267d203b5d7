import { describe, expect, it } from "@jest/globals";
import * as z from "zod";
import { DomainError } from "../../../src/contract/errors.ts";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { mergePatch } from "../../../src/domain/shared/mergePatch.ts";
import { formatPath, parseInput } from "../../../src/domain/shared/parse.ts";

const detailsOf = (schema: z.ZodType, input: unknown) => {
  try {
    parseInput(schema, input, "body");
  } catch (error) {
    if (error instanceof DomainError) return error.details;
    throw error;
  }
  return [];
};

describe("parsing input", () => {
  it("writes paths in the notation of the caller's language", () => {
    expect(formatPath(["steps", 1, "fields", 0])).toBe("steps[1].fields[0]");
    expect(formatPath([])).toBe("");
  });

  it("explains errors in plain words", () => {
    const schema = z.strictObject({ name: z.string().min(3), n: z.int().max(5), mode: z.enum(["a", "b"]) });
    expect(detailsOf(schema, { n: 9, mode: "c", x: 1 })).toEqual([
      { path: "name", message: "is required" },
      { path: "n", message: "must be at most 5" },
      { path: "mode", message: "must be one of a, b" },
      { path: "x", message: "is not a known field: use name, n, mode" },
    ]);
    expect(detailsOf(schema, { name: "ab", n: 1, mode: "a" })).toEqual([
      { path: "name", message: "must be at least 3 characters long" },
    ]);
    const others = z.strictObject({ n: z.int(), to: z.email(), data: z.record(z.string(), z.unknown()) });
    expect(detailsOf(others, { n: 1.5, to: "nobody", data: [] })).toEqual([
      { path: "n", message: "must be a whole number" },
      { path: "to", message: "must be an email address" },
      { path: "data", message: "must be an object" },
    ]);
    const time = z.union([z.iso.datetime(), z.iso.date()], { error: "must be a time or a day" });
    const target = z.discriminatedUnion("type", [
      z.object({ type: z.literal("s3") }),
      z.object({ type: z.literal("folder") }),
    ]);
    const more = z.strictObject({ time, at: z.iso.datetime(), only: z.literal("record"), target });
    const given = { time: "now", at: "now", only: "x", target: { type: "ftp" } };
    expect(detailsOf(more, given)).toEqual([
      { path: "time", message: "must be a time or a day" },
      { path: "at", message: "must be a time such as 2026-11-21T06:00:00Z" },
      { path: "only", message: "must be record" },
      { path: "target.type", message: "must be one of s3, folder" },
    ]);
    expect(
      detailsOf(more, {
        ...given,
        time: "2026-11-21",
        at: "2026-11-21T06:00:00Z",
        only: "record",
        target: {},
      }),
    ).toEqual([{ path: "target.type", message: "is required: one of s3, folder" }]);
    expect(detailsOf(schema, "text")).toEqual([{ path: "", message: "must be an object" }]);
  });

  it("names the field that was probably meant", () => {
    const schema = z.strictObject({ url: z.string(), schema: z.string().min(1).optional() });
    const messageOf = (input: unknown) => {
      try {
        return String(parseInput(schema, input, "body"));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(messageOf({ url: "a", shcema: "b" })).toBe(
      "The body is not valid: shcema is not a known field: did you mean `schema`?",
    );
    expect(messageOf({ url: "a", prompt: "b" })).toBe(
      "The body is not valid: prompt is not a known field: use url, schema.",
    );
    expect(messageOf({ url: "a", schema: "" })).toBe("The body is not valid: schema must not be empty.");
    const refined = schema.refine(() => false, { path: ["url"], message: "send `url` or `urls`" });
    expect(detailsOf(refined, { url: "a" })).toEqual([{ path: "url", message: "send `url` or `urls`" }]);
    expect(() => parseInput(refined, { url: "a" }, "body")).toThrow(
      "The body is not valid: url: send `url` or `urls`.",
    );
  });

  it("reports the errors of the closest branch of a union", () => {
    const flow = { name: "n", url: "https://a.example", mode: "extract", schedule: { every: "1s" } };
    expect(detailsOf(FlowDefinition, flow)).toEqual([
      { path: "schedule.every", message: expect.stringContaining("interval of minutes") },
    ]);
  });

  it("reports the errors of a union's branch of the value's own kind", () => {
    const pace = z.union([z.literal("auto"), z.strictObject({ concurrency: z.int(), delayMs: z.int() })]);
    expect(detailsOf(z.strictObject({ pace }), { pace: { concurrency: 2 } })).toEqual([
      { path: "pace.delayMs", message: "is required" },
    ]);
    expect(detailsOf(z.strictObject({ pace }), { pace: "fast" })).toEqual([
      { path: "pace", message: "must be auto" },
    ]);
  });

  it("limits the number of errors", () => {
    const input = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`x${i}`, 1]));
    expect(detailsOf(z.strictObject({}), input)).toHaveLength(20);
  });
});

describe("JSON Merge Patch", () => {
  // Cases of RFC 7396, appendix A.
  it.each([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("merges %j with %j into %j", (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it("ignores prototype properties", () => {
    const patch = JSON.parse(
      '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
    );
    const result = mergePatch({}, patch) as Record<string, unknown>;
    expect(result).toEqual({});
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
