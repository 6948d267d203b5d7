import { describe, expect, it } from "@jest/globals";
import { toReply } from "../../../local/gateway/reply.ts";

const replyTo = (value: unknown) => toReply({ ok: true, payload: JSON.stringify(value) }, "request-1");

describe("the HTTP response for a function's result", () => {
  it("has the function's status, lower-case headers and one header per cookie", () => {
    const reply = replyTo({ statusCode: 201, headers: { ETag: 1 }, cookies: ["a=1", "b=2"], body: "{}" });
    expect(reply).toEqual({
      status: 201,
      headers: { "content-type": "text/plain; charset=utf-8", etag: "1", "set-cookie": ["a=1", "b=2"] },
      body: Buffer.from("{}"),
    });
  });

  it("decodes a base64 body", () => {
    const body = Buffer.from([0, 255]);
    expect(replyTo({ statusCode: 200, body: body.toString("base64"), isBase64Encoded: true }).body).toEqual(
      body,
    );
  });

  it("is 200 with JSON for a result without a status", () => {
    const reply = replyTo({ hello: 1 });
    expect([reply.status, reply.headers["content-type"], reply.body.toString()]).toEqual([
      200,
      "application/json",
      '{"hello":1}',
    ]);
  });

  it.each([
    [
      "a function that fails",
      toReply({ ok: false, error: { errorType: "Error", errorMessage: "secret" } }, "request-1"),
    ],
    ["a status that is none", replyTo({ statusCode: "abc" })],
    ["more than 6 MB", replyTo({ statusCode: 200, body: "x".repeat(6_291_557) })],
  ])("is a generic 500 for %s", (_, reply) => {
    expect(reply.status).toBe(500);
    expect(JSON.parse(reply.body.toString())).toEqual({
      error: {
        code: "internal",
        message: expect.not.stringContaining("secret"),
        retryable: false,
        requestId: "request-1",
      },
    });
  });
});
