/** Raw requests and responses: the base of the typed client, also used by tests of the service. */

import type { Answer } from "./calls.ts";
import { connectionErrorOf, retryAfterSeconds } from "./errors.ts";
import { pause } from "./pause.ts";

export interface RawRequest {
  /** Sent as JSON; text is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportOptions {
  /** URL of the service. */
  readonly url: string;
  /** null: no key is sent. */
  readonly apiKey: string | null;
  /** Further attempts if the service asks to wait, or if a repeatable request was cut off (default 5). */
  readonly retries?: number;
  /** Time for one attempt (default 60,000: twice the service's own limit). */
  readonly timeoutMs?: number;
}

export interface Transport {
  /** Sends a request. Redirects are not followed: the key is for the service alone. */
  readonly send: (method: string, path: string, request?: RawRequest) => Promise<Answer>;
}

const DEFAULT_RETRIES = 5;
const DEFAULT_TIMEOUT_MS = 60_000;
const FIRST_DELAY_MS = 250;
/** With many retries the delay would otherwise grow to hours. */
const MAX_DELAY_MS = 10_000;
/** Longer waits are left to the caller. */
const MAX_WAIT_MS = 60_000;

const isRepeatable = (method: string, headers: Readonly<Record<string, string>>): boolean =>
  method !== "POST" || Object.keys(headers).some((name) => name.toLowerCase() === "idempotency-key");

/** How long the service asks to wait before the same request can succeed; null if it does not ask. */
const askedWaitMs = ({ status, headers }: Response): number | null => {
  if (status !== 429 && status !== 503) return null;
  const seconds = retryAfterSeconds(headers);
  return seconds === null || seconds * 1_000 > MAX_WAIT_MS ? null : seconds * 1_000;
};

const parseBody = (text: string, contentType: string | null): unknown => {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/.test(contentType ?? "")) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

export const createTransport = ({
  url,
  apiKey,
  retries = DEFAULT_RETRIES,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: TransportOptions): Transport => {
  const base = url.replace(/\/+$/, "");

  const attempt = async (method: string, path: string, request: RawRequest): Promise<Response> => {
    const { body, headers, signal } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    return fetch(base + path, {
      method,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        ...(apiKey !== null && { "x-api-key": apiKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  };

  /** The response, or how long to wait before the next attempt. */
  const tryOnce = async (
    method: string,
    path: string,
    request: RawRequest,
    isLast: boolean,
    delayMs: number,
  ): Promise<Answer | number> => {
    try {
      const response = await attempt(method, path, request);
      const text = await response.text();
      const waitMs = isLast ? null : askedWaitMs(response);
      if (waitMs !== null) return waitMs;
      const { status, headers } = response;
      return { status, headers, body: parseBody(text, headers.get("content-type")) };
    } catch (error) {
      if (isLast || request.signal?.aborted || !isRepeatable(method, request.headers ?? {}))
        throw connectionErrorOf(error, base, request.signal);
      return delayMs;
    }
  };

  return {
    send: async (method, path, request = {}) => {
      for (let attempts = 0; ; attempts += 1) {
        const outcome = await tryOnce(
          method,
          path,
          request,
          attempts >= retries,
          Math.min(FIRST_DELAY_MS * 2 ** attempts, MAX_DELAY_MS),
        );
        if (typeof outcome !== "number") return outcome;
        await pause(outcome, request.signal);
      }
    },
  };
};
