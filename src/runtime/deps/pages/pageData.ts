/** Reads a page's data as a request asks for it: like its examples, or by schema and instructions. */
import type { DataQuery, PageData } from "../../../domain/extract/pages.ts";
import { isEmpty, type PageDocument, tellJoined } from "../../../engine/extract/extract.ts";
import { readLikeExamples } from "../../../engine/generate/index.ts";
import { readTogether } from "../../../engine/siblings/index.ts";

type Results = PageData["results"];
export type Data = Pick<PageData, "results" | "warnings" | "other">;

/** Whether every item has every requested field. */
export const isComplete = (results: Results, { schema = {} }: DataQuery): boolean => {
  const names = Object.keys(schema);
  return (
    names.length > 0 &&
    results.length > 0 &&
    results.every(({ item }) => names.every((name) => !isEmpty(item[name])))
  );
};

/** Further pages of the template, to compare with. */
type Others = readonly { readonly url: string; readonly document: PageDocument }[];

/** Where the page does not have what `records` asks for. */
const UNMET: Readonly<Record<string, string>> = {
  "all detail": "The page has no list of records. It was read as one item.",
  "one list": "The data is nothing but a list. All of its records are returned.",
};

/** The data of a page, in the light of further pages of its template if there are any. */
export const readData = (document: PageDocument, query: DataQuery, others: Others): Data => {
  const { examples, instructions, now } = query;
  if (examples) return readLikeExamples(document.baseUrl, document, examples, instructions, now, others);
  const documents = others.map((other) => other.document);
  const { kind, results, other } = readTogether(document, documents, { ...query, withOther: true });
  const unmet = results.length > 0 ? UNMET[`${query.records} ${kind}`] : undefined;
  const warnings = [unmet, tellJoined(results)].filter((warning) => warning != null);
  return { results, ...(other && { other }), warnings };
};
