/** Extracts what a crawl needs from a page: its links, canonical URL, and hashes of its words and name. */
import { findAll, findOne, getAttributeValue } from "domutils";
import { type PageDocument, textOf } from "../extract/extract.ts";
import { canonicalAddress, shortHash } from "./address.ts";
import type { VisitedPage } from "./frontier.ts";

/** No page that people read has more links; the rest are ignored. */
const MAX_LINKS = 5_000;
const WORD = /\p{L}+/gu;

const LINKS: ReadonlySet<string> = new Set(["a", "area"]);

/**
 * The URLs that the page links to, in page order without duplicates. `nofollow` links are included: the attribute asks
 * search engines not to vouch for a link, while robots.txt says what crawlers may open (Scrapy does the same).
 */
const linksOf = ({ root, baseUrl }: PageDocument): string[] => {
  const elements = findAll(
    ({ name, attribs }) => LINKS.has(name) && attribs.href !== undefined,
    root.children,
  );
  const urls = elements
    .slice(0, MAX_LINKS)
    .map((element) => canonicalAddress(getAttributeValue(element, "href")?.trim() ?? "", baseUrl));
  return [...new Set(urls.filter((url) => url !== null))];
};

/** The page's `rel=canonical` URL. */
const canonicalOf = ({ root, baseUrl }: PageDocument): string | null => {
  const [link] = findAll(
    ({ name, attribs }) => name === "link" && /(?:^|\s)canonical(?:\s|$)/i.test(attribs.rel ?? ""),
    root.children,
  );
  const href = link && getAttributeValue(link, "href")?.trim();
  return href ? canonicalAddress(href, baseUrl) : null;
};

/** Hash of the page's words, ignoring numbers, order and repetition. */
const wordsHash = (text: string): string =>
  shortHash([...new Set(text.toLowerCase().match(WORD) ?? [])].sort().join(" "));

/** Hash of the title and first heading: the same for one page at several URLs with other content around it. */
const nameHash = ({ root }: PageDocument): string => {
  const parts = ["title", "h1"].map((tag) => findOne(({ name }) => name === tag, root.children));
  return shortHash(parts.map((part) => (part ? textOf(part).trim() : "")).join("\n"));
};

/** Counters that rise with every visit: "Viewed 12 times", "12 views". */
const VISITS = /\d[\d.,]*(?= (?:views?|hits?|visits?|reads?|times)\b)/gi;

/** Hash of all of the page's text, except what counts its visits. */
const textHash = (text: string): string => shortHash(text.replace(VISITS, ""));

/** What a crawl needs to know of a page. */
export const readVisitedPage = (document: PageDocument, url: string): VisitedPage => {
  const text = textOf(document.root);
  return {
    url,
    canonical: canonicalOf(document),
    links: linksOf(document),
    words: wordsHash(text),
    name: nameHash(document),
    text: textHash(text),
  };
};
