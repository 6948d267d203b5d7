import { describe, expect, it } from "@jest/globals";
import { FirecrawlSearch } from "../../../src/contract/firecrawl/requests.ts";

const read = (...includeDomains: string[]) => FirecrawlSearch.safeParse({ query: "ferry", includeDomains });

describe("a domain of a search", () => {
  it.each([
    ["Example.COM", "example.com"],
    [" example.com/ ", "example.com"],
    ["GitHub.com/Microsoft", "github.com/Microsoft"],
    ["example.com/docs/", "example.com/docs"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"],
    ["de.wikipedia.org/wiki/München", "de.wikipedia.org/wiki/M%C3%BCnchen"],
  ])("%j is %j", (given, expected) => {
    expect(read(given).data?.includeDomains).toEqual([expected]);
  });

  it.each([
    ["a URL", "https://example.com"],
    ["a pattern", "*.example.com"],
    ["a port", "example.com:8080"],
    ["a query", "example.com/a?b=c"],
    ["a user name", "me@example.com"],
    ["no dot", "localhost"],
    ["no address of IPv4", "999.999.999.999"],
    ["no end", `${"a".repeat(5_000)}.com`],
    ["a long path", `example.com/${"a".repeat(5_000)}`],
    ["a long name", `${"a.".repeat(150)}com`],
  ])("is not one with %s", (_what, given) => {
    expect(read("example.com", given).error?.issues[0]?.path).toEqual(["includeDomains", 1]);
  });
});
