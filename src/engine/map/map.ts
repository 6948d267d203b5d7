/**
 * Lists the URLs of a site from its sitemaps and one of its pages. Without a sitemap, it follows the links of its pages
 * level by level for as long as there is time.
 */
import { DomainError } from "../../contract/errors.ts";
import { siteOf } from "../../contract/site.ts";
import { counted } from "../../contract/wording.ts";
import { canonicalAddress, isOnSite } from "../crawl/address.ts";
import { readVisitedPage, type Visited } from "../crawl/index.ts";
import { TargetError } from "../egress/index.ts";
import { withTimeLimit } from "../extract/extract.ts";
import { type Manners, parseRobots, robotsAddress, TooEarly } from "../manners/index.ts";
import type { FetchFile, FetchPage } from "../page/index.ts";
import { parseSitemap } from "../sitemap/index.ts";
import { followLinks } from "./follow.ts";

export interface MappedPage {
  readonly url: string;
  /** Where it was found; sitemaps take precedence over links. */
  readonly source: "sitemap" | "link";
  /** Last change in milliseconds since the epoch, if a sitemap gives it. */
  readonly modifiedAtMs: number | null;
}

export interface SiteMap {
  /** Pages listed in sitemaps, in their order, then those that only the page links to. */
  readonly pages: readonly MappedPage[];
  /** Whether there are more pages than requested, or more sitemaps than could be read. */
  readonly isTruncated: boolean;
  /** Messages about what could not be read, and about pages whose links were not followed. */
  readonly warnings: readonly string[];
  /** Pages opened to find links. */
  readonly opened: number;
}

export interface MapQuery {
  readonly url: string;
  /** Max pages to list. */
  readonly limit: number;
  /** Words that a URL must contain, all of them. */
  readonly words: readonly string[];
}

interface MapDeps {
  readonly fetchPage: FetchPage;
  readonly fetchFile: FetchFile;
  readonly manners: Manners;
  /** Ends the work; pages found so far are returned. */
  readonly signal: AbortSignal;
  /** When the request must be answered, in milliseconds since the epoch. */
  readonly until: number;
}

const MAX_FILES = 500;
const MAX_DEPTH = 3;
/** The pace of a site allows more than two only once it has kept up with two. */
const FILES_AT_ONCE = 4;
/** Following links ends this long before the request does: about what a slow page takes. */
const RESERVE_MS = 1_500;
const MAX_WARNINGS = 5;
/** Per file: 50,000 entries take half a second. */
const PARSE_LIMIT_MS = 4_000;

type Sitemap = ReturnType<typeof parseSitemap>;
const NO_SITEMAP: Sitemap = { isIndex: false, entries: [] };

const NOTHING = (): void => {};

/** A URL as people read it: in lower case, with percent-encoding decoded. */
const readable = (url: string): string => {
  try {
    return decodeURI(url).toLowerCase();
  } catch {
    return url.toLowerCase();
  }
};

const tellUnfollowed = (opened: number, left: number): string =>
  `The site has no sitemap. The links of ${counted(opened, "page")} were followed; ${left} more were not opened, and may link to others. A flow with a crawl step visits them all.`;

/** A message about a fault of the site; null if the fault is ours. */
const faultOf = (error: unknown, signal: AbortSignal): string | null => {
  if (signal.aborted) return "It did not answer in time.";
  return error instanceof TargetError || error instanceof DomainError || error instanceof TooEarly
    ? error.message
    : null;
};

/** Collects pages up to the limit. */
const createFindings = ({ url: start, limit, words }: MapQuery) => {
  const listed = new Map<string, MappedPage>();
  const linked = new Map<string, MappedPage>();
  let isFull = false;
  let isCut = false;
  /** @returns false if the page is wanted but the limit is reached */
  const add = (found: Map<string, MappedPage>, page: MappedPage): boolean => {
    const url = canonicalAddress(page.url);
    if (url === null || found.has(url) || !isOnSite(url, start)) return true;
    const text = words.length === 0 ? "" : readable(url);
    if (!words.every((word) => text.includes(word))) return true;
    if (found.size >= limit) return false;
    found.set(url, { ...page, url });
    return true;
  };
  return {
    addListed: (url: string, modifiedAtMs: number | null): void => {
      isFull ||= !add(listed, { url, source: "sitemap", modifiedAtMs });
    },
    addLinked: (url: string): void => {
      isCut = !add(linked, { url, source: "link", modifiedAtMs: null }) || isCut;
    },
    /** Whether sitemaps have listed more pages than requested. */
    isFull: () => isFull,
    /** Whether links lead to more pages than requested. */
    isCut: () => isCut,
    hasSitemap: () => listed.size > 0,
    leaveOut: (): void => {
      isCut = true;
    },
    all: (): Pick<SiteMap, "pages" | "isTruncated"> => {
      const pages = [...listed.values(), ...[...linked.values()].filter(({ url }) => !listed.has(url))];
      return { pages: pages.slice(0, limit), isTruncated: isFull || isCut || pages.length > limit };
    },
  };
};

/**
 * @throws TargetError, DomainError `robots-disallowed` or TooEarly if neither the page nor a sitemap can be
 * read · the reason of `signal` if it is aborted before anything is found
 */
export const mapSite = async (deps: MapDeps, query: MapQuery): Promise<SiteMap> => {
  const { fetchPage, fetchFile, manners, signal, until } = deps;
  const { url: start } = query;
  const { origin } = new URL(start);
  const usualSitemap = `${origin}/sitemap.xml`;
  const findings = createFindings(query);
  const faults: { readonly url: string; readonly why: string; readonly error: unknown }[] = [];
  const seen = new Set<string>();

  /** Records the fault of one file, so that the others are still read. */
  const orFault = async <T>(url: string, work: () => Promise<T>, none: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const why = faultOf(error, signal);
      if (why === null) throw error;
      faults.push({ url, why, error });
      return none;
    }
  };

  const readFile = (url: string): Promise<{ readonly url: string; readonly html: string }> =>
    manners.visit(url, (visiting) => fetchFile(url, { signal, ...visiting }), {
      signal,
      log: NOTHING,
      isOffered: true,
    });

  const readSitemap = async (address: string): Promise<Sitemap> => {
    const { html, url } = await readFile(address);
    const sitemap = withTimeLimit(PARSE_LIMIT_MS, () => parseSitemap(html, url));
    if (!sitemap.isIndex) return sitemap;
    const sites = new Set([siteOf(start), siteOf(url)]);
    return { ...sitemap, entries: sitemap.entries.filter((entry) => sites.has(siteOf(entry.url))) };
  };

  /** Reads new sitemaps in order. @returns the sitemaps that they list */
  const readLevel = async (urls: readonly string[]): Promise<string[]> => {
    const inner: string[] = [];
    for (let at = 0; at < urls.length; at += FILES_AT_ONCE) {
      if (findings.isFull() || signal.aborted) {
        findings.leaveOut();
        break;
      }
      const some = urls.slice(at, at + FILES_AT_ONCE);
      const read = await Promise.all(some.map((url) => orFault(url, () => readSitemap(url), NO_SITEMAP)));
      for (const { isIndex, entries } of read)
        for (const { url, modifiedAtMs } of entries) {
          if (isIndex) inner.push(url);
          else findings.addListed(url, modifiedAtMs);
        }
    }
    return inner;
  };

  const readSitemaps = async (urls: readonly string[], depth: number): Promise<void> => {
    const fresh = [...new Set(urls)].filter((url) => !seen.has(url));
    const taken = depth > MAX_DEPTH ? [] : fresh.slice(0, MAX_FILES - seen.size);
    if (taken.length < fresh.length) findings.leaveOut();
    if (taken.length === 0) return;
    for (const url of taken) seen.add(url);
    await readSitemaps(await readLevel(taken), depth + 1);
  };

  /** The sitemaps that robots.txt names, or the one at the default path. */
  const findSitemaps = async (): Promise<string[]> => {
    const robots = await orFault(
      robotsAddress(origin),
      async () => (await readFile(robotsAddress(origin))).html,
      "",
    );
    const named = parseRobots(origin, robots).sitemaps.flatMap((url) => URL.parse(url, origin)?.href ?? []);
    return named.length > 0 ? named : [usualSitemap];
  };

  let opened = 0;
  const readLinks = async (address: string): Promise<Visited["page"]> => {
    const { url, document } = await manners.visit(
      address,
      (visiting) =>
        fetchPage(address, { signal, ...visiting, mayOpen: (next: string) => manners.check(next, signal) }),
      { signal, log: NOTHING },
    );
    opened++;
    const page = withTimeLimit(PARSE_LIMIT_MS, () => readVisitedPage(document, url));
    for (const each of [url, ...page.links]) findings.addLinked(each);
    return page;
  };

  const [, first] = await Promise.all([
    findSitemaps().then((urls) => readSitemaps(urls, 0)),
    orFault(start, () => readLinks(start), null),
  ]);
  const isOver = (): boolean => findings.isCut() || signal.aborted || Date.now() >= until - RESERVE_MS;
  const mayFollow = first !== null && !findings.hasSitemap();
  const unfollowed = mayFollow
    ? await followLinks(start, first, {
        read: readLinks,
        isOver,
        isOurs: (error) => faultOf(error, signal) === null,
      })
    : 0;

  /** A missing robots.txt or default sitemap needs no warning. */
  const isExpected = (url: string, error: unknown): boolean =>
    (url === robotsAddress(origin) || url === usualSitemap) &&
    error instanceof TargetError &&
    /^4/.test(String(error.httpStatus));

  const { pages, isTruncated } = findings.all();
  const own = faults.find(({ url }) => url === start);
  if (pages.length === 0 && own) throw signal.aborted ? signal.reason : own.error;
  const reported = faults.filter(({ url, error }) => !isExpected(url, error));
  const more = reported.length - MAX_WARNINGS;
  return {
    pages,
    isTruncated: isTruncated || signal.aborted || unfollowed > 0,
    opened,
    warnings: [
      ...(unfollowed > 0 ? [tellUnfollowed(opened, unfollowed)] : []),
      ...reported.slice(0, MAX_WARNINGS).map(({ url, why }) => `${url} could not be read: ${why}`),
      ...(more > 0 ? [`${more} more could not be read.`] : []),
    ],
  };
};
