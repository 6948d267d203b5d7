import { describe, expect, it } from "@jest/globals";
import { readRequest } from "../../../../src/domain/firecrawl/request.ts";

describe("headers and mobile of a Firecrawl request", () => {
  it("become the flow's request options", () => {
    const { request, warnings } = readRequest({
      headers: { "x-key": "a", "Accept-Language": "de" },
      mobile: true,
    });
    expect(request).toEqual({ headers: { "x-key": "a", "Accept-Language": "de" }, mobile: true });
    expect(warnings).toEqual([]);
  });

  it.each(["User-Agent", "Cookie", "Host", "not a name"])("leave out %s with a warning", (name) => {
    const { request, warnings } = readRequest({ headers: { [name]: "x", "x-key": "a" } });
    expect(request).toEqual({ headers: { "x-key": "a" } });
    expect(warnings).toEqual([expect.stringContaining(`The header ${name} was ignored`)]);
  });

  it("leave out a value that looks like a reference to a secret", () => {
    const { request, warnings } = readRequest({ headers: { "x-key": "{{secrets.key}}" } });
    expect(request).toEqual({});
    expect(warnings).toHaveLength(1);
  });

  it("set no options if they are missing", () => {
    expect(readRequest({ headers: null, mobile: null })).toEqual({ request: {}, warnings: [] });
  });
});
