import { describe, expect, it } from "@jest/globals";
import { callerAddress } from "../../../src/runtime/http/callerAddress.ts";

const CDN_TOKEN = "8f1c";

const EDGE = "198.51.100.9";
const addressOf = (headers: Record<string, string>): string =>
  callerAddress(
    { headers, requestContext: { http: { sourceIp: EDGE } } } as unknown as Parameters<
      typeof callerAddress
    >[0],
    () => CDN_TOKEN,
  );

describe("the client's IP address", () => {
  it("is the one that the CDN forwarded, if the request came through the CDN", () => {
    const forwarded = `10.0.0.1, 203.0.113.7, ${EDGE}`;
    expect(addressOf({ "x-gleaner-cdn": CDN_TOKEN, "x-forwarded-for": forwarded })).toBe("203.0.113.7");
  });

  it.each([
    [{ "x-forwarded-for": `203.0.113.7, ${EDGE}` }],
    [{ "x-gleaner-cdn": "guessed", "x-forwarded-for": `203.0.113.7, ${EDGE}` }],
    [{ "x-gleaner-cdn": CDN_TOKEN }],
  ])("is otherwise the one that the gateway saw: %j", (headers) => {
    expect(addressOf(headers)).toBe(EDGE);
  });
});
