/** Links of a page to pages that probably have the same template. */
import { type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { type PageDocument, resolveUrl, textOf } from "../extract/extract.ts";
import { findNextPage } from "../steps/pager.ts";
import acting from "./acting.json" with { type: "json" };

const ACTING: ReadonlySet<string> = new Set(acting.words);
const PARAMETERS: ReadonlySet<string> = new Set(acting.parameters);
const wordsOf = (text: string): string[] =>
  text
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "-")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** A path segment or a label that consists of few words, one of which acts: `/cart/add`, "Sign out". */
const MAX_ACTING_WORDS = 3;
const acts = (text: string): boolean => {
  const words = wordsOf(text);
  if (words.length > MAX_ACTING_WORDS) return false;
  return [...words, words.join("-"), words.slice(0, 2).join("-")].some((word) => ACTING.has(word));
};

/** Attributes by which scripts turn a link into a button or a form. */
const BOUND = /^(?:on\w+|data-(?:method|confirm|remote|action|turbo-method|ajax)|ping|download)$/i;

/** Whether following a link may change something on the site. */
const mayAct = (link: Element, url: URL): boolean =>
  Object.keys(link.attribs).some((name) => BOUND.test(name)) ||
  /(?:^|\s)nofollow(?:\s|$)/i.test(link.attribs.rel ?? "") ||
  link.attribs.role === "button" ||
  acts(textOf(link)) ||
  url.pathname.split("/").some((segment) => acts(segment)) ||
  [...url.searchParams.keys()].some((name) => PARAMETERS.has(name.toLowerCase()) || acts(name)) ||
  [...url.searchParams.values()].some((value) => acts(value));

const FILE = /\.(?!(?:html?|php|aspx?|jsp|cfm|cgi)$)[a-z]\w{1,4}$/i;

/** The kind of a path segment: a number, words with a number, several words, one word. */
const shapeOf = (segment: string): string => {
  if (/^\d+$/.test(segment)) return "number";
  const words = wordsOf(segment.replace(/\.\w+$/, ""));
  const hasNumber = words.some((word) => /\d{2}/.test(word));
  return `${hasNumber ? "numbered " : ""}${words.length > 2 ? "words" : "name"}`;
};

const segmentsOf = ({ pathname }: URL): string[] => pathname.split("/").filter((segment) => segment !== "");
const keysOf = ({ searchParams }: URL): string => [...new Set(searchParams.keys())].sort().join();

/** How alike two addresses are, from 0 to 1; 0 if one can hardly have the other's template. */
const likeness = (one: URL, other: URL): number => {
  const [left, right] = [segmentsOf(one), segmentsOf(other)];
  if (left.length !== right.length || keysOf(one) !== keysOf(other)) return 0;
  const fits = left.map((segment, at) => {
    if (segment === right[at]) return 1;
    return shapeOf(segment) === shapeOf(right[at] ?? "") ? DIFFERENT : 0;
  });
  if (fits.includes(0)) return 0;
  const isSamePath = fits.every((fit) => fit === 1);
  // Only the query differs: `?id=1` and `?id=2`.
  if (isSamePath) return one.search === other.search ? 0 : 1;
  return fits.reduce<number>((sum, fit) => sum + fit, 0) / fits.length;
};
const DIFFERENT = 0.5;

const linksOf = (page: PageDocument): Element[] =>
  findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, page.root.children);

const isInForm = (link: Element): boolean => {
  for (let at = link.parent; at; at = at.parent) if (isTag(at) && at.name === "form") return true;
  return false;
};

/**
 * Addresses of pages that probably have the page's template, the likeliest first: its next page, and links whose
 * address is built like its own. Only of the same origin, without credentials, and never of links that may act: sign
 * out, delete, add to cart.
 *
 * @param pageUrl the page's address after redirects
 */
export const siblingAddresses = (page: PageDocument, pageUrl: string): string[] => {
  const own = URL.parse(pageUrl);
  if (!own || !/^https?:$/.test(own.protocol)) return [];
  const next = findNextPage(page, pageUrl);
  const rated = new Map<string, number>();
  for (const link of linksOf(page)) {
    const url = URL.parse(resolveUrl(link.attribs.href?.trim() ?? "", page.baseUrl) ?? "");
    if (!url || url.origin !== own.origin || url.username !== "" || url.password !== "") continue;
    url.hash = "";
    const isNext = next !== null && url.href === next.replace(/#.*/, "");
    if (url.href === own.href || FILE.test(url.pathname) || isInForm(link) || mayAct(link, url)) continue;
    const worth = isNext ? 2 : likeness(own, url);
    if (worth > (rated.get(url.href) ?? 0)) rated.set(url.href, worth);
  }
  return [...rated].sort(([, left], [, right]) => right - left).map(([url]) => url);
};
