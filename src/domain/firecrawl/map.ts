/** POST /firecrawl/{version}/map, on POST /map. */

import { MAX_MAP_URLS } from "../../contract/extraction/map.ts";
import type { FirecrawlMapped } from "../../contract/firecrawl/answers.ts";
import type { FirecrawlMap, FirecrawlVersion } from "../../contract/firecrawl/requests.ts";
import { mapSite } from "../map/mapSite.ts";
import { refusePromises, tellIgnored } from "./options.ts";

/** Firecrawl's own. */
const DEFAULT_LIMIT = 5_000;

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, "");

const withoutQuery = (address: string): string => {
  const url = new URL(address);
  url.search = "";
  return url.href;
};

/** The URLs that contain a word of the search, those with more of them first. */
const ranked = (urls: readonly string[], search: string): string[] => {
  const words = [...new Set(search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
  if (words.length === 0) return [...urls];
  const countIn = (url: string): number => words.filter((word) => url.toLowerCase().includes(word)).length;
  return urls
    .map((url) => ({ url, count: countIn(url) }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count)
    .map(({ url }) => url);
};

/** @throws DomainError as `mapSite` */
export const map = async (
  deps: Parameters<typeof mapSite>[0],
  caller: Parameters<typeof mapSite>[1],
  version: FirecrawlVersion,
  request: FirecrawlMap,
): Promise<FirecrawlMapped> => {
  refusePromises(request);
  const { url, search, sitemap, sitemapOnly, ignoreSitemap, limit } = request;
  const isV2 = version === "v2";
  const found = await mapSite(deps, caller, { url, limit: MAX_MAP_URLS, robots: "obey" });
  const source =
    sitemap === "only" || sitemapOnly ? "sitemap" : sitemap === "skip" || ignoreSitemap ? "link" : null;
  const isWanted = (each: string): boolean =>
    (request.includeSubdomains ?? isV2) || hostOf(each) === hostOf(url);
  const listed = found.urls
    .filter((each) => (source === null || each.source === source) && isWanted(each.url))
    .map((each) => ((request.ignoreQueryParameters ?? isV2) ? withoutQuery(each.url) : each.url));
  const urls = ranked([...new Set(listed)], search ?? "").slice(0, limit ?? DEFAULT_LIMIT);
  const warnings = [...tellIgnored(request, ["location"]), ...(found.warnings ?? [])];
  return {
    success: true,
    links: isV2 ? urls.map((each) => ({ url: each })) : urls,
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  };
};
