/**
 * Decides which pages of a site a crawl opens next. A frontier is immutable plain JSON: each function returns a new one.
 * The checkpoint carries it to another worker; what it knows and what waits are in segments (`stored.ts`), so that it
 * stays small.
 */
import { isChosen, type Patterns } from "../sitemap/index.ts";
import {
  canonicalAddress,
  endingOf,
  isOnSite,
  isWithin,
  patternOf,
  shortHash,
  type Within,
  withoutQuery,
} from "./address.ts";
import { type Copies, isCopyToCome, meetCopies, NO_COPIES } from "./copies.ts";
import { type Left, MAX_KNOWN, NONE_LEFT } from "./left.ts";
import { hasMet, type Met, meeting, NOTHING_MET } from "./met.ts";
import { addLeads, countWaiting, type Lead, type Queue, queueOf, takeWhile } from "./queue.ts";

/** Max URL patterns and page texts that are tracked. */
const MAX_PATTERNS = 1_000;
const MAX_TEXTS = 20_000;
/** Chained pages without new text after which URLs with their pattern are skipped. */
const MAX_REPEATS = 20;
/** Files with one extension that turned out not to be pages, after which others are skipped. */
const MAX_FILES = 2;

/** Number of pages that were worth opening, and of those that were not. */
type Tally = readonly [good: number, bad: number];
type Counts = Readonly<Record<string, Tally>>;

export interface Frontier {
  readonly start: string;
  readonly queue: Queue;
  /** URLs found so far, and the words and texts of pages. */
  readonly met: Met;
  /** Number of URLs found so far. */
  readonly known: number;
  /** Number of URLs taken off the queue to open. */
  readonly taken: number;
  /** Number of pages with other words. */
  readonly texts: number;
  /** By pattern: chained pages with new text, and those without. */
  readonly patterns: Counts;
  /** By file extension: pages, and files that are not pages. */
  readonly endings: Counts;
  /** What is known of pages that repeat others. */
  readonly copies: Copies;
  /** By hash of a URL: words or name of the first page known by it. */
  readonly claims: Claims;
  /** Number of URLs skipped or canonical URLs ignored, by reason. */
  readonly left: Left;
}

type Claims = Readonly<Record<string, string>>;

export interface CrawlRules {
  readonly match?: Patterns;
  readonly exclude?: Patterns;
  /** How far from the start it goes. Default: the site. */
  readonly within?: Within | undefined;
  /** Open URLs without their query. */
  readonly ignoreQuery?: boolean | undefined;
  readonly depth: number;
  readonly maxPages: number;
  /** Max URLs that the crawl knows. */
  readonly maxKnown?: number | undefined;
}

export interface VisitedPage {
  /** Its URL after redirects. */
  readonly url: string;
  /** Its `rel=canonical` URL. */
  readonly canonical: string | null;
  readonly links: readonly string[];
  /** Hash of its words. */
  readonly words: string;
  /** Hash of its title and first heading. */
  readonly name: string;
  /** Hash of all of its text. */
  readonly text: string;
}

/** The outcome of a visit. */
export interface Visited {
  readonly lead: Lead;
  /** Null if it was not read. */
  readonly page: VisitedPage | null;
  /** The URL is a file, such as an image or an archive. */
  readonly isFile?: boolean;
}

/** Why a page's results are not kept: it is known under another URL, or is on another site. */
export type Unwanted = "duplicate" | "elsewhere";

export const startFrontier = (url: string): Frontier => {
  const start = canonicalAddress(url) ?? url;
  return {
    start,
    queue: queueOf([{ url: start, depth: 0 }]),
    met: { ...NOTHING_MET, recent: [shortHash(start)] },
    known: 1,
    taken: 0,
    texts: 0,
    patterns: {},
    endings: {},
    copies: NO_COPIES,
    claims: {},
    left: NONE_LEFT,
  };
};

/** Whether a URL is where the crawl goes, known or not. */
const isReached = (url: string, start: string, { within }: CrawlRules): boolean =>
  isOnSite(url, start) && isWithin(url, start, within);

/** Whether the steps run on a page. The start is opened even if the rules exclude it. */
export const isCollected = (url: string, rules: CrawlRules): boolean =>
  isReached(url, url, rules) && isChosen(url, rules);

const countsOf = (counts: Counts, name: string): Tally =>
  (Object.hasOwn(counts, name) ? counts[name] : undefined) ?? [0, 0];

const isTrap = ({ patterns }: Frontier, { url, isChained }: Lead): boolean => {
  const pattern = isChained ? patternOf(url) : null;
  const [news, repeats] = pattern === null ? [0, 0] : countsOf(patterns, pattern);
  return repeats >= MAX_REPEATS && repeats > news;
};

const isKnownFile = ({ endings }: Frontier, { url }: Lead): boolean => {
  const [pages, files] = countsOf(endings, endingOf(url));
  return files >= MAX_FILES && pages === 0;
};

/** Takes up to `count` URLs off the queue, first in, first out. Skips traps and known files. */
export const takeLeads = (
  frontier: Frontier,
  { maxPages }: CrawlRules,
  count: number,
): { readonly leads: readonly Lead[]; readonly frontier: Frontier } => {
  const leads: Lead[] = [];
  const left = { ...NONE_LEFT, ...frontier.left };
  const most = Math.min(count, maxPages - frontier.taken);
  const isMet = (url: string): boolean => hasMet(frontier.met, shortHash(url));
  const visit = (lead: Lead): boolean => {
    if (leads.length >= most) return false;
    if (isTrap(frontier, lead)) left.trap += 1;
    else if (isKnownFile(frontier, lead)) left.file += 1;
    else if (isCopyToCome(frontier.copies, lead.url, isMet)) left.copy += 1;
    else leads.push(lead);
    return true;
  };
  const queue = takeWhile(frontier.queue, visit);
  return { leads, frontier: { ...frontier, queue, left, taken: frontier.taken + leads.length } };
};

/** Whether no more URLs will be taken. */
export const isExhausted = ({ queue, taken }: Frontier, { maxPages }: CrawlRules): boolean =>
  countWaiting(queue) === 0 || taken >= maxPages;

const counted = (counts: Counts, name: string, isGood: boolean): Counts => {
  if (!Object.hasOwn(counts, name) && Object.keys(counts).length >= MAX_PATTERNS) return counts;
  const [good, bad] = countsOf(counts, name);
  return { ...counts, [name]: isGood ? [good + 1, bad] : [good, bad + 1] };
};

const pathOf = (address: string): string => new URL(address).pathname;

const isHome = (address: string, start: string): boolean => {
  const { pathname, search } = new URL(address);
  return address === start || (pathname === "/" && search === "");
};

/** Adds a batch of visited pages to a frontier. */
export const absorb = (
  before: Frontier,
  visits: readonly Visited[],
  rules: CrawlRules,
): { readonly frontier: Frontier; readonly unwanted: ReadonlyMap<Visited, Unwanted> } => {
  if (visits.length === 0) return { frontier: before, unwanted: new Map() };
  const met = meeting(before.met);
  const unwanted = new Map<Visited, Unwanted>();
  const found: Lead[] = [];
  const copies = meetCopies(before.copies, met);
  const { maxKnown = MAX_KNOWN } = rules;
  let { known, texts, patterns, endings, claims } = before;
  const left = { ...NONE_LEFT, ...before.left };

  /** Records a URL. @returns whether it is new */
  const meet = (url: string, name = shortHash(url)): boolean => {
    const isNew = met.add(name);
    if (isNew) known += 1;
    return isNew;
  };

  /** @returns the hash given by the first page known by the URL; undefined if this is the first */
  const claim = (url: string, says: string): string | undefined => {
    const name = shortHash(url);
    const first = Object.hasOwn(claims, name) ? claims[name] : undefined;
    if (first === undefined && Object.keys(claims).length < MAX_PATTERNS)
      claims = { ...claims, [name]: says };
    return first;
  };

  /**
   * A page's canonical URL, if it can be trusted. Many templates name one URL on every page, such as the start of the
   * site or of a section. Variants of the same path are trusted.
   */
  const believed = ({ url, canonical, words, name }: VisitedPage): string | null => {
    if (isHome(url, before.start)) claim(url, words);
    if (canonical === null || pathOf(canonical) === pathOf(url)) return canonical;
    const home = isHome(canonical, before.start);
    const first = home ? claims[shortHash(canonical)] : claim(canonical, name);
    const isRight = home ? first === words : first === undefined || first === name;
    if (!isRight) left.canonical += 1;
    return isRight ? canonical : null;
  };

  /** Whether a page is already known under another URL. */
  const isDuplicate = ({ lead, page }: Visited): boolean => {
    const names = [page?.url, page && believed(page)].map((url) => url && canonicalAddress(url));
    const others = [...new Set(names)].filter(
      (url): url is string => typeof url === "string" && url !== lead.url && isOnSite(url, before.start),
    );
    // Record all of the page's URLs, so that none is opened again.
    return others.map((url) => meet(url)).includes(false);
  };

  const hear = (lead: Lead, words: string): void => {
    const pattern = patternOf(lead.url);
    if (pattern === null) return;
    const isNews = !met.has(words);
    if (isNews && texts < MAX_TEXTS) {
      met.add(words);
      texts += 1;
    }
    if (lead.isChained) patterns = counted(patterns, pattern, isNews);
  };

  const follow = ({ url: from, depth: at }: Lead, links: readonly string[]): void => {
    const pattern = patternOf(from);
    for (const link of links) {
      const url = rules.ignoreQuery ? withoutQuery(link) : link;
      const name = shortHash(url);
      if (met.has(name) || !isReached(url, before.start, rules)) continue;
      if (!isChosen(url, rules)) left.refused += 1;
      else if (at >= rules.depth) left.depth += 1;
      else if (known >= maxKnown) left.full += 1;
      else if (meet(url, name)) {
        const isChained = pattern !== null && patternOf(url) === pattern;
        found.push({ url, depth: at + 1, ...(isChained && { isChained }) });
      }
    }
  };

  for (const visit of visits) {
    const { lead, page, isFile = false } = visit;
    const ending = endingOf(lead.url);
    if (ending !== "" && (page || isFile)) endings = counted(endings, ending, page !== null);
    if (!page) continue;
    if (!isOnSite(page.url, before.start)) {
      unwanted.set(visit, "elsewhere");
      continue;
    }
    const isKnown = isDuplicate(visit);
    if (copies.meet(page) || isKnown) unwanted.set(visit, "duplicate");
    hear(lead, page.words);
    follow(lead, page.links);
  }

  const frontier: Frontier = {
    ...before,
    queue: addLeads(before.queue, found),
    met: met.all(),
    known,
    texts,
    patterns,
    endings,
    copies: copies.all(),
    claims,
    left,
  };
  return { frontier, unwanted };
};
