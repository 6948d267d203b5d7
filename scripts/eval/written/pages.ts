/** Scores what is read from pages that were written for this by somebody who did not know the engine. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputSchema } from "../../../src/contract/fields/outputSchema.ts";
import { extractData, parseDocument } from "../../../src/engine/extract/extract.ts";
import { NOW } from "../sets.ts";
import { type Half, halfOf } from "./halves.ts";

export type Item = Readonly<Record<string, unknown>>;
export interface WrittenPage {
  readonly id: string;
  readonly url: string;
  readonly style: string;
  readonly kind: "list" | "one";
  readonly schema: Readonly<Record<string, string>>;
  readonly truth: readonly Item[];
  readonly html: string;
}

const readFolder = (folder: string): WrittenPage[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => {
      const path = join(import.meta.dirname, folder, file);
      const html = readFileSync(path.replace(/json$/, "html"), "utf8");
      return { id: file.slice(0, -".json".length), ...JSON.parse(readFileSync(path, "utf8")), html };
    });

const loadPages = (half: Half): WrittenPage[] =>
  readFolder("pages").filter(({ id }) => halfOf(Number(id)) === half);

/** Pages to learn from: the seen half, and pages that are never scored. */
export const loadLessons = (): WrittenPage[] => [...loadPages("seen"), ...readFolder("lessons")];

export const plain = (value: unknown): string | null => {
  if (value === null || value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain).join("|");
  const text = String(value).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").replace(/[’`]/g, "'");
  return text.replace(/[\s.,;:!?]+$/, "").trim();
};

const MINUTES = "2024-03-02T16:15".length;
const DAY = "2024-03-02".length;
const comparable = (value: unknown, type: string): string | null =>
  plain(type === "url" ? (URL.parse(String(value))?.href ?? value) : value);
/** Dates are compared by the minute if both have a time of day; a site's address may end with a slash. */
export const isSame = (found: unknown, wanted: unknown, type: string): boolean => {
  const [one, other] = [comparable(found, type), comparable(wanted, type)];
  if (one === null || other === null || type !== "date") return one === other;
  const length = Math.min(one.length, other.length) <= DAY ? DAY : MINUTES;
  return one.slice(0, length) === other.slice(0, length);
};

/** The found item of each true record: by its place if their numbers agree, else the one that has most of it. */
export const align = (page: WrittenPage, items: readonly Item[]): readonly Item[] => {
  if (items.length === page.truth.length) return items;
  const left = new Set(items);
  return page.truth.map((record) => {
    const rated = [...left].map((item) => ({
      item,
      share: Object.entries(page.schema).filter(
        ([name, type]) => plain(record[name]) !== null && isSame(item[name], record[name], type),
      ).length,
    }));
    const [best] = rated.sort((one, other) => other.share - one.share);
    if (!best || best.share === 0) return {};
    left.delete(best.item);
    return best.item;
  });
};

interface Read {
  readonly page: WrittenPage;
  readonly isKind: boolean;
  readonly isCount: boolean;
  /** Names of fields that are wrong or missing, once for each record. */
  readonly lost: readonly string[];
  /** How many of these have another value. */
  readonly wrong: number;
  readonly values: number;
}

/** The schema that the writer meant. */
export const schemaOf = ({ schema }: WrittenPage): OutputSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([name, type]) => [name, type === "array" ? "string[]" : type]),
  ) as OutputSchema;

const readPage = (page: WrittenPage): Read => {
  const schema = schemaOf(page);
  const { kind, results } = extractData(parseDocument(page.html, { url: page.url }), { schema, now: NOW });
  const items = results.map(({ item }) => item);
  const found = align(page, items);
  const missed = page.truth.flatMap((record, at) =>
    Object.entries(page.schema)
      .filter(([name, type]) => !isSame(found[at]?.[name], record[name], type))
      .map(([name]) => ({ name, isWrong: plain(found[at]?.[name]) !== null })),
  );
  return {
    page,
    isKind: page.kind === "list" ? kind === "list" || page.truth.length === 1 : items.length === 1,
    isCount: items.length === page.truth.length,
    lost: missed.map(({ name }) => name),
    wrong: missed.filter(({ isWrong }) => isWrong).length,
    values: page.truth.length * Object.keys(page.schema).length,
  };
};

/** Shares of pages and of values that are right. */
export interface PageScores {
  readonly pages: number;
  readonly kind: number;
  readonly count: number;
  readonly values: number;
  /** Share of the values that are neither right nor null. */
  readonly wrong: number;
}

/** @param isLoud whether to print what is lost, page by page */
export const scorePages = (half: Half, isLoud: boolean): Record<"lists" | "singles", PageScores> => {
  const all = loadPages(half).map(readPage);
  if (isLoud)
    for (const { page, lost, values } of all)
      console.log(
        `${page.id} ${page.style}: ${values - lost.length} of ${values}, not ${[...new Set(lost)]}`,
      );
  const score = (read: readonly Read[]): PageScores => {
    const shareOf = (ok: (each: Read) => boolean): number => read.filter(ok).length / read.length;
    const values = read.reduce((sum, each) => sum + each.values, 0);
    const lost = read.reduce((sum, each) => sum + each.lost.length, 0);
    return {
      pages: read.length,
      kind: shareOf(({ isKind }) => isKind),
      count: shareOf(({ isCount }) => isCount),
      values: (values - lost) / values,
      wrong: read.reduce((sum, each) => sum + each.wrong, 0) / values,
    };
  };
  return {
    lists: score(all.filter(({ page }) => page.kind === "list")),
    singles: score(all.filter(({ page }) => page.kind === "one")),
  };
};
