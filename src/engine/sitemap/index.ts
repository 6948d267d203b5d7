export { isChosen, matchesAddress, type Patterns } from "./choose.ts";
export { parseSitemap, type SitemapEntry } from "./parse.ts";
