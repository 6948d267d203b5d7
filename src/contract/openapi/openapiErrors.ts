/** Errors in the OpenAPI document. */
import { ERRORS, type ErrorCode } from "../errors.ts";
import { needsPerson, type Operation, takesIdempotencyKey } from "../operation.ts";
import type { Json } from "../schemas.ts";
import { headerRef, responseHeaders } from "./openapiParts.ts";

const EXAMPLE_REQUEST_ID = "f3b1c2d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d";

export const ERROR_SCHEMA: Json = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string", enum: Object.keys(ERRORS) },
        message: { type: "string", description: "A readable summary." },
        requestId: { type: "string", description: "As in the X-Request-Id header." },
        retryable: {
          type: "boolean",
          description:
            "Whether the same request may succeed later. A page that answers 404 is not retryable, one that answers 503 is.",
        },
        details: {
          type: "array",
          description: "What is wrong, one entry for each field.",
          items: {
            type: "object",
            required: ["path", "message"],
            properties: {
              path: { type: "string", description: "As the caller wrote it: `steps[1].fields[0]`." },
              message: { type: "string" },
            },
          },
        },
      },
    },
  },
};

/** Error codes that an operation can return: those that follow from its row, and its own. */
export const errorsOf = (operation: Operation): ErrorCode[] => {
  const codes = new Set<ErrorCode>(operation.errors);
  codes.add("internal");
  codes.add("timeout");
  if (operation.scope !== null) {
    for (const code of ["unauthenticated", "account-suspended", "missing-scope", "rate-limited"] as const)
      codes.add(code);
  }
  if (needsPerson(operation))
    for (const code of ["unauthenticated", "rate-limited"] as const) codes.add(code);
  // A key needs no page; a cookie does.
  if (operation.method !== "GET" && (operation.scope !== null || operation.session !== undefined))
    codes.add("origin-refused");
  // On one machine, writes are refused while its disk is full.
  if (operation.method !== "GET") codes.add("unavailable");
  if (operation.params) codes.add("not-found");
  if (operation.params || operation.query || operation.body) codes.add("invalid-request");
  if (operation.body)
    for (const code of ["payload-too-large", "unsupported-media-type"] as const) codes.add(code);
  if (takesIdempotencyKey(operation)) {
    for (const code of ["invalid-request", "idempotency-in-progress", "idempotency-mismatch"] as const)
      codes.add(code);
  }
  return [...codes].sort((a, b) => ERRORS[a].status - ERRORS[b].status || a.localeCompare(b));
};

const pascal = (code: string): string =>
  code.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

const errorExample = (code: ErrorCode): Json => ({
  summary: code,
  value: {
    error: {
      code,
      message: ERRORS[code].cause,
      requestId: EXAMPLE_REQUEST_ID,
      retryable: ERRORS[code].retryable,
      ...(code === "invalid-request" && {
        details: [{ path: "steps[0].type", message: "unknown step type: use navigate, extract, paginate" }],
      }),
    },
  },
});

const WAITING_STATUSES: readonly number[] = [429, 503];

const errorResponse = (status: number, codes: readonly ErrorCode[], hasKey: boolean): Json => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].cause} ${ERRORS[code].remedy}`).join("\n\n"),
  headers: {
    // A request that fails authentication is not counted against any account.
    ...responseHeaders(hasKey && status !== 401),
    ...(WAITING_STATUSES.includes(status) && { "Retry-After": headerRef("RetryAfter") }),
  },
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/ErrorBody" },
      examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
    },
  },
});

/** Error responses by status. Operations that can return exactly the same codes share a response. */
export const errorResponses = (operation: Operation, shared: Json): Json => {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => ERRORS[code].status);
  const hasKey = operation.scope !== null;
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = `${codes.map(pascal).join("Or")}${hasKey ? "" : "WithoutKey"}`;
      shared[name] ??= errorResponse(status, codes, hasKey);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
};
