export { matchesAddress } from "./choose.ts";
export { parseSitemap, type SitemapEntry } from "./parse.ts";
