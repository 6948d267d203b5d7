/** The only way out for requests to URLs that users provide. */
import { Agent, type Dispatcher } from "undici";
import { isFileAddress } from "../../contract/flows/uploads.ts";
import { ACCEPT_ENCODING, type ByteCap, readBody } from "./body.ts";
import { createConnector, type Resolve, resolveBySystem } from "./connector.ts";
import { type Denied, NOTHING_DENIED, type ReadDenied, refuseDenied } from "./denied.ts";
import { refuseTarget, TargetError, toTargetError } from "./errors.ts";
import { isStale } from "./stale.ts";
import { checkTarget } from "./target.ts";
import type { ReadRoute } from "./tunnel.ts";

/** Headers that identify the service to a site; asked for before each request, redirects included. */
export type SignRequest = (url: URL) => Promise<Readonly<Record<string, string>>>;

export interface EgressOptions {
  /** `host:port` pairs that may be opened although they are private. */
  readonly allowPrivate: readonly string[];
  readonly resolve?: Resolve;
  readonly connectTimeoutMs?: number;
  /** Certificates of authorities to trust besides Node's own list, as PEM. */
  readonly trusted?: readonly string[];
  /** Reads what the operator denies, before each request (default: nothing). */
  readonly denied?: ReadDenied;
  /** The proxy to connect through (default: none). */
  readonly readRoute?: ReadRoute | undefined;
  /** Signs each request (default: none is signed). */
  readonly signRequest?: SignRequest | undefined;
}

export interface EgressRequest {
  /** Only GET and HEAD follow redirects. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal | undefined;
  /** For the whole exchange, redirects and body included (default 20 s). */
  readonly timeoutMs?: number | undefined;
  /** Cap on the body, both as sent and decompressed (default 20 MB); compressed bodies have no start to judge by. */
  readonly maxBytes?: ByteCap;
  /** 0: a redirect is returned as it is (default 5). */
  readonly maxRedirects?: number;
  /**
   * Called before each request of the exchange: the first one and redirects.
   * @returns headers for this request only
   * @throws to end the exchange with this error
   */
  readonly beforeHop?: (url: URL, hops: number) => Promise<Readonly<Record<string, string>>>;
  /** Called with the `Set-Cookie` headers of each response. */
  readonly onCookies?: (url: URL, setCookies: readonly string[]) => Promise<void>;
}

export interface EgressResponse {
  /** The final URL, after redirects. */
  readonly url: string;
  readonly status: number;
  /** Names in lower case; repeated headers are joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
  /** Whether the compressed body ended early, so that `body` may lack its end. */
  readonly isCut?: boolean;
}

export interface Egress {
  /**
   * Every HTTP status is a response, not an error. A request other than a POST whose reused connection closes before any
   * byte of the answer is repeated once on a new one: the target closed it for being idle, not for being overloaded.
   *
   * @throws DomainError `target-refused`, `target-denied` · TargetError · the reason of an aborted `signal`
   */
  fetch(url: string, request?: EgressRequest): Promise<EgressResponse>;
  /** `checkTarget` with this egress's `allowPrivate`. */
  check(url: string): URL;
  close(): Promise<void>;
}

const DEFAULT_TIMEOUT_MS = 20_000;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** The most concurrent pages per origin that a flow may request. */
const CONNECTIONS_PER_ORIGIN = 32;
const MAX_HEADER_BYTES = 32_768;
export const MAX_BODY_BYTES = 20_000_000;
const MAX_REDIRECTS = 5;
const MAX_DRAINED_BYTES = 65_536;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** The only headers sent to another origin; any other may be a credential. */
const SAFE_HEADERS: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "accept-language",
  "user-agent",
]);

type Headers = Record<string, string>;

const joinHeaders = (headers: Dispatcher.ResponseData["headers"]): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );

/** `Set-Cookie` headers cannot be joined, because dates contain commas. */
const cookiesIn = (headers: Dispatcher.ResponseData["headers"]): readonly string[] => {
  const set = headers["set-cookie"] ?? [];
  return Array.isArray(set) ? set : [set];
};

/** @throws TargetError for the URL of an uploaded file, which is not on the web */
const refuseFile = (url: URL): void => {
  if (!isFileAddress(url.href)) return;
  const message = "This is the address of an uploaded file, which cannot be opened here or by a redirect.";
  throw new TargetError("target-unsupported", message, { retryable: false });
};

/** A redirect to `file:` is refused like one to a private address. */
const checkHop = (url: URL, check: (url: string) => URL): URL => {
  try {
    return check(url.href);
  } catch {
    throw refuseTarget();
  }
};

/** Headers that may be sent to the next hop. */
const headersFor = (headers: Headers, from: URL, to: URL): Headers =>
  from.origin === to.origin
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => SAFE_HEADERS.has(name)));

/**
 * A signal that is aborted with `outer` or after the timeout. `AbortSignal.any` and `AbortSignal.timeout` do the same,
 * but leave thousands of finalizers and weak references per run to the garbage collector.
 */
const limitTo = (timeoutMs: number, outer: AbortSignal | undefined) => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = setTimeout(abort, timeoutMs).unref();
  outer?.addEventListener("abort", abort);
  return {
    signal: controller.signal,
    release: (): void => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
};

/** Creates an egress, which keeps connections alive until `close`. */
export const createEgress = ({
  allowPrivate,
  resolve = resolveBySystem,
  connectTimeoutMs,
  trusted = [],
  denied: readDenied = async () => NOTHING_DENIED,
  readRoute,
  signRequest,
}: EgressOptions): Egress => {
  const opened = allowPrivate.map((pair) => pair.toLowerCase());
  const check = (address: string) => checkTarget(address, opened);
  const createAgent = (denied: Denied): Agent =>
    new Agent({
      connect: createConnector({
        allowPrivate: opened,
        resolve,
        connectTimeoutMs: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
        trusted,
        denied: () => denied,
        readRoute,
      }),
      allowH2: true,
      connections: CONNECTIONS_PER_ORIGIN,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The deadline of each request covers these.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  let rules = NOTHING_DENIED;
  let agent = createAgent(rules);
  /** Once the rules change, connections from before are not used for another request. */
  const agentUnder = (latest: Denied): Agent => {
    if (latest === rules) return agent;
    agent.close().catch(() => undefined);
    rules = latest;
    agent = createAgent(latest);
    return agent;
  };

  /** Sends a request on a connection of its own. */
  const requestAnew = async (
    query: Dispatcher.RequestOptions,
    denied: Denied,
  ): Promise<Dispatcher.ResponseData> => {
    const fresh = createAgent(denied);
    try {
      return await fresh.request({ ...query, reset: true });
    } finally {
      // Lets the answer arrive.
      fresh.close().catch(() => undefined);
    }
  };

  const exchange = async (
    from: URL,
    request: EgressRequest,
    signal: AbortSignal,
  ): Promise<EgressResponse> => {
    const { method = "GET", body = null, maxBytes = MAX_BODY_BYTES } = request;
    // Only methods that are safe to repeat follow redirects.
    const maxRedirects = method !== "GET" && method !== "HEAD" ? 0 : (request.maxRedirects ?? MAX_REDIRECTS);
    let url = from;
    let headers: Headers = { "accept-encoding": ACCEPT_ENCODING };
    for (const [name, value] of Object.entries(request.headers ?? {})) headers[name.toLowerCase()] = value;
    for (let hops = 0; ; hops++) {
      const path = `${url.pathname}${url.search}`;
      const sent = { ...headers, ...(await request.beforeHop?.(url, hops)), ...(await signRequest?.(url)) };
      const denied = await readDenied();
      refuseDenied(denied, url);
      const own = agentUnder(denied);
      const query = { origin: url.origin, path, method, headers: sent, body, signal };
      const response = await own.request(query).catch((error: unknown) => {
        if (method === "POST" || !isStale(error)) throw error;
        return requestAnew(query, denied);
      });
      const status = response.statusCode;
      await request.onCookies?.(url, cookiesIn(response.headers));
      const received = joinHeaders(response.headers);
      const location = REDIRECTS.has(status) && maxRedirects > 0 ? received.location : undefined;
      const next = location === undefined ? null : URL.parse(location, url.href);
      if (!next) {
        const content = await readBody(response.body, received["content-encoding"] ?? "", maxBytes);
        return { url: url.href, status, headers: received, ...content };
      }
      await response.body.dump({ limit: MAX_DRAINED_BYTES, signal });
      if (hops >= maxRedirects)
        throw new TargetError("target-failed", `The target redirects more than ${maxRedirects} times.`, {
          retryable: false,
          httpStatus: status,
        });
      const target = checkHop(next, check);
      refuseFile(target);
      headers = headersFor(headers, url, target);
      url = target;
    }
  };

  return {
    check,
    close: () => agent.destroy(),
    fetch: async (address, request = {}) => {
      const url = check(address);
      refuseFile(url);
      request.signal?.throwIfAborted();
      const limit = limitTo(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, request.signal);
      try {
        return await exchange(url, request, limit.signal);
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        if (limit.signal.aborted)
          throw new TargetError("timeout", "The target did not answer in time.", {
            retryable: true,
            cause: error,
          });
        throw toTargetError(error);
      } finally {
        limit.release();
      }
    },
  };
};
