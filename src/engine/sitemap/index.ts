export { matchesAddress, siteOf } from "./choose.ts";
export { parseSitemap, type SitemapEntry } from "./parse.ts";
