/** Articles of a list that stand apart from it: the newest post above the others. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import type { MainContent } from "../content/content.ts";
import { textOf } from "../page/text.ts";
import { isWithin, outward } from "../page/tree.ts";
import { signatureOf } from "./markers.ts";
import { coveredBy } from "./regions.ts";

const isArticle = ({ name }: Element): boolean => name === "article";

/** The article that a record is, or that has all of the record's text; null if there is none. */
const articleOf = (record: Element): Element | null => {
  if (isArticle(record)) return record;
  const [only, ...others] = findAll(isArticle, record.children);
  const isWhole = only && others.length === 0 && textOf(only).trim() === textOf(record).trim();
  return isWhole ? only : null;
};

/** Class names of the parts of an article, as templates write them. */
const partsOf = (article: Element): ReadonlySet<string> =>
  new Set(
    findAll(isTag, article.children)
      .map(signatureOf)
      .filter((name) => !name.endsWith(".")),
  );

const MIN_PARTS = 3;
/** Of 707 real pages, two have an article that shares at least this much; all that it adds are records of their lists. */
const SHARED = 0.5;
/** Whether two articles were written by one template: most of their named parts are the same. */
const areOfTemplate = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean => {
  const shared = [...one].filter((name) => other.has(name)).length;
  return shared >= MIN_PARTS && shared >= Math.max(one.size, other.size) * SHARED;
};

/** More of them are a list of their own. */
const MAX_LONE = 2;

export interface WithLone {
  /** The article of each record. */
  readonly articles: readonly Element[];
  /** Articles outside the records. */
  readonly lone: readonly Element[];
}

/** The articles of a list's records, and those of the same template elsewhere on the page; null if there are none. */
export const findLoneArticles = ({ top }: MainContent, records: readonly Element[]): WithLone | null => {
  const [first] = records;
  const model = first && articleOf(first);
  if (!top || !model) return null;
  const covered = coveredBy(records);
  const around = new Set<AnyNode>(records.flatMap((record) => outward(record)));
  const parts = partsOf(model);
  const lone = findAll(isArticle, top.children).filter(
    (article) =>
      !isWithin(article, covered) && !around.has(article) && areOfTemplate(parts, partsOf(article)),
  );
  if (lone.length === 0 || lone.length > MAX_LONE) return null;
  const articles = records.map(articleOf).filter((article) => article !== null);
  return articles.length === records.length ? { articles, lone } : null;
};
