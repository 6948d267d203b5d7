import { setTimeout as sleepFor } from "node:timers/promises";
import { parseRetryAfter } from "../../contract/retryAfter.ts";
import { type Egress, type EgressResponse, MAX_BODY_BYTES, TargetError } from "../egress/index.ts";
import { detectFormat, type PageDocument } from "../extract/extract.ts";
import { nameBinary } from "./binary.ts";
import { decodeBody } from "./charset.ts";
import { conditionsOf, type KnownPage, validatorsOf } from "./conditions.ts";
import type { Cookies } from "./cookies.ts";
import { FILE_LIMITS, FileFault } from "./documents/faults.ts";
import { mayBeDocument } from "./documents/kind.ts";
import type { OpenDocument, OpenOptions } from "./documents/openDocument.ts";
import { acceptLanguage, fetchAgent, PLAIN, type Presentation } from "./presentation.ts";
import { readDocument } from "./read.ts";
import { isPassingStatus, RETRY_POLICY, retryDelayMs } from "./retry.ts";
import { type SignalHeaders, signalHeadersOf } from "./signalHeaders.ts";
import { answerWithFile, type ReadFile } from "./uploads.ts";

export interface Page extends KnownPage {
  readonly document: PageDocument;
  /** The response's media type, without parameters; absent if it names none or a browser rendered the page. */
  readonly contentType?: string | undefined;
  /** The target answered "not modified": this is the known page. */
  readonly isUnchanged?: boolean;
  /** The response ended early, so the page may lack its end. */
  readonly isCut?: boolean;
}

interface Try {
  readonly startedAtMs: number;
  readonly ms: number;
  readonly error?: unknown;
}

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Per attempt. */
  readonly timeoutMs?: number | undefined;
  /** Minimum pause before a retry. */
  readonly minPauseMs?: (() => number) | undefined;
  /** Called after each attempt with its start, duration and error. */
  readonly onTry?: ((answer: Try) => void) | undefined;
}

export interface FetchPageOptions extends FetchOptions {
  /** Called before a redirect is followed. @throws if it must not be */
  readonly mayOpen?: ((url: string) => Promise<void>) | undefined;
  /** The page as an earlier run stored it; returned again if it has not changed. */
  readonly known?: KnownPage | null | undefined;
  /** Deadline for parsing, in epoch milliseconds (default: 10 s after it arrives). */
  readonly readBy?: number | undefined;
}

/**
 * Fetches a page with a 2xx status, with retries.
 * @throws TargetError · DomainError `target-refused` · the reason of an aborted `signal`
 */
export type FetchPage = (url: string, options?: FetchPageOptions) => Promise<Page>;

interface PageFetcherDeps {
  readonly egress: Egress;
  readonly userAgent: string;
  /** Absent: requests have nothing of their own. */
  readonly presentation?: Presentation | undefined;
  /** Reads documents such as PDF files; absent: they are refused. */
  readonly openDocument?: OpenDocument | undefined;
  /** The password of documents at a URL, if they are encrypted. */
  readonly passwordFor?: ((url: string) => string | undefined) | undefined;
  /** Reads files that the user uploaded; absent: their addresses lead nowhere. */
  readonly readFile?: ReadFile | undefined;
  /** Shared between pages; absent: cookies are ignored. */
  readonly cookies?: Pick<Cookies, "headersFor" | "keep">;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number, signal?: AbortSignal) => Promise<unknown>;
}

/** Our name in robots.txt. */
export const PRODUCT = "Gleaner";

/** The user agent, which identifies us as RFC 9110 10.1.5 asks of robots. */
export const createUserAgent = (version: string, contact?: string): string =>
  `${PRODUCT}/${version}${contact ? ` (+${contact})` : ""}`;

const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5";
const SUPPORTED =
  "Data is read from HTML and XHTML, XML, RSS and Atom feeds, JSON, CSV, plain text and documents (PDF, Word, Excel and the like), not from pictures or archives.";

const refuseContent = (what: string, httpStatus: number): TargetError =>
  new TargetError("target-unsupported", `The target answered with ${what}. ${SUPPORTED}`, {
    retryable: false,
    httpStatus,
  });

/** @throws TargetError for a status that is not a success */
export const checkStatus = (
  { status, headers }: Pick<EgressResponse, "status" | "headers">,
  now: number,
): void => {
  if (status >= 200 && status < 300) return;
  const retryable = isPassingStatus(status);
  const retryAfterMs = retryable ? parseRetryAfter(headers["retry-after"], now) : undefined;
  throw new TargetError("target-failed", `The target answered with status ${status}.`, {
    retryable,
    httpStatus: status,
    retryAfterMs,
  });
};

interface Reading extends OpenOptions {
  readonly openDocument: OpenDocument | undefined;
}

const mediaTypeOf = (headers: EgressResponse["headers"]): Pick<Page, "contentType"> => {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return type.trim() === "" ? {} : { contentType: type.trim().toLowerCase() };
};

/** What a page has from its response, whatever its format. */
const receivedIn = (
  { url, status, headers, isCut = false }: EgressResponse,
  now: number,
): Pick<Page, "url" | "status" | "fetchedAt" | "validators" | "contentType" | "signals" | "isCut"> => ({
  url,
  status,
  fetchedAt: new Date(now).toISOString(),
  // What is cut is requested again next time.
  validators: isCut ? undefined : validatorsOf(headers, now),
  ...mediaTypeOf(headers),
  signals: signalHeadersOf(headers),
  ...(isCut && { isCut }),
});

/** The page that a document is; null for any other content. @throws TargetError if the document cannot be read */
const toDocumentPage = async (
  response: EgressResponse,
  now: number,
  { openDocument, ...options }: Reading,
): Promise<Page | null> => {
  const { url, status, body } = response;
  try {
    const converted = (await openDocument?.(body, options)) ?? null;
    if (converted === null) return null;
    const { format, text: html } = converted;
    const document = readDocument(html, { url, format }, { status, readBy: options.readBy });
    return { ...receivedIn(response, now), html, document, format };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    throw new TargetError("target-failed", error.message, {
      retryable: false,
      httpStatus: status,
      cause: error,
    });
  }
};

const toPage = async (response: EgressResponse, now: number, reading: Reading): Promise<Page> => {
  const { url, status, headers, body } = response;
  const asDocument = await toDocumentPage(response, now, reading);
  if (asDocument) return asDocument;
  const { readBy } = reading;
  const contentType = headers["content-type"] ?? "";
  const binary = nameBinary(body, contentType);
  if (binary !== null) throw refuseContent(binary, status);
  const html = decodeBody(body, contentType);
  const format = detectFormat({ contentType, text: html, url });
  if (format === null) throw refuseContent(contentType.split(";")[0]?.trim() ?? contentType, status);
  const document = readDocument(
    html,
    { url, format, servedLanguage: headers["content-language"] },
    { status, readBy },
  );
  return { ...receivedIn(response, now), html, document, format };
};

/** The known page, which has not changed. What the answer says about its use replaces what was said before. */
const toKnownPage = (known: KnownPage, said: SignalHeaders | undefined): Page => {
  const document = readDocument(known.html, known, { status: known.status });
  return {
    ...known,
    signals: said ? { ...known.signals, ...said } : known.signals,
    document,
    isUnchanged: true,
  };
};

/** Time to wait before the next attempt, or null if the caller has to handle the failure. */
const waitBefore = (error: unknown, attempt: number, random: () => number): number | null => {
  if (!(error instanceof TargetError) || !error.retryable || attempt >= RETRY_POLICY.retries) return null;
  if (error.retryAfterMs === undefined) return retryDelayMs(attempt, random);
  return error.retryAfterMs <= RETRY_POLICY.maxRetryAfterMs ? error.retryAfterMs : null;
};

type RetryDeps = Required<Pick<PageFetcherDeps, "random" | "sleep" | "now">> & {
  /** Whether retrying cannot help, even if the failure looks temporary. */
  readonly isOver?: () => boolean;
};

/** Wraps a loader so that temporary failures are retried. */
export const withRetries =
  <O extends FetchOptions, T>(
    load: (url: string, options: O) => Promise<T>,
    { random, sleep, now, isOver = () => false }: RetryDeps,
  ) =>
  async (url: string, options: O = {} as O): Promise<T> => {
    const { signal, minPauseMs = () => 0, onTry = () => {} } = options;
    for (let attempt = 0; ; attempt++) {
      const startedAtMs = now();
      const tell = (error?: unknown) => onTry({ startedAtMs, ms: now() - startedAtMs, error });
      try {
        const loaded = await load(url, options);
        tell();
        return loaded;
      } catch (error) {
        signal?.throwIfAborted();
        tell(error);
        const delayMs = isOver() ? null : waitBefore(error, attempt, random);
        if (delayMs === null) throw error;
        await sleep(Math.max(delayMs, minPauseMs()), signal).catch(() => signal?.throwIfAborted());
        signal?.throwIfAborted();
      }
    }
  };

/** Documents may be larger than pages. What an archive holds is listed at its end, so any archive may be. */
const maxBytesFor = (start: Buffer): number => (mayBeDocument(start) ? FILE_LIMITS.bytes : MAX_BODY_BYTES);

/** Waits, unless the signal is aborted. */
export const sleepUnlessAborted = (delayMs: number, signal?: AbortSignal): Promise<unknown> =>
  sleepFor(delayMs, undefined, { signal });

export const createPageFetcher = ({
  egress,
  userAgent,
  presentation = PLAIN,
  openDocument,
  readFile,
  passwordFor,
  cookies,
  now = Date.now,
  random = Math.random,
  sleep = sleepUnlessAborted,
}: PageFetcherDeps): FetchPage => {
  const headers = {
    "user-agent": fetchAgent(userAgent, presentation),
    accept: ACCEPT,
    "accept-language": acceptLanguage(presentation),
  };
  const load = async (url: string, options: FetchPageOptions): Promise<Page> => {
    const { signal, timeoutMs, known, mayOpen, readBy } = options;
    const file = await answerWithFile(url, readFile);
    // The URL that answered, after all redirects, is the one that the password is for.
    const toRead = (response: EgressResponse): Promise<Page> =>
      toPage(response, now(), { openDocument, signal, readBy, password: passwordFor?.(response.url) });
    if (file) return toRead(file);
    const conditions = known ? conditionsOf(known, url) : null;
    const response = await egress.fetch(url, {
      headers,
      signal,
      timeoutMs,
      ...(openDocument && { maxBytes: maxBytesFor }),
      beforeHop: async (hop, hops) => {
        if (hops > 0) await mayOpen?.(hop.href);
        // The validators belong to the first URL, wherever it redirects now.
        return {
          ...(await cookies?.headersFor(hop)),
          ...(hops === 0 && conditions),
          ...presentation.headersFor(hop),
        };
      },
      ...(cookies && { onCookies: cookies.keep }),
    });
    const isFirst = response.url === egress.check(url).href;
    if (response.status === 304 && known && conditions && isFirst)
      return toKnownPage(known, signalHeadersOf(response.headers));
    checkStatus(response, now());
    return toRead(response);
  };
  return withRetries(load, { random, sleep, now });
};
