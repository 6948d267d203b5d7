/** `articles`: bodies, titles, authors and dates of single articles. */
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { bare, dayOf, isSameDay, isSameName, isSameTitle, runF1 } from "../compare.ts";
import { mean } from "../measures.ts";
import { type Entry, NOW } from "../sets.ts";

export interface ArticleTruth {
  readonly title?: string;
  readonly author?: string | readonly string[];
  readonly date?: string;
  readonly main_content?: string;
  readonly with?: readonly string[];
  readonly without?: readonly string[];
  readonly content_start?: string;
}

const SCHEMA = { title: "string", author: "string", date: "date", articleBody: "string" } as const;

/** Scores of one page from 0 to 1, for the fields that the truth has. */
export const scoreArticle = (entry: Entry<ArticleTruth>): Readonly<Record<string, number>> => {
  const { truth } = entry;
  const [result] = extractData(parseDocument(entry.read(), entry), { schema: SCHEMA, now: NOW }).results;
  const item = result?.item ?? {};
  const body = String(item.articleBody ?? "");
  const letters = bare(body);
  const authors = [truth.author ?? []].flat();
  const shareOf = (snippets: readonly string[], isHeld: boolean): number =>
    mean(snippets.map((snippet) => Number(letters.includes(bare(snippet)) === isHeld)));
  return {
    ...(truth.main_content && { f1: runF1(body, truth.main_content) }),
    ...(truth.with && truth.with.length > 0 && { with: shareOf(truth.with, true) }),
    ...(truth.without && truth.without.length > 0 && { without: shareOf(truth.without, false) }),
    ...(truth.content_start && { start: shareOf([truth.content_start], true) }),
    ...(truth.title && { title: Number(isSameTitle(item.title, truth.title)) }),
    ...(authors.length > 0 && { author: Number(authors.some((name) => isSameName(item.author, name))) }),
    ...(truth.date && dayOf(truth.date) !== null && { date: Number(isSameDay(item.date, truth.date)) }),
  };
};
