import { DomainError } from "../../contract/errors.ts";

/** The same error for every refused address, so that it reveals nothing about the network behind it. */
export const refuseTarget = (): DomainError =>
  new DomainError(
    "target-refused",
    "The service opens no connection to this address: it is not public, or its name cannot be resolved.",
  );

/**
 * `target-unsupported`: the response is not text that data can be read from; `egress-failed`: the proxy on the way to the
 * target failed.
 */
type TargetFailure = "target-failed" | "target-unsupported" | "timeout" | "egress-failed";

interface TargetErrorOptions {
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  readonly httpStatus?: number | undefined;
  /** How long the target asks us to wait. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** An allowed target did not return what was requested. `message` is shown to the caller. */
export class TargetError extends Error {
  override readonly name = "TargetError";
  readonly code: TargetFailure;
  readonly retryable: boolean;
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: TargetFailure, message: string, options: TargetErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable;
    this.httpStatus = options.httpStatus;
    this.retryAfterMs = options.retryAfterMs;
  }
}

type FaultRow = readonly [codes: RegExp, code: TargetError["code"], message: string, retryable: boolean];

/** Maps errors of sockets, TLS and undici to errors for the caller. First match wins. */
const FAULTS: readonly FaultRow[] = [
  [/^(UND_ERR_\w*TIMEOUT|ETIMEDOUT)$/, "timeout", "The target did not answer in time.", true],
  [/^(ECONNREFUSED|E(NET|HOST)(UNREACH|DOWN))$/, "target-failed", "The target refused the connection.", true],
  [
    /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_(?:SOCKET|INFO)|ERR_HTTP2_\w+)$/,
    "target-failed",
    "The target closed the connection before its response was complete.",
    true,
  ],
  [
    /CERT|^UNABLE_TO|^ERR_(TLS|SSL)|^EPROTO$/,
    "target-failed",
    "Could not establish a secure connection (TLS) to the target.",
    false,
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "target-failed", "The target's response has too many headers.", false],
];

/** Translates a low-level error; a TargetError or DomainError passes through. */
export const toTargetError = (error: unknown): TargetError | DomainError => {
  if (error instanceof TargetError || error instanceof DomainError) return error;
  const failure = error as { code?: unknown; errors?: readonly { code?: unknown }[] };
  // A connection tried on several addresses fails with all their errors; the first one is reported.
  const fault = String(failure.code ?? failure.errors?.[0]?.code ?? "");
  const row = FAULTS.find(([codes]) => codes.test(fault));
  if (!row)
    return new TargetError("target-failed", "The target's response is malformed.", {
      retryable: false,
      cause: error,
    });
  const [, code, message, retryable] = row;
  return new TargetError(code, message, { retryable, cause: error });
};
