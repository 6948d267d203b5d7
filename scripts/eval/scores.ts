/** Scores of one page. A score is null if the truth has no value for it. */
import { extractData, parseDocument } from "../../src/engine/extract/extract.ts";
import { isInEntry } from "./entries.ts";
import { mean, wordF1, wordsOf } from "./measures.ts";
import type { EvalPage, PageTruth } from "./pages.ts";

export const FIGURES = [
  "mainContentF1",
  "titleAccuracy",
  "authorAccuracy",
  "dateAccuracy",
  "kindAccuracy",
  "listSnippetsInItems",
  "listSnippetsInRecords",
  "listEntriesInRecords",
  "recipeF1",
  "recipeStrippedF1",
] as const;
export type Figure = (typeof FIGURES)[number];

export interface PageScores {
  readonly page: EvalPage;
  readonly figures: Readonly<Partial<Record<Figure, number>>>;
  readonly readabilityF1: number | null;
  /** Parsing and extraction. */
  readonly elapsedMs: number;
}

/** Text of a list page that belongs to no record. */
const BESIDE = "beside the records";
const NOW = Date.UTC(2026, 10, 21);
const ARTICLE = { title: "string", author: "string", date: "date", content: "string" } as const;
const RECIPE = {
  title: "string",
  author: "string",
  ingredients: "string[]",
  instructions: "string[]",
  totalTime: "integer",
  image: "image",
} as const;

const extract = (html: string, url: string, schema?: typeof ARTICLE | typeof RECIPE) =>
  extractData(parseDocument(html, { url }), { schema, now: NOW }).results.map(({ item }) => item);

const plain = (text: unknown): string => wordsOf(String(text ?? "").normalize("NFKC")).join(" ");

/** The same words, or nearly: one page often writes its title in several ways. */
const TITLE_F1 = 0.8;
const isSameTitle = (found: unknown, truth: string): boolean =>
  plain(found) === plain(truth) || wordF1(plain(found), plain(truth)) >= TITLE_F1;

const isSameAuthor = (found: unknown, truth: string): boolean => {
  const [left, right] = [plain(found), plain(truth)];
  return left !== "" && (left === right || left.includes(right) || right.includes(left));
};

const scoreArticle = ({ html, url, truth, kind }: EvalPage): Partial<Record<Figure, number>> => {
  const [item] = extract(html, url, ARTICLE);
  const scores: Partial<Record<Figure, number>> = {};
  // For some pages the truth has only a title.
  if (truth.main_content) scores.mainContentF1 = wordF1(String(item?.content ?? ""), truth.main_content);
  if (truth.title) scores.titleAccuracy = Number(isSameTitle(item?.title, truth.title));
  if (truth.author) scores.authorAccuracy = Number(isSameAuthor(item?.author, truth.author));
  if (truth.publish_date) scores.dateAccuracy = Number(item?.date === truth.publish_date.slice(0, 10));
  const isList = kind === "listing" || kind === "collection";
  if (!isList && kind === "forum") return scores;
  const { kind: answered, results } = extractData(parseDocument(html, { url }), { now: NOW });
  scores.kindAccuracy = Number((answered === "list") === isList);
  const snippets = (truth.with ?? []).map(plain).filter((snippet) => snippet !== "");
  if (!isList || snippets.length === 0) return scores;
  const shareIn = (entries: typeof results, of: readonly string[] = snippets): number => {
    const texts = entries.map(({ item: entry }) => ` ${plain(Object.values(entry).join(" "))}`);
    // Many snippets are cut off after 80 characters, in the middle of a word.
    return mean(of.map((snippet) => Number(texts.some((text) => text.includes(` ${snippet}`)))));
  };
  scores.listSnippetsInItems = shareIn(results);
  const records =
    answered === "list" ? results.filter(({ provenance }) => provenance.content?.path !== BESIDE) : [];
  scores.listSnippetsInRecords = shareIn(records);
  const { root } = parseDocument(html, { url });
  const entries = snippets.filter((snippet) => isInEntry(root, ` ${snippet}`));
  if (entries.length > 0) scores.listEntriesInRecords = shareIn(records, entries);
  return scores;
};

const listF1 = (found: unknown, truth: readonly string[]): number => {
  const left = new Set((Array.isArray(found) ? found : []).map(plain));
  const right = new Set(truth.map(plain));
  const hits = [...left].filter((entry) => right.has(entry)).length;
  return left.size + right.size === 0 ? 1 : (2 * hits) / (left.size + right.size);
};

/** The same image in any size: `cake-720x720.jpg?w=9` is `cake.jpg`. */
const pictureOf = (address: unknown): string =>
  String(address ?? "")
    .replace(/[?#].*$/, "")
    .replace(/-\d+x\d+(?=\.\w+$)/, "");
const isSamePicture = (found: unknown, truth: string): boolean => pictureOf(found) === pictureOf(truth);

/**
 * Scores ingredients one by one, instructions by their words (pages split steps differently), other fields as
 * right or wrong.
 */
export const compareRecipe = (
  item: Readonly<Record<string, unknown>> | undefined,
  truth: PageTruth,
): number => {
  const steps = Array.isArray(item?.instructions) ? item.instructions.join(" ") : "";
  const scores = [
    ...(truth.title ? [Number(isSameTitle(item?.title, truth.title))] : []),
    ...(truth.author ? [Number(isSameAuthor(item?.author, truth.author))] : []),
    ...(truth.ingredients ? [listF1(item?.ingredients, truth.ingredients)] : []),
    ...(truth.instructions_list ? [wordF1(steps, truth.instructions_list.join(" "))] : []),
    ...(truth.total_time ? [Number(item?.totalTime === truth.total_time)] : []),
    ...(truth.image ? [Number(isSamePicture(item?.image, truth.image))] : []),
  ];
  return mean(scores);
};

const strip = (html: string): string =>
  html
    .replace(/<script\b[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, "")
    .replace(/\sitemprop\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, "");

const scoreRecipe = ({ html, url, truth }: EvalPage): Partial<Record<Figure, number>> => ({
  recipeF1: compareRecipe(extract(html, url, RECIPE)[0], truth),
  recipeStrippedF1: compareRecipe(extract(strip(html), url, RECIPE)[0], truth),
});

export const scorePage = (
  page: EvalPage,
  readability: ((html: string, url: string) => string) | null,
): PageScores => {
  const startedAt = performance.now();
  extract(page.html, page.url);
  const elapsedMs = performance.now() - startedAt;
  const isRecipe = page.kind === "recipe";
  return {
    page,
    figures: isRecipe ? scoreRecipe(page) : scoreArticle(page),
    readabilityF1:
      readability && page.truth.main_content
        ? wordF1(readability(page.html, page.url), page.truth.main_content)
        : null,
    elapsedMs,
  };
};
