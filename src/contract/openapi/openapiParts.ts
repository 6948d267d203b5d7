/** Headers, parameters and keys shared by the operations of the OpenAPI document. */
import type { Json } from "../schemas.ts";

export const headerRef = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

export const responseHeaders = (hasKey: boolean): Json => ({
  "X-Request-Id": headerRef("RequestId"),
  ...(hasKey && { RateLimit: headerRef("RateLimit"), "RateLimit-Policy": headerRef("RateLimitPolicy") }),
});

export const COMPONENTS: Json = {
  securitySchemes: {
    apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    flowToken: {
      type: "apiKey",
      in: "query",
      name: "token",
      description: "A read-only token of the flow: see POST /flows/{id}/tokens.",
    },
    session: {
      type: "apiKey",
      in: "cookie",
      name: "__Host-gleaner",
      description: "The session of a person who signed in with a browser; over http its name is `gleaner`.",
    },
    bearer: {
      type: "http",
      scheme: "bearer",
      description: "The same API key, or the token of a device that a person signed in.",
    },
  },
  parameters: {
    IdempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description:
        "Makes the request safe to repeat: its outcome is stored for 24 hours and replayed. A rejected request " +
        "has no effect, and you can use the key again. If the service crashes after the request took effect and before its " +
        "outcome is stored, the key is free again after a minute, and a repeat takes effect, too.",
      schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
    },
    Prefer: {
      name: "Prefer",
      in: "header",
      required: false,
      description: "`wait=25`: answer when the run is over, if that is within so many seconds (RFC 7240).",
      schema: { type: "string", maxLength: 200 },
      example: "wait=25",
    },
    IfMatch: {
      name: "If-Match",
      in: "header",
      required: false,
      description: "The `version` that you changed. Rejected with 412 if there is a newer one.",
      schema: { type: "string", pattern: '^(\\*|(W/)?"?[0-9]{1,9}"?)$' },
      example: "3",
    },
  },
  headers: {
    RequestId: { description: "Names the request; quote it in a ticket.", schema: { type: "string" } },
    RateLimit: {
      description: "Requests left in the present window, as `r`, and seconds until it ends, as `t`.",
      schema: { type: "string" },
      example: '"account";r=48;t=1',
    },
    RateLimitPolicy: {
      description: "Requests that the account's plan allows, as `q`, per window of `w` seconds.",
      schema: { type: "string" },
      example: '"account";q=50;w=1',
    },
    RetryAfter: { description: "Seconds to wait before the next attempt.", schema: { type: "integer" } },
    SignedLink: { description: "A signed link.", schema: { type: "string", format: "uri" } },
    Location: {
      description: "Where the record is found.",
      schema: { type: "string", format: "uri-reference" },
      example: "/flows/flow-1795240800000123456",
    },
    PreferenceApplied: {
      description: "Present if the response is the finished run you waited for.",
      schema: { type: "string" },
      example: "wait=25",
    },
    FileETag: {
      description: "Identifies the content. Send it as If-None-Match to get 304 if nothing has changed.",
      schema: { type: "string" },
      example: '"run-1795240860000654321.csv"',
    },
    ETag: {
      description: "The record's `version`; send it as If-Match to change no later one.",
      schema: { type: "string" },
      example: '"3"',
    },
  },
};
