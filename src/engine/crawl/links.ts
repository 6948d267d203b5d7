/** What a page tells a crawl: where it leads, what it calls itself, and which words it says. */
import { findAll, findOne, getAttributeValue } from "domutils";
import { type PageDocument, textOf } from "../extract/extract.ts";
import { canonicalAddress, shortHash } from "./address.ts";
import type { VisitedPage } from "./frontier.ts";

/** More links than this stand on no page that people read; the rest is left. */
const MAX_LINKS = 5_000;
const WORD = /\p{L}+/gu;

const LINKS: ReadonlySet<string> = new Set(["a", "area"]);

/**
 * Addresses that the page links to, each once, in its order. `nofollow` is no reason to leave one: it asks search engines
 * not to vouch for a link; what crawlers may open is said by robots.txt (Scrapy does the same).
 */
export const linksOf = ({ root, baseUrl }: PageDocument): string[] => {
  const elements = findAll(
    ({ name, attribs }) => LINKS.has(name) && attribs.href !== undefined,
    root.children,
  );
  const urls = elements
    .slice(0, MAX_LINKS)
    .map((element) => canonicalAddress(getAttributeValue(element, "href")?.trim() ?? "", baseUrl));
  return [...new Set(urls.filter((url) => url !== null))];
};

/** The address under which the page wants to be known. */
const canonicalOf = ({ root, baseUrl }: PageDocument): string | null => {
  const [link] = findAll(
    ({ name, attribs }) => name === "link" && /(?:^|\s)canonical(?:\s|$)/i.test(attribs.rel ?? ""),
    root.children,
  );
  const href = link && getAttributeValue(link, "href")?.trim();
  return href ? canonicalAddress(href, baseUrl) : null;
};

/** What the page says, whatever its numbers and the order of its words: equal for two that say the same. */
const wordsHash = ({ root }: PageDocument): string =>
  shortHash([...new Set(textOf(root).toLowerCase().match(WORD) ?? [])].sort().join(" "));

/** What the page is called: equal for one page that stands at several addresses with other things around it. */
const nameHash = ({ root }: PageDocument): string => {
  const parts = ["title", "h1"].map((tag) => findOne(({ name }) => name === tag, root.children));
  return shortHash(parts.map((part) => (part ? textOf(part).trim() : "")).join("\n"));
};

/** What a page that came from an address tells the crawl. */
export const tellPage = (document: PageDocument, url: string): VisitedPage => ({
  url,
  canonical: canonicalOf(document),
  links: linksOf(document),
  words: wordsHash(document),
  name: nameHash(document),
});
