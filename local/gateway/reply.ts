import * as z from "zod";
import { ERRORS } from "../../src/contract/errors.ts";
import { type InvocationResult, MAX_PAYLOAD_BYTES } from "../functions/invocation.ts";

/** An HTTP response, ready to be sent. */
export interface Reply {
  readonly status: number;
  /** Repeated headers are lists. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

const HeaderValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const ProxyResult = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), HeaderValue).optional(),
  cookies: z.array(z.string()).optional(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().optional(),
});

/** The errors of the API, and one of the server that reads the body. A function that crashes would crash again. */
const CODES = {
  ...ERRORS,
  internal: { status: 500, retryable: false },
  "request-timeout": { status: 408, retryable: true },
} as const;

/** A response of the gateway in the shape of the service's errors, where no function was called. */
export const errorReply = (code: keyof typeof CODES, message: string, requestId: string): Reply => {
  const { status, retryable } = CODES[code];
  return {
    status,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify({ error: { code, message, retryable, requestId } })),
  };
};

/** What the gateway says where API Gateway answers `{"message": "Service Unavailable"}` and the like. */
const FAILURES = {
  "invalid-request": "The path is not valid: percent-encode it as UTF-8.",
  "not-found": "There is no such path.",
  internal: "The service failed unexpectedly. Its logs say why.",
  timeout:
    "The service was too busy to answer in time. The request may still take effect: repeat it with its Idempotency-Key, " +
    "or look before you repeat it.",
} as const;

/** A response of the gateway itself. */
export const gatewayReply = (code: keyof typeof FAILURES, requestId: string): Reply =>
  errorReply(code, FAILURES[code], requestId);

/** Converts a function's outcome to a response, as API Gateway does (payload format 2.0). */
export const toReply = (result: InvocationResult, requestId: string): Reply => {
  if (!result.ok) return gatewayReply("internal", requestId);
  // Lambda counts the response as an error of the function, and the gateway gives no details.
  if (Buffer.byteLength(result.payload) > MAX_PAYLOAD_BYTES) return gatewayReply("internal", requestId);
  const value: unknown = JSON.parse(result.payload);
  if (typeof value !== "object" || value === null || !("statusCode" in value)) {
    const body = typeof value === "string" ? value : result.payload;
    return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) };
  }
  const parsed = ProxyResult.safeParse(value);
  if (!parsed.success) return gatewayReply("internal", requestId);
  const { statusCode, headers = {}, cookies, body, isBase64Encoded } = parsed.data;
  const lowerCased = Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
  );
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      ...lowerCased,
      ...(cookies && cookies.length > 0 ? { "set-cookie": cookies } : {}),
    },
    body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8"),
  };
};
