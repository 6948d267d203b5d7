import { describe, expect, it } from "@jest/globals";
import { readWithin } from "../../../src/runtime/deps/pages/pageErrors.ts";

const forever = (): never => {
  for (;;);
};
const deadlineIn = (ms: number) => ({ atMs: Date.now() + ms, signal: new AbortController().signal });

describe("reading a page for a request", () => {
  it.each([
    ["by the request's deadline", 100, 60_000],
    ["by its own limit, long before the deadline", 60_000, 100],
  ])("stops %s, with an error that says why", (_, deadlineMs, limitMs) => {
    const startedAt = performance.now();
    expect(() => readWithin(deadlineIn(deadlineMs), forever, limitMs)).toThrow(
      expect.objectContaining({
        code: "timeout",
        retryable: false,
        message: expect.stringContaining("Reading the page took too long"),
      }),
    );
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});
