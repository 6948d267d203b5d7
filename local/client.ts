/** A client of the public API and of nothing else: what a user's own program would do. */

/** One answer of the service. `body` is parsed JSON, or the text as it is. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

interface CallOptions {
  readonly body?: unknown;
  /** Sent in place of the client's key; null: none. */
  readonly apiKey?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  /** Sends one request. Waits and tries again where the service says 429. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/** The service refused a request; the message holds what it said. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;
const MAX_RATE_WAITS = 20;

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Property of a value that may be anything; undefined where there is none. */
export const read = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

const parseBody = (text: string, contentType: string): unknown => {
  if (!/^application\/(?:[\w.+-]+\+)?json\b/.test(contentType)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Follows redirects by hand: the key must not go to another origin, as that of a signed link. */
const fetchFollowing = async (url: URL, init: RequestInit, redirectsLeft: number): Promise<Response> => {
  const response = await fetch(url, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const location = response.headers.get("location");
  if (response.status !== 303 || location === null || redirectsLeft === 0) return response;
  await response.body?.cancel();
  const next = new URL(location, url);
  const headers = next.origin === url.origin ? init.headers : undefined;
  return fetchFollowing(next, { method: "GET", ...(headers && { headers }) }, redirectsLeft - 1);
};

export const createApiClient = (baseUrl: string, key: string): ApiClient => {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    call: async (method, path, options = {}) => {
      const apiKey = options.apiKey === undefined ? key : options.apiKey;
      const init: RequestInit = {
        method,
        headers: {
          accept: "application/json",
          ...(apiKey !== null && { "x-api-key": apiKey }),
          ...(options.body !== undefined && { "content-type": "application/json" }),
          ...options.headers,
        },
        ...(options.body !== undefined && {
          body: typeof options.body === "string" ? options.body : JSON.stringify(options.body),
        }),
      };
      for (let waits = 0; ; waits++) {
        const response = await fetchFollowing(new URL(base + path), init, MAX_REDIRECTS);
        const text = await response.text();
        if (response.status === 429 && waits < MAX_RATE_WAITS) {
          await wait(1_000 * Math.max(1, Number(response.headers.get("retry-after") ?? 1) || 1));
          continue;
        }
        const body = parseBody(text, response.headers.get("content-type") ?? "");
        return { status: response.status, headers: response.headers, body };
      }
    },
  };
};

/** What went wrong, in the words of the service, with each wrong field. */
const refusalOf = ({ status, body }: Answer): ApiRefusal => {
  const details = read(body, "error", "details");
  const wrong = Array.isArray(details)
    ? details.map((detail: unknown) => `${String(read(detail, "path"))}: ${String(read(detail, "message"))}`)
    : [];
  const said = read(body, "error", "message") ?? `The service answered ${status}.`;
  return new ApiRefusal(String(read(body, "error", "code") ?? status), [String(said), ...wrong].join("\n  "));
};

/** The body of a successful answer. @throws ApiRefusal where the service refused. */
export const expectSuccess = (answer: Answer): unknown => {
  if (answer.status >= 300) throw refusalOf(answer);
  return answer.body;
};
