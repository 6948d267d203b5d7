import type { ErrorBody } from "./generated.ts";
import type { Answer } from "./transport.ts";

type Refusal = ErrorBody["error"];

/** Codes of the service; `unexpected-answer` where something in between answered in its place. */
type ApiErrorCode = Refusal["code"] | "unexpected-answer";

/** The service refused a request. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Stable: branch on this, not on the message. */
  readonly code: ApiErrorCode;
  /** Names the request; null where the service itself did not answer. */
  readonly requestId: string | null;
  /** What is wrong, one entry for each field. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** How long the service asks to wait; null where it does not. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, headers, body }: Answer) {
    const refusal = refusalOf(body);
    super(refusal?.message ?? `The service answered ${status}.`);
    this.status = status;
    this.code = refusal?.code ?? "unexpected-answer";
    this.requestId = headers.get("x-request-id");
    this.details = refusal?.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds(headers);
  }
}

const refusalOf = (body: unknown): Refusal | undefined =>
  typeof body === "object" && body !== null && "error" in body ? (body as ErrorBody).error : undefined;

/** Seconds that a `Retry-After` header asks to wait; null without one. */
export const retryAfterSeconds = (headers: Headers): number | null => {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
};
