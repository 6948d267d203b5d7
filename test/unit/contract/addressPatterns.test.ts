import { describe, expect, it } from "@jest/globals";
import { regexFault } from "../../../src/contract/steps/addressPatterns.ts";
import { matchesAddress } from "../../../src/engine/sitemap/index.ts";

describe("regular expressions for URLs", () => {
  it.each([
    ["regex:^/blog/\\d+$", "https://a.example/blog/12?page=2", true],
    ["regex:^/blog/\\d+$", "https://a.example/blog/twelve", false],
    ["regex:blog/.*", "https://a.example/en/blog/x", true],
    ["url-regex:[?&]page=", "https://a.example/blog?page=2", true],
    ["regex:[?&]page=", "https://a.example/blog?page=2", false],
    ["regex:/", "https://a.example/", true],
  ])("%s matches %s: %s", (pattern, url, isMatch) => {
    expect(matchesAddress(pattern, url)).toBe(isMatch);
  });

  it.each(["(?=a)", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>", "a{5000}", "(", "[z-a]"])(
    "refuses %s",
    (source) => {
      expect(regexFault(source)).not.toBeNull();
    },
  );

  it.each(["/blog/*", "blog/.*", "^/(a|b)/[0-9]{1,4}$", "(?:x)+", "(?<year>\\d{4})", "\\\\1"])(
    "accepts %s",
    (source) => {
      expect(regexFault(source)).toBeNull();
      expect(typeof matchesAddress(`regex:${source}`, "https://a.example/")).toBe("boolean");
    },
  );

  it("take linear time where backtracking engines do not finish", () => {
    const startedAt = performance.now();
    expect(matchesAddress("regex:^/(a|a)*(a+)+$", `https://a.example/${"a".repeat(2_000)}!`)).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
