import { describe, expect, it } from "@jest/globals";
import { ensureCompleted } from "../../../local/smoke/runs.ts";

describe("a smoke test run", () => {
  it.each([null, "https://shop.example/"])("passes only if it completes, with the target %s", (target) => {
    expect(() => ensureCompleted({ target }, "completed", "")).not.toThrow();
    for (const status of ["failed", "cancelled"])
      expect(() => ensureCompleted({ target }, status, "No address.")).toThrow(
        `ended as ${status}. No address.`,
      );
  });

  it("says what to do if the page was the default", () => {
    expect(() => ensureCompleted({ target: null }, "failed", "")).toThrow("--target");
  });
});
