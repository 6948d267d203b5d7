/** `content`: main text, titles, authors and dates of seven kinds of page. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { isSameDay, isSameName, isSameTitle } from "../compare.ts";
import { wordF1 } from "../measures.ts";
import { type Entry, NOW } from "../sets.ts";

export interface ContentTruth {
  readonly title?: string;
  readonly author?: string;
  readonly publish_date?: string;
  readonly main_content?: string;
}

const SCHEMA = {
  title: "string",
  author: "string",
  date: "date",
  content: "string",
  markdown: "string",
} as const;
/** The visible words of Markdown, without images, URLs and backslashes. */
const readMarkdown = (markdown: string): string =>
  markdown
    .replace(/!\[(?:[^\]\\]|\\.)*\]\([^)]*\)/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/\\(?=[^\s\w])/g, "");

/** Scores of one page for the fields that the truth has; `readabilityF1` if Readability is available. */
export const scoreContent = (
  entry: Entry<ContentTruth>,
  readability: ((html: string, url: string) => string) | null,
): Readonly<Record<string, number>> => {
  const { truth } = entry;
  const html = entry.read();
  const startedAt = performance.now();
  const [result] = extractData(parseDocument(html, entry), { schema: SCHEMA, now: NOW }).results;
  const ms = performance.now() - startedAt;
  const item = result?.item ?? {};
  return {
    ms,
    ...(truth.main_content && { f1: wordF1(String(item.content ?? ""), truth.main_content) }),
    ...(truth.main_content && {
      markdownF1: wordF1(readMarkdown(String(item.markdown ?? "")), truth.main_content),
    }),
    ...(truth.main_content &&
      readability && { readabilityF1: wordF1(readability(html, entry.url), truth.main_content) }),
    ...(truth.title && { title: Number(isSameTitle(item.title, truth.title)) }),
    ...(truth.author && { author: Number(isSameName(item.author, truth.author)) }),
    ...(truth.publish_date && { date: Number(isSameDay(item.date, truth.publish_date)) }),
  };
};
