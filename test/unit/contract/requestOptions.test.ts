import { describe, expect, it } from "@jest/globals";
import { FlowDefinition } from "../../../src/contract/flows/flowDefinition.ts";
import { CallRequestOptions, FlowRequestOptions } from "../../../src/contract/flows/requestOptions.ts";

const faultsOf = (request: object): string[] =>
  FlowRequestOptions.safeParse(request).error?.issues.map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  ) ?? [];
const withHeader = (name: string, value = "x") => faultsOf({ headers: { [name]: value } });

describe("request options", () => {
  it.each([
    "User-Agent",
    "host",
    "Cookie",
    "Connection",
    "Proxy-Authorization",
    "Transfer-Encoding",
    "X-Forwarded-For",
    "Forwarded",
    "Via",
    "X-Real-IP",
    "Signature",
    "Signature-Input",
    "signature-agent",
    "Sec-Fetch-Site",
    "SEC-CH-UA",
    "Content-Length",
    "If-None-Match",
  ])("refuse the header %s and name it", (name) => {
    expect(withHeader(name)).toEqual([expect.stringMatching(`^headers.${name}: cannot be set: `)]);
  });

  it.each(["Authorization", "X-Api-Key", "Referer", "Accept", "Accept-Language", "DNT", "Origin"])(
    "accept the header %s",
    (name) => expect(withHeader(name)).toEqual([]),
  );

  it.each(["a\r\nX-Evil: 1", "a\nb", "a\u0000", "caf\u00e9", "\u2028"])(
    "refuse the header value %j",
    (value) => {
      expect(withHeader("X-A", value)).toEqual(["headers.X-A: must be printable ASCII on one line"]);
    },
  );

  it.each(["", "X A", "X:A", "X\r\nA", "Ümlaut", "constructor"])("refuse the header name %j", (name) => {
    expect(withHeader(name)).toEqual([expect.stringContaining("is not the name of a header")]);
  });

  it("refuse too many, too long or duplicate headers", () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`X-${i}`, "1"]));
    expect(faultsOf({ headers: many })).toEqual(["headers: has 200 headers; at most 30 are sent"]);
    expect(withHeader("X-A", "x".repeat(9_000))).toEqual([expect.stringContaining("at most 8192")]);
    expect(faultsOf({ headers: { "X-A": "1", "x-a": "2" } })).toEqual([
      "headers.x-a: is given twice, in different letter case",
    ]);
  });

  it.each(["not a language", "de-", "*", Array(11).fill("de").join(",")])(
    "refuse the languages %j",
    (language) => expect(faultsOf({ language })).toHaveLength(1),
  );

  it("refuse unknown time zones, offsets, and a user agent with line breaks", () => {
    for (const timezone of ["Mars/Base", "+01:00"]) expect(faultsOf({ timezone })).toHaveLength(1);
    expect(faultsOf({ userAgentSuffix: "a\r\nb" })).toHaveLength(1);
    expect(faultsOf({ viewport: { width: 10, height: 10 } })).toHaveLength(2);
  });

  it("allow secrets only in the headers of flows", () => {
    const flow = { name: "A", url: "https://a.example/", mode: "extract" };
    const faults = (request: object) => FlowDefinition.safeParse({ ...flow, request }).error?.issues ?? [];
    expect(faults({ headers: { Authorization: "Bearer {{secret.token}}" } })).toEqual([]);
    expect(faults({ headers: { "X-A": "{{secret.1}}" } })).toHaveLength(1);
    expect(faults({ userAgentSuffix: "{{secret.token}}" })).toHaveLength(1);
    const call = CallRequestOptions.safeParse({ headers: { "X-A": "{{secret.token}}" } });
    expect(call.error?.issues).toEqual([expect.objectContaining({ path: ["headers", "X-A"] })]);
  });
});
