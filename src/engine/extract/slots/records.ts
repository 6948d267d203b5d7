import type { AnyNode, Element } from "domhandler";
import type { Currencies } from "../../../contract/currencies.ts";
import type { Field } from "../../../contract/fields/fields.ts";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { counted } from "../../../contract/wording.ts";
import { contextOf } from "../page/context.ts";
import type { PageDocument } from "../page/document.ts";
import { readAttribute, readElement } from "../page/elements.ts";
import { resolveUrl } from "../values/coerce.ts";
import { isEmpty } from "../values/types.ts";
import { createCurrencyNotes } from "./currencies.ts";
import { withDays } from "./groupDay.ts";
import { createPatterns } from "./patterns.ts";
import { createReader, type Misfit } from "./read.ts";
import { compileSelector } from "./select.ts";

export interface RecordQuery {
  /** Matches the element of each record. If absent, the whole page is one record. */
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
  /** One sentence for each field with values that do not fit its type or with a stopped pattern. */
  readonly warnings: readonly string[];
  /** Fields whose pattern took too long on this page and was stopped, so values are missing. */
  readonly stopped: readonly string[];
  /** The currencies of the price fields, if the page shows them with the prices. */
  readonly currencies: Currencies;
}

const describeMisfits = (misfits: readonly Misfit[], stopped: readonly string[]): string[] => {
  const byField = Map.groupBy(misfits, ({ field }) => field);
  for (const field of stopped) byField.delete(field);
  return [...byField.values()].map((group) => {
    const { field, type, sample } = group[0] as Misfit;
    const count = counted(group.length, "value does", "values do");
    return `${field}: ${count} not fit the type ${type}, such as "${sample}"`;
  });
};

const describeStopped = (field: string): string =>
  `${field}: its pattern takes too long on this page and was stopped; nested repetitions such as (a+)+ do that`;

/** Header rows and separators match the selectors of rows, too. */
const describeEmpty = (
  records: readonly Record<string, unknown>[],
  selector: string | undefined,
): string[] => {
  const empty = records.filter((record) => Object.values(record).every(isEmpty)).length;
  if (selector === undefined || empty === 0) return [];
  const count = `${empty} of ${counted(records.length, "record")}`;
  return [`${count} matched by \`${selector}\` ${empty === 1 ? "has" : "have"} no value in any field`];
};

const findElements = ({ root }: PageDocument, { selector, limit }: RecordQuery): readonly AnyNode[] =>
  (selector === undefined ? [root] : compileSelector(selector)(root)).slice(0, limit);

/**
 * Extracts the records of a page, in page order. Pure.
 *
 * @param elements the record elements, if known (default: found by the query)
 */
export const extractRecords = (
  page: PageDocument,
  query: RecordQuery,
  elements: readonly AnyNode[] = findElements(page, query),
): ExtractedRecords => {
  const misfits: Misfit[] = [];
  const context = contextOf(page, query.now);
  const patterns = createPatterns();
  const { note, noted } = createCurrencyNotes(context);
  const report = (misfit: Misfit) => void misfits.push(misfit);
  const read = createReader(query.fields, query.schema, context, report, patterns, note);
  const own = patterns.readEach(elements, read);
  const records = query.selector === undefined ? own : withDays(own, elements, page, query);
  const stopped = patterns.stopped();
  const why = [...stopped.map(describeStopped), ...describeMisfits(misfits, stopped)];
  const warnings = [...why, ...(why.length > 0 ? [] : describeEmpty(records, query.selector))];
  return { records, elements, warnings, stopped, currencies: noted() };
};

/** Returns the URLs of links within an element, in order. If `attribute` is null, each link is read as a URL value. */
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
