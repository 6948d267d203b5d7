/** Detects the kind of a page from its markup, URL and structure. */

import type { Blocks, Box } from "../page/blocks.ts";
import type { PageDocument } from "../page/document.ts";
import { bitOf } from "../page/groups.ts";
import { elementsNamed } from "../page/tags.ts";

export type PageKind = "article" | "product" | "list" | "thread" | "other";

export interface PageTraits {
  readonly kind: PageKind;
  readonly hasMain: boolean;
  readonly hasArticle: boolean;
  /** Runs of three words in the page's descriptions (JSON-LD, meta): blocks that contain them are content. */
  readonly described: ReadonlySet<string>;
  /** Number of boxes of the most frequent shape with at least a few words each. */
  readonly records: number;
  /** Whether its markup names a product. */
  readonly saysProduct: boolean;
}

/** Returns all runs of three words in a text. */
export const runsOf = (text: string): string[] => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(2).map((last, at) => `${words[at]} ${words[at + 1]} ${last}`);
};

const DESCRIPTIONS =
  /"(?:description|articleBody|text|reviewBody|recipeInstructions|abstract)"\s*:\s*"((?:[^"\\]|\\.)*)"/g;
const readString = (inner: string): string => {
  try {
    return String(JSON.parse(`"${inner.replace(/[\n\r\t]/g, " ")}"`)).replace(/<[^<>]*>/g, " ");
  } catch {
    return inner;
  }
};

const describedRuns = (jsonLd: string, metas: readonly string[]): Set<string> => {
  const runs = new Set<string>(metas.flatMap(runsOf));
  for (const match of jsonLd.matchAll(DESCRIPTIONS))
    for (const run of runsOf(readString(match[1] ?? ""))) runs.add(run);
  return runs;
};

const typePattern = (types: string): RegExp => new RegExp(`"@type"\\s*:\\s*\\[?\\s*"(?:${types})"`);
const THREAD_TYPE = typePattern("QAPage|DiscussionForumPosting");
const PRODUCT_TYPE = typePattern("Product|ProductGroup|IndividualProduct|Vehicle|Book");
const ARTICLE_TYPE = typePattern("\\w*Article|BlogPosting|Report|Recipe");
const LIST_TYPE = typePattern("CollectionPage|ItemList|SearchResultsPage|OfferCatalog");

const THREAD_PATH =
  /\/(?:showthread|viewtopic|threads?)[/.]|\/questions\/\d|\/comments\/|\/t\/[^/]+\/\d+|\/d\/\d+|-t\d+$/i;
const LIST_PATH =
  /\/(?:collections?|category|categories|shop|search|tags?|archive|browse|catalog|cat|c)(?:\/|$)|\/(?:blog|news|products|store|list|topics?)\/?$/i;
const PRODUCT_PATH = /\/(?:products?|p|dp|item|itm|listing|pd)\/[^/]+/i;

const THREAD = bitOf("thread");
const COMMENTS = bitOf("comments");

/** Counts the boxes of the most frequent shape with at least 8 words each: posts, cards, rows. */
const countRecords = ({ blocks }: Blocks, group: number): number => {
  const counts = new Map<string, number>();
  const seen = new Set<unknown>();
  for (const { box } of blocks)
    for (let at = box; at.parent; at = at.parent) {
      if (seen.has(at)) break;
      seen.add(at);
      if (at.words >= 8 && (group === 0 || at.groups & group))
        counts.set(at.shape, (counts.get(at.shape) ?? 0) + 1);
    }
  return Math.max(0, ...counts.values());
};

const MIN_RECORDS = 8;
const PROSE_SHARE = 0.5;

/** Share of a page's words that are in running text. */
const proseShare = ({ blocks, root }: Blocks): number => {
  const prose = blocks.filter(({ words, linkWords }) => words > 20 && linkWords < words * 0.3);
  return prose.reduce((sum, { words }) => sum + words, 0) / Math.max(1, root.words);
};

const looksLike = (blocks: Blocks): PageKind => {
  if (proseShare(blocks) >= PROSE_SHARE) return "article";
  return countRecords(blocks, 0) >= MIN_RECORDS ? "list" : "other";
};

/** First match wins, so the most reliable signals come first. */
const kindOf = (page: PageDocument, blocks: Blocks, jsonLd: string, ogType: string): PageKind => {
  const path = URL.parse(page.baseUrl)?.pathname ?? "";
  if (THREAD_TYPE.test(jsonLd) || THREAD_PATH.test(path)) return "thread";
  if (/^product[.:]group/.test(ogType)) return "list";
  if (/product/.test(ogType) || (PRODUCT_PATH.test(path) && !ARTICLE_TYPE.test(jsonLd))) return "product";
  if (LIST_PATH.test(path) || LIST_TYPE.test(jsonLd)) return "list";
  if (countRecords(blocks, THREAD | COMMENTS) >= 2 && /forum|community|discuss|board/.test(page.baseUrl))
    return "thread";
  if (PRODUCT_TYPE.test(jsonLd) && !/article/.test(ogType)) return "product";
  if (ARTICLE_TYPE.test(jsonLd) || /article/.test(ogType)) return "article";
  return looksLike(blocks);
};

export const readTraits = (page: PageDocument, blocks: Blocks): PageTraits => {
  const scripts = elementsNamed(page.root, "script");
  const jsonLd = scripts
    .filter(({ attribs }) => attribs.type?.toLowerCase() === "application/ld+json")
    .map(({ children }) => children.map((child) => ("data" in child ? child.data : "")).join(""))
    .join("\n");
  const metas = elementsNamed(page.root, "meta");
  const ogType = metas.find(({ attribs }) => attribs.property === "og:type")?.attribs.content ?? "";
  const texts = metas
    .filter(({ attribs }) => /^(?:og:|twitter:)?description$/i.test(attribs.property ?? attribs.name ?? ""))
    .map(({ attribs }) => attribs.content ?? "");
  const names = new Set<string>();
  const noted = new Set<Box>();
  for (const { box } of blocks.blocks)
    for (let at: Box | null = box; at && !noted.has(at); at = at.parent) {
      noted.add(at);
      names.add(at.element.name);
      if (at.element.attribs.role) names.add(at.element.attribs.role);
    }
  return {
    kind: kindOf(page, blocks, jsonLd, ogType),
    hasMain: names.has("main"),
    hasArticle: names.has("article"),
    described: describedRuns(jsonLd, texts),
    records: countRecords(blocks, 0),
    saysProduct: PRODUCT_TYPE.test(jsonLd) || /product/.test(ogType),
  };
};
