/** What a site asks of robots: RFC 9309. */
import robotsModule from "robots-parser";
import { TargetError } from "../egress/index.ts";
import { type FetchFile, PRODUCT } from "../page/index.ts";

export interface Robots {
  /** Empty where the site asks nothing. */
  readonly text: string;
  allows(url: string): boolean;
  /** Time that the site wants between two visits. */
  readonly crawlDelayMs: number;
  readonly sitemaps: readonly string[];
}

/** The types of the package speak of a `default` that its code does not have. */
const robotsParser = robotsModule as unknown as typeof robotsModule.default;

/** RFC 9309 2.5: what is beyond may be left out. */
const MAX_CHARS = 512_000;
/** No path is that long; matching takes as long as rules are. */
const MAX_LINE_CHARS = 2_000;
const TIMEOUT_MS = 10_000;

export const robotsAddress = (origin: string): string => `${origin}/robots.txt`;

export const parseRobots = (origin: string, text: string): Robots => {
  const lines = text.slice(0, MAX_CHARS).split(/\r\n?|\n/);
  const robots = robotsParser(
    robotsAddress(origin),
    lines.filter(({ length }) => length <= MAX_LINE_CHARS).join("\n"),
  );
  const delay = robots.getCrawlDelay(PRODUCT) ?? 0;
  return {
    text,
    allows: (url) => robots.isAllowed(url, PRODUCT) ?? true,
    crawlDelayMs: delay > 0 ? delay * 1_000 : 0,
    sitemaps: robots.getSitemaps(),
  };
};

/**
 * RFC 9309 2.3.1.3: who answers that there is none, or redirects for ever, asks nothing. One that asks to
 * come back later (429) has not answered yet.
 */
const isAbsent = ({ httpStatus = 0 }: TargetError): boolean =>
  httpStatus >= 300 && httpStatus < 500 && httpStatus !== 429;

/**
 * Reads the robots.txt of an origin; where there is none, it is empty.
 * @throws TargetError where it cannot be known what the site asks (RFC 9309 2.3.1.4: nothing may be opened)
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
    if (isAbsent(error)) return "";
    const { code, httpStatus, retryAfterMs } = error;
    throw new TargetError(
      code,
      `The robots.txt of ${origin} could not be read, and without it no page may be opened: ${error.message}`,
      { retryable: true, httpStatus, retryAfterMs, cause: error },
    );
  }
};
