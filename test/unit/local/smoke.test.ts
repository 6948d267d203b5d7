import { describe, expect, it } from "@jest/globals";
import { ensureCompleted } from "../../../local/smoke/runs.ts";

describe("the smoke test's run", () => {
  it.each([null, "https://shop.example/"])("passes only if it completes, with the target %s", (target) => {
    expect(() => ensureCompleted({ target }, "completed", "")).not.toThrow();
    for (const status of ["failed", "cancelled"])
      expect(() => ensureCompleted({ target }, status, "No address.")).toThrow(
        `ended as ${status}. No address.`,
      );
  });

  it("says what to do where the page was not chosen", () => {
    expect(() => ensureCompleted({ target: null }, "failed", "")).toThrow("--target");
  });
});
