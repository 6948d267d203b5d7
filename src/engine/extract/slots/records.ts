import type { AnyNode, Element } from "domhandler";
import type { Field } from "../../../contract/fields.ts";
import type { OutputSchema } from "../../../contract/outputSchema.ts";
import type { PageDocument } from "../page/document.ts";
import { readAttribute, readElement } from "../page/elements.ts";
import { resolveUrl } from "../values/coerce.ts";
import { compileSelector, createReader, type Misfit } from "./read.ts";

export interface RecordQuery {
  /** Elements that hold one record each; absent: the page is one record. */
  readonly selector?: string | undefined;
  readonly fields: readonly Field[];
  readonly schema: OutputSchema;
  readonly limit?: number | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface ExtractedRecords {
  readonly records: readonly Record<string, unknown>[];
  /** The element of each record, in the same order. */
  readonly elements: readonly AnyNode[];
  /** One sentence for each field that held values of another type. */
  readonly warnings: readonly string[];
}

const describeMisfits = (misfits: readonly Misfit[]): string[] => {
  const byField = Map.groupBy(misfits, ({ field }) => field);
  return [...byField.values()].map((group) => {
    const { field, type, sample } = group[0] as Misfit;
    const count = group.length === 1 ? "1 value does" : `${group.length} values do`;
    return `${field}: ${count} not fit the type ${type}, such as "${sample}"`;
  });
};

/** The elements that hold one record each. */
const findElements = ({ root }: PageDocument, { selector, limit }: RecordQuery): readonly AnyNode[] =>
  (selector === undefined ? [root] : compileSelector(selector)(root)).slice(0, limit);

/**
 * Takes the records out of a page, in the order of the page. Pure.
 *
 * @param elements the records, where they are known (default: found by the query)
 */
export const extractRecords = (
  page: PageDocument,
  query: RecordQuery,
  elements: readonly AnyNode[] = findElements(page, query),
): ExtractedRecords => {
  const misfits: Misfit[] = [];
  const { baseUrl, language } = page;
  const read = createReader(query.fields, query.schema, { baseUrl, language, now: query.now }, (misfit) =>
    misfits.push(misfit),
  );
  return { records: elements.map(read), elements, warnings: describeMisfits(misfits) };
};

/** Addresses of links within an element, in order; `attribute` is `href` by default. */
export const findLinks = (
  page: PageDocument,
  within: AnyNode,
  { selector, attribute }: { selector: string; attribute: string | null },
): string[] =>
  compileSelector(selector)(within)
    .map((element: Element) =>
      attribute === null ? readElement(element, "url") : readAttribute(element, attribute),
    )
    .map((link) => resolveUrl(link?.trim() ?? "", page.baseUrl))
    .filter((link) => link !== null);
