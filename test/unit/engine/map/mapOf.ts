import { TargetError } from "../../../../src/engine/egress/index.ts";
import { parseDocument } from "../../../../src/engine/extract/extract.ts";
import { createManners } from "../../../../src/engine/manners/index.ts";
import { mapSite } from "../../../../src/engine/map/index.ts";

export const SITE = "https://shop.example";
const START = `${SITE}/`;
const FETCHED_AT = "2026-11-21T06:00:00.000Z";

/** The map of a site that serves these texts; what it does not serve is not found, and null never answers. */
export const mapOf = async (
  texts: Readonly<Record<string, string | null>>,
  { limit = 100, words = [] as string[], timeoutMs = 5_000 } = {},
) => {
  const asked: string[] = [];
  const signal = AbortSignal.timeout(timeoutMs);
  const fetchText = async (url: string): Promise<string> => {
    const path = url.slice(SITE.length);
    asked.push(path);
    const text = texts[path];
    if (text === undefined)
      throw new TargetError("target-failed", "The target answered with status 404.", {
        retryable: false,
        httpStatus: 404,
      });
    if (text !== null) return text;
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const fetchFile = async (url: string) => ({
    url,
    status: 200,
    html: await fetchText(url),
    fetchedAt: FETCHED_AT,
  });
  const fetchPage = async (url: string) => {
    const html = await fetchText(url);
    return { url, status: 200, html, document: parseDocument(html, { url }), fetchedAt: FETCHED_AT };
  };
  const manners = createManners({ fetchFile, obeys: true, now: Date.now, sleep: async () => undefined });
  const map = await mapSite(
    { fetchPage, fetchFile, manners, signal, until: Date.now() + timeoutMs },
    { url: START, limit, words },
  );
  return { ...map, paths: map.pages.map(({ url }) => url.slice(SITE.length)), asked };
};
