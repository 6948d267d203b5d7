/** Reads a site's robots.txt (RFC 9309). */
import robotsModule from "robots-parser";
import { TargetError } from "../egress/index.ts";
import { TimeLimitError, withTimeLimit } from "../extract/extract.ts";
import { type FetchFile, PRODUCT } from "../page/index.ts";

export interface Robots {
  /** Empty if the site has no rules. */
  readonly text: string;
  /** @throws TargetError if its rules take too long to evaluate */
  allows(url: string): boolean;
  /** Crawl delay. */
  readonly crawlDelayMs: number;
  readonly sitemaps: readonly string[];
}

/** The package's types declare a `default` that its code does not have. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** RFC 9309 2.5: content beyond this limit may be ignored. */
const MAX_CHARS = 512_000;
/** No real path is longer, and matching time grows with the length. */
const MAX_LINE_CHARS = 2_000;
const TIMEOUT_MS = 10_000;
/** Rules of a real site take less than a millisecond; a busy machine may need a thousand times that. */
const RULES_LIMIT_MS = 5_000;

export const robotsAddress = (origin: string): string => `${origin}/robots.txt`;

/** Normalizes a user-agent line to ours, everyone's or another's; null for other lines. */
const groupOf = (line: string): string | null => {
  const [, agent] = /^\s*user-agent\s*:([^#]*)/i.exec(line) ?? [];
  if (agent === undefined) return null;
  const [name = ""] = agent.trim().toLowerCase().split("/");
  const known = ["*", PRODUCT.toLowerCase()].find((each) => each === name.trim());
  return `User-agent: ${known ?? "another"}`;
};

/** Lines that end a group's list of user agents; empty lines and comments do not. */
const RULE = /^\s*[^\s#:][^#:]*:/;

/** The parser copies every rule for each user agent of its group, so others than ours and `*` become one. */
const rulesOf = (text: string): string => {
  const lines = text
    .slice(0, MAX_CHARS)
    .split(/\r\n?|\n/)
    .filter(({ length }) => length <= MAX_LINE_CHARS);
  const kept: string[] = [];
  let named = new Set<string>();
  for (const line of lines) {
    const group = groupOf(line);
    if (group === null && RULE.test(line)) named = new Set();
    if (group === null || !named.has(group)) kept.push(group ?? line);
    if (group !== null) named.add(group);
  }
  return kept.join("\n");
};

/** Files of most sites; those slowest to parse take 0.06 s at this size. */
const BRIEF_CHARS = 10_000;

/** In the worst case, each rule character is compared with each URL character; this many take 0.1 s. */
const BRIEF_COMPARISONS = 1e7;

const withinLimit = <T>(origin: string, work: () => T, isBrief = false): T => {
  try {
    return withTimeLimit(RULES_LIMIT_MS, work, isBrief);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    const message = `The robots.txt of ${origin} takes too long to read, so no page may be opened: it is too large, or built to be slow.`;
    throw new TargetError("timeout", message, { retryable: false, cause: error });
  }
};

/** @throws TargetError if it takes too long to parse */
export const parseRobots = (origin: string, text: string): Robots => {
  const parse = () => robotsParser(robotsAddress(origin), rulesOf(text));
  const robots = withinLimit(origin, parse, text.length <= BRIEF_CHARS);
  const delay = robots.getCrawlDelay(PRODUCT) ?? 0;
  return {
    text,
    allows: (url) =>
      withinLimit(
        origin,
        () => robots.isAllowed(url, PRODUCT) ?? true,
        text.length * url.length <= BRIEF_COMPARISONS,
      ),
    crawlDelayMs: delay > 0 ? delay * 1_000 : 0,
    sitemaps: robots.getSitemaps(),
  };
};

/**
 * RFC 9309 2.3.1.3: a site without the file, or with endless redirects, has no rules. A 429 only means that we should
 * ask later.
 */
const isAbsent = ({ httpStatus = 0 }: TargetError): boolean =>
  httpStatus >= 300 && httpStatus < 500 && httpStatus !== 429;

/**
 * Reads an origin's robots.txt; empty if there is none.
 * @throws TargetError if the rules cannot be determined (RFC 9309 2.3.1.4: nothing may be opened)
 */
export const fetchRobots = async (
  fetchFile: FetchFile,
  origin: string,
  signal?: AbortSignal,
): Promise<string> => {
  try {
    const { html } = await fetchFile(robotsAddress(origin), { signal, timeoutMs: TIMEOUT_MS });
    return html.slice(0, MAX_CHARS);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    // It says nothing about the site.
    if (error.code === "egress-failed") throw error;
    if (isAbsent(error)) return "";
    const { code, httpStatus, retryAfterMs } = error;
    throw new TargetError(
      code,
      `The robots.txt of ${origin} could not be read, and without it no page may be opened: ${error.message}`,
      { retryable: true, httpStatus, retryAfterMs, cause: error },
    );
  }
};
