import * as z from "zod";
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

/** A response of the gateway in the shape of the service's errors, where no function was called. */
export const errorReply = (status: number, code: string, message: string, requestId: string): Reply => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(
    JSON.stringify({ error: { code, message, retryable: RETRYABLE.has(status), requestId } }),
  ),
});

const RETRYABLE: ReadonlySet<number> = new Set([408, 504]);

/** Where API Gateway answers `{"message": "Service Unavailable"}` and the like. */
const FAILURES = {
  400: ["invalid-request", "The path is not valid: percent-encode it as UTF-8."],
  404: ["not-found", "There is no such path."],
  500: ["internal", "The service failed unexpectedly. Its logs say why."],
  504: [
    "timeout",
    "The service was too busy to answer in time. The request may still take effect: repeat it with its Idempotency-Key, " +
      "or look before you repeat it.",
  ],
} as const satisfies Readonly<Record<number, readonly [string, string]>>;

/** A response of the gateway itself. */
export const gatewayReply = (status: keyof typeof FAILURES, requestId: string): Reply => {
  const [code, message] = FAILURES[status];
  return errorReply(status, code, message, requestId);
};

/** Converts a function's outcome to a response, as API Gateway does (payload format 2.0). */
export const toReply = (result: InvocationResult, requestId: string): Reply => {
  if (!result.ok) return gatewayReply(500, requestId);
  // Lambda counts the response as an error of the function, and the gateway gives no details.
  if (Buffer.byteLength(result.payload) > MAX_PAYLOAD_BYTES) return gatewayReply(500, requestId);
  const value: unknown = JSON.parse(result.payload);
  if (typeof value !== "object" || value === null || !("statusCode" in value)) {
    const body = typeof value === "string" ? value : result.payload;
    return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(body) };
  }
  const parsed = ProxyResult.safeParse(value);
  if (!parsed.success) return gatewayReply(500, requestId);
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
