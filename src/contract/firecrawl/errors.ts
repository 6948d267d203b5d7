/** Errors as clients of Firecrawl read them: `{success: false, error, code}`. */
import { DomainError, ERRORS, type ErrorCode } from "../errors.ts";

interface FirecrawlOptions {
  readonly code: string;
  /** Sent as `details`, for clients that act on it. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure with a code of its own. */
export class FirecrawlError extends DomainError {
  readonly ownCode: string;
  readonly ownDetails: FirecrawlOptions["details"];

  constructor(code: ErrorCode, message: string, { code: ownCode, details, headers }: FirecrawlOptions) {
    super(code, message, headers ? { headers } : {});
    this.ownCode = ownCode;
    this.ownDetails = details;
  }
}

/** `ignoreRobotsTxt` → `IGNORE_ROBOTS_TXT`. */
const upper = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/\W+/g, "_")
    .toUpperCase();

/** What this service does not do: 400 with a code that names it. */
export const notOffered = (name: string, why: string): FirecrawlError =>
  new FirecrawlError("invalid-request", `${name} is not offered here: ${why}`, {
    code: `${upper(name)}_NOT_OFFERED`,
  });

/**
 * Statuses that differ from those of the own API. Clients repeat a 502, and read 403 as "this website is not supported" and 408 as
 * a page that took too long.
 */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  "target-failed": 422,
  "egress-failed": 422,
  "model-failed": 422,
  "target-refused": 403,
  "target-denied": 403,
  "robots-disallowed": 403,
  "use-reserved": 403,
  timeout: 408,
};

const CODES: Partial<Record<ErrorCode, string>> = {
  "invalid-request": "BAD_REQUEST",
  unauthenticated: "UNAUTHORIZED",
  timeout: "SCRAPE_TIMEOUT",
  "target-failed": "SCRAPE_SITE_ERROR",
  "rate-limited": "RATE_LIMIT_EXCEEDED",
};

/** Status and body of an error. */
export const firecrawlErrorOf = (error: DomainError, requestId: string) => {
  const { code, message, details } = error;
  const own = error instanceof FirecrawlError ? error : null;
  const shown = own ? own.ownDetails : details.length > 0 ? details : undefined;
  return {
    status: STATUSES[code] ?? ERRORS[code].status,
    body: {
      success: false,
      code: own?.ownCode ?? CODES[code] ?? upper(code),
      // Version 1 of the clients looks for this sentence.
      error: code === "target-denied" ? `We do not support this site: ${message}` : message,
      ...(shown && { details: shown }),
      requestId,
    },
  };
};
