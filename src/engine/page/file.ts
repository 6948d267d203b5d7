import { promisify } from "node:util";
import { constants, gunzip } from "node:zlib";
import { type Egress, TargetError } from "../egress/index.ts";
import { decodeBody } from "./charset.ts";
import { checkStatus, type FetchOptions, sleepUnlessAborted, withRetries } from "./page.ts";
import { acceptLanguage, fetchAgent, PLAIN, type Presentation } from "./presentation.ts";

/** A text file such as robots.txt or a sitemap, in the format of stored pages. */
export interface TextFile {
  /** Its URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly html: string;
  /** ISO 8601. */
  readonly fetchedAt: string;
}

interface FileOptions extends FetchOptions {
  /** Default: the size that sitemaps may have. Compressed files count as they are sent. */
  readonly maxBytes?: number | undefined;
}

/**
 * Fetches a text file with a 2xx status, and unpacks gzip.
 * @throws as `FetchPage`
 */
export type FetchFile = (url: string, options?: FileOptions) => Promise<TextFile>;

interface FileFetcherDeps {
  readonly egress: Egress;
  readonly userAgent: string;
  /** Absent: requests have nothing of their own. */
  readonly presentation?: Presentation | undefined;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number, signal?: AbortSignal) => Promise<unknown>;
}

/** The size that sitemaps.org allows a sitemap. */
const MAX_BYTES = 50_000_000;
const ACCEPT = "text/plain,application/xml,text/xml,*/*;q=0.5";

const isGzip = (body: Buffer): boolean => body[0] === 0x1f && body[1] === 0x8b;

const unpack = async (body: Buffer): Promise<Buffer> => {
  try {
    // A truncated file is read as far as it goes.
    const options = { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
    return await promisify(gunzip)(body, options);
  } catch (error) {
    const message = "The target's gzip file is broken, or unpacks to more than 50,000,000 bytes.";
    throw new TargetError("target-failed", message, { retryable: false, cause: error });
  }
};

export const createFileFetcher = ({
  egress,
  userAgent,
  presentation = PLAIN,
  now = Date.now,
  random = Math.random,
  sleep = sleepUnlessAborted,
}: FileFetcherDeps): FetchFile => {
  const headers = {
    "user-agent": fetchAgent(userAgent, presentation),
    accept: ACCEPT,
    ...(presentation.languages.length > 0 && { "accept-language": acceptLanguage(presentation) }),
  };
  const load = async (
    url: string,
    { signal, timeoutMs, maxBytes = MAX_BYTES }: FileOptions,
  ): Promise<TextFile> => {
    const response = await egress.fetch(url, {
      headers,
      signal,
      timeoutMs,
      maxBytes,
      beforeHop: async (hop) => presentation.headersFor(hop),
    });
    checkStatus(response, now());
    const { status, body } = response;
    const bytes = isGzip(body) ? await unpack(body) : body;
    const html = decodeBody(bytes, response.headers["content-type"] ?? "");
    return { url: response.url, status, html, fetchedAt: new Date(now()).toISOString() };
  };
  return withRetries(load, { random, sleep, now });
};
