/** Searches with an instance of SearXNG: https://docs.searxng.org/dev/search_api.html */
import * as z from "zod";
import { addressFault, MAX_ADDRESS_LENGTH } from "../contract/address.ts";
import { DomainError } from "../contract/errors.ts";
import type { TimeRange } from "../contract/extraction/search.ts";
import { parseRetryAfter } from "../contract/retryAfter.ts";

/** Categories of SearXNG. `science`: papers and their sites. */
export type SearchCategory = "general" | "news" | "images" | "science";

export interface SearchQuery {
  readonly text: string;
  readonly category: SearchCategory;
  readonly language?: string | undefined;
  readonly timeRange?: TimeRange | undefined;
  /** From 1. */
  readonly page: number;
}

export interface FoundPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** As an engine has told it. */
  readonly publishedAt: string | null;
  readonly imageUrl: string | null;
  readonly imageSize: readonly [width: number, height: number] | null;
  readonly engines: readonly string[];
}

export interface SearchAnswer {
  readonly found: readonly FoundPage[];
  /** The addresses of results that are no links to a website; null: one without an address. */
  readonly leftOut: readonly (string | null)[];
  readonly suggestions: readonly string[];
  /** Engines that gave no results, and why. */
  readonly unresponsive: readonly (readonly [engine: string, reason: string])[];
}

export interface SearchEngine {
  /**
   * @throws DomainError `not-configured` if the instance gives no JSON · `unavailable`, `timeout` · `invalid-request` for a query
   *   that it refuses
   */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface SearxngOptions {
  /** Address of the instance. */
  readonly address: string;
  /** @throws DomainError `timeout`, `unavailable` */
  readonly get: (url: string, signal: AbortSignal) => Promise<Answer>;
  readonly now: () => number;
}

const MAX_TITLE_CHARS = 500;
const MAX_DESCRIPTION_CHARS = 2_000;
const MAX_ENGINE_CHARS = 100;
const MAX_SUGGESTIONS = 20;
const DEFAULT_RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 3_600;

const text = z.string().nullish().catch(null);
const texts = z.array(z.string()).nullish().catch(null);

const Result = z.object({
  url: z.string(),
  title: text,
  content: text,
  publishedDate: text,
  img_src: text,
  thumbnail: text,
  thumbnail_src: text,
  resolution: text,
  engine: text,
  engines: texts,
});

const Body = z.object({
  results: z.array(z.unknown()),
  suggestions: texts,
  unresponsive_engines: z
    .array(z.tuple([z.string(), z.string()]))
    .nullish()
    .catch(null),
});

/** Text of a website on one line. */
const clean = (given: string | null | undefined, max: number): string =>
  (given ?? "")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();

const isWebAddress = (url: string): boolean => url.length <= MAX_ADDRESS_LENGTH && addressFault(url) === null;

const addressIn = (...given: readonly (string | null | undefined)[]): string | null =>
  given.find((each): each is string => typeof each === "string" && isWebAddress(each)) ?? null;

/** `1920 x 1080` */
const sizeIn = (resolution: string | null | undefined): FoundPage["imageSize"] => {
  const [, width, height] = /^\s*(\d{1,6})\s*[x×]\s*(\d{1,6})\b/i.exec(resolution ?? "") ?? [];
  return width === undefined || height === undefined ? null : [Number(width), Number(height)];
};

/** A date, or a time of it. Other texts are no times: `Date.parse` makes one of many that have a number. */
const TIME =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<zone>Z|[+-]\d\d:?\d\d)?)?$/;

const timeIn = (published: string | null | undefined): string | null => {
  const { day, time = "00:00", zone = "Z" } = TIME.exec(published?.trim() ?? "")?.groups ?? {};
  if (day === undefined) return null;
  // Times of SearXNG have no zone; they are of UTC.
  const ms = Date.parse(`${day}T${time}${zone}`);
  const isOfCalendar = new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));
  if (Number.isNaN(ms) || !isOfCalendar) return null;
  const iso = new Date(ms).toISOString();
  return /^\d{4}-/.test(iso) ? iso : null;
};

const readResult = (given: unknown): FoundPage | null => {
  const parsed = Result.safeParse(given);
  if (!parsed.success || !isWebAddress(parsed.data.url)) return null;
  const { url, title, content, publishedDate, img_src, thumbnail, thumbnail_src, ...others } = parsed.data;
  const engines = others.engines ?? (others.engine ? [others.engine] : []);
  return {
    url,
    title: clean(title, MAX_TITLE_CHARS),
    description: clean(content, MAX_DESCRIPTION_CHARS),
    publishedAt: timeIn(publishedDate),
    imageUrl: addressIn(img_src, thumbnail, thumbnail_src),
    imageSize: sizeIn(others.resolution),
    engines: engines
      .map((name) => clean(name, MAX_ENGINE_CHARS))
      .filter(Boolean)
      .sort(),
  };
};

/** The address of a result that cannot be read, if it has one. */
const addressOf = (given: unknown): string | null => {
  const url = (given as { readonly url?: unknown } | null)?.url ?? null;
  return url === null ? null : JSON.stringify(url);
};

const NO_JSON = "Its operator adds `json` to `search.formats` in SearXNG's settings.yml, and restarts it.";

/** @throws DomainError for every answer that is not a list of results */
const checkStatus = ({ status, headers }: Answer, nowMs: number): void => {
  if (status >= 200 && status < 300) return;
  if (status === 403)
    throw new DomainError("not-configured", `The search engine refuses to answer in JSON. ${NO_JSON}`);
  if (status === 400)
    throw new DomainError("invalid-request", "The search engine refused the query or its language.", {
      details: [{ path: "query", message: "was refused by the search engine" }],
    });
  if (status === 404 || (status >= 300 && status < 400))
    throw new DomainError(
      "not-configured",
      `The search engine answered with status ${status}. Its operator checks the address of the SearXNG instance.`,
    );
  const asked = Math.ceil((parseRetryAfter(headers["retry-after"], nowMs) ?? 0) / 1_000);
  const seconds = Math.min(asked || DEFAULT_RETRY_SECONDS, MAX_RETRY_SECONDS);
  const what = status === 429 ? "accepts no more requests for now" : `answered with status ${status}`;
  throw new DomainError("unavailable", `The search engine ${what}. Try again in ${seconds} seconds.`, {
    headers: { "retry-after": String(seconds) },
  });
};

/** @throws DomainError `not-configured` */
const readBody = ({ headers, body }: Answer): z.infer<typeof Body> => {
  const type = headers["content-type"] ?? "";
  try {
    return Body.parse(JSON.parse(body.toString("utf8")));
  } catch (cause) {
    const what = /html/i.test(type) ? "with a web page" : "with something else";
    const message = `The search engine answers ${what} instead of a list of results in JSON. ${NO_JSON}`;
    throw new DomainError("not-configured", message, { cause });
  }
};

/** The URL of a query; `address` may have a path. */
const urlOf = (address: string, { text: q, category, language, timeRange, page }: SearchQuery): string => {
  const url = new URL(`${address.replace(/\/+$/, "")}/search`);
  const asked = {
    q,
    format: "json",
    categories: category,
    pageno: String(page),
    ...(language !== undefined && { language }),
    ...(timeRange !== undefined && { time_range: timeRange }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
};

export const createSearxng = ({ address, get, now }: SearxngOptions): SearchEngine => ({
  async search(query, signal) {
    const answer = await get(urlOf(address, query), signal);
    checkStatus(answer, now());
    const { results, suggestions, unresponsive_engines: unresponsive } = readBody(answer);
    const found: FoundPage[] = [];
    const leftOut: (string | null)[] = [];
    for (const given of results) {
      const page = readResult(given);
      if (page) found.push(page);
      else leftOut.push(addressOf(given));
    }
    return {
      found,
      leftOut,
      suggestions: (suggestions ?? [])
        .slice(0, MAX_SUGGESTIONS)
        .map((each) => clean(each, MAX_TITLE_CHARS))
        .filter(Boolean),
      unresponsive: (unresponsive ?? []).map(
        ([engine, reason]) => [clean(engine, MAX_ENGINE_CHARS), clean(reason, MAX_ENGINE_CHARS)] as const,
      ),
    };
  },
});
