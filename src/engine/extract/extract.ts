/**
 * Extraction as a library: takes the text of a page, returns records with their provenance. No network, no
 * storage, no clock. `parseDocument` parses a page, `extractData` finds its data, and `extractRecords` reads
 * what selectors match.
 */
import { type Currencies, currenciesOf } from "../../contract/currencies.ts";
import { type Field, isBare } from "../../contract/fields/fields.ts";
import type { DescribedSchema, OutputSchema } from "../../contract/fields/outputSchema.ts";
import type { PageDocument } from "./page/document.ts";
import { extractPlain } from "./scorer/fromData.ts";
import {
  type DataQuery,
  type ExtractedData,
  extractData as extractMarkup,
  findKind as findMarkupKind,
} from "./scorer/fromPage.ts";
import { readAsked } from "./scorer/otherNames.ts";
import type { ExtractedRecords, RecordQuery } from "./slots/records.ts";
import { findPageCurrency } from "./sources/markup/meta.ts";

export { type Field, FieldError, parseField } from "../../contract/fields/fields.ts";
export type {
  DescribedSchema,
  DescribedType,
  OutputSchema,
  OutputType,
  ValueType,
} from "../../contract/fields/outputSchema.ts";
export { contextOf } from "./page/context.ts";
export { withDataElements } from "./page/dataElements.ts";
export { type PageDocument, parseDocument } from "./page/document.ts";
export { DocumentError, SelectorLimitError } from "./page/documentError.ts";
export { detectFormat, type Format } from "./page/formats/format.ts";
export { shortText } from "./page/shortText.ts";
export { textOf } from "./page/text.ts";
export { READ_LIMIT_MS, TimeLimitError, withTimeLimit } from "./page/timeLimit.ts";
export { holds, outward } from "./page/tree.ts";
export { extractMarkdown, type PageMarkdown } from "./scorer/asMarkdown.ts";
export { findTitle } from "./scorer/claims/titles.ts";
export { tellJoined } from "./scorer/events/eventList.ts";
export type { DataQuery, ExtractedData } from "./scorer/fromPage.ts";
export type { MatchedItem, Provenance, Reading } from "./scorer/match.ts";
export { PAGE_NUMBER_PATH } from "./scorer/pageNumber.ts";
export { isHidden } from "./scorer/products/aside.ts";
export { type ExtractedRecords, extractRecords, findLinks, type RecordQuery } from "./slots/records.ts";
export { compileSelector } from "./slots/select.ts";
export { readWholePage, type WholePage } from "./slots/wholePage.ts";
export type { FactSource } from "./sources/facts.ts";
export { findPageCurrency } from "./sources/markup/meta.ts";
export { type CoerceContext, resolveUrl } from "./values/coerce.ts";
export { isEmpty, nestedField } from "./values/types.ts";

/**
 * Extracts structured data from a parsed page, with no model, no network and no clock.
 *
 * A page about one item gives one result, a list gives one per record. HTML is read from these sources, most
 * trusted first: JSON-LD, microdata, RDFa · the page's head and main content · tables, labels and lists ·
 * embedded state · element names. JSON, feeds, other XML and tables are read directly as data. Each field takes
 * the most certain value that matches its name and type. If no value is certain enough, the field is null (`[]`
 * for a list). What may be a field by its place in a list alone is given with a `doubt` and a confidence of at most .5.
 *
 * ```ts
 * const page = parseDocument(html, { url });
 * const { kind, results } = extractData(page, { schema: { title: "string", price: "price" }, now: Date.now() });
 * results[0]?.item;       // { title: "Kettle", price: 24.5 }
 * results[0]?.provenance; // { title: { source: "content", confidence: 0.99, path: "h1" }, … }
 * ```
 *
 * Without a schema, the kind of page decides the fields: an article, a product, a recipe, a list. `content` and
 * `markdown` are its main content, without navigation, ads and the like. Records of JSON and tables are then
 * returned unchanged. Records of documents with pages have the number of theirs as `page`.
 *
 * @param page as returned by `parseDocument`; it is not modified
 * @returns no results if nothing was found on the page
 */
export const extractData = (page: PageDocument, query: DataQuery): ExtractedData => {
  // JSON-LD defines its own names. JSON is read without them only if JSON-LD yields no results.
  const isLinked = page.format === "json" && page.root.children.length > 0;
  const { schema = {}, instructions = "" } = query;
  const asked = { ...query, ...readAsked(schema, instructions) };
  const linked = isLinked ? extractMarkup(page, asked) : null;
  if (linked && linked.results.length > 0) return linked;
  return extractPlain(page, asked) ?? extractMarkup(page, asked);
};

/** Whether a page is one item or a list, if nobody asks for anything: the `kind` of {@link extractData}, in less time. */
export const findKind = (page: PageDocument, now: number): ExtractedData["kind"] =>
  page.format === "html" ? findMarkupKind(page, now) : extractData(page, { now }).kind;

/** Types of the fields that are given by name only, without a selector or transforms. */
export const bareSchema = (fields: readonly Field[], schema: DescribedSchema): DescribedSchema =>
  Object.fromEntries(
    fields
      .filter(isBare)
      .map(({ name, list }) => [
        name,
        (Object.hasOwn(schema, name) ? schema[name] : undefined) ?? (list ? "string[]" : "string"),
      ]),
  );

/**
 * Completes the record of a page: fields given by name only are found by their meaning, first in structured
 * markup, then in content and labels. Matches by element name are left to the name reader.
 *
 * @param found what `extractRecords` returned for the page without a record selector
 */
export const withMeaning = <Found extends Pick<ExtractedRecords, "records" | "currencies">>(
  found: Found,
  page: PageDocument,
  { fields, schema, now }: Pick<RecordQuery, "fields" | "now"> & { readonly schema: DescribedSchema },
): Found => {
  const wanted = bareSchema(fields, schema);
  if (Object.keys(wanted).length === 0) return found;
  const [result] = extractData(page, { schema: wanted, records: "one", now }).results;
  if (!result) return found;
  const sure = <Value>(values: Readonly<Record<string, Value>>): [string, Value][] =>
    Object.entries(values).filter(([name]) => (result.provenance[name]?.source ?? "name") !== "name");
  const meant = Object.fromEntries(sure(result.item));
  return {
    ...found,
    records: found.records.map((record) => ({ ...record, ...meant })),
    currencies: { ...found.currencies, ...Object.fromEntries(sure(currenciesOf(result.provenance))) },
  };
};

/** Currencies of the extracted prices. A price without its own gets the page's currency, if the page names one. */
export const pricesIn = (
  {
    records,
    currencies = {},
  }: Partial<Pick<ExtractedRecords, "currencies">> & Pick<ExtractedRecords, "records">,
  page: PageDocument,
  schema: OutputSchema,
): Currencies => {
  const isFilled = (name: string) => records.some((record) => typeof record[name] === "number");
  const prices = Object.keys(schema).filter((name) => schema[name] === "price" && isFilled(name));
  const unsaid = prices.filter((name) => !Object.hasOwn(currencies, name));
  const ofPage = unsaid.length > 0 ? findPageCurrency(page) : null;
  return {
    ...currencies,
    ...Object.fromEntries(ofPage === null ? [] : unsaid.map((name) => [name, ofPage])),
  };
};
