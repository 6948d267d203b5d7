import { describe, expect, it } from "@jest/globals";
import { type RequestHead, toEvent } from "../../../local/gateway/event.ts";

const NOW = new Date("2026-11-21T04:07:58.123Z");
const match = { route: { key: "POST /flows/{id}", functionName: "f" }, pathParameters: { id: "1" } };

const eventOf = (head: Partial<RequestHead>, body = Buffer.alloc(0)) =>
  toEvent(
    {
      method: "POST",
      url: "/flows/1",
      httpVersion: "1.1",
      headers: {},
      socket: { remoteAddress: "::ffff:127.0.0.1" },
      ...head,
    },
    body,
    match,
    "request-1",
    NOW,
  );

describe("the host name in links", () => {
  const hostFor = (host: string, localAddress?: string) =>
    eventOf({ headers: { host }, socket: { localAddress, localPort: 4000 } }).requestContext.domainName;

  it.each([
    ["evil.example", "127.0.0.1", "127.0.0.1:4000"],
    ["localhost.evil.example", "::ffff:127.0.0.1", "127.0.0.1:4000"],
    ["evil.example:4000", "192.168.1.5", "192.168.1.5:4000"],
    ["", "fe80::1", "[fe80::1]:4000"],
    ["localhost:8080", "172.17.0.2", "localhost:8080"],
    ["[::1]:4000", "::1", "[::1]:4000"],
  ])("for the Host header %s at %s is %s", (host, address, expected) => {
    expect(hostFor(host, address)).toBe(expected);
  });
});

describe("the event of an HTTP request", () => {
  it("has the request's data in payload format 2.0", () => {
    const event = eventOf({ headers: { "user-agent": "curl", host: "h" } });
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "POST /flows/{id}",
      pathParameters: { id: "1" },
    });
    expect(event.requestContext).toMatchObject({
      http: {
        method: "POST",
        path: "/flows/1",
        protocol: "HTTP/1.1",
        sourceIp: "127.0.0.1",
        userAgent: "curl",
      },
      requestId: "request-1",
      stage: "$default",
      time: "21/Nov/2026:04:07:58 +0000",
      timeEpoch: NOW.getTime(),
    });
  });

  it("joins repeated query parameters, and keeps the raw query", () => {
    const event = eventOf({ url: "/flows/1?a=1&b=%20&a=2" });
    expect(event.rawPath).toBe("/flows/1");
    expect(event.rawQueryString).toBe("a=1&b=%20&a=2");
    expect(event.queryStringParameters).toEqual({ a: "1,2", b: " " });
  });

  it("omits what the request does not have", () => {
    const event = eventOf({});
    for (const name of ["body", "cookies", "queryStringParameters"]) expect(event).not.toHaveProperty(name);
    expect(event.isBase64Encoded).toBe(false);
  });

  it("moves cookies out of the headers", () => {
    const event = eventOf({ headers: { cookie: "a=1; b=2" } });
    expect(event.cookies).toEqual(["a=1", "b=2"]);
    expect(event.headers).not.toHaveProperty("cookie");
  });

  it.each([
    ["application/json", false],
    ["application/merge-patch+json; charset=utf-8", false],
    ["text/csv", false],
    ["image/png", true],
    ["application/x-www-form-urlencoded", true],
  ])("has a body of type %s as base64: %s", (type, isBase64Encoded) => {
    const event = eventOf({ headers: { "content-type": type } }, Buffer.from("{é}"));
    expect(event.isBase64Encoded).toBe(isBase64Encoded);
    expect(event.body).toBe(isBase64Encoded ? Buffer.from("{é}").toString("base64") : "{é}");
  });
});
