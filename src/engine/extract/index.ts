/**
 * Extraction as a library: a page as text in, records with what they rest on out. No network, no storage, no
 * clock. `parseDocument` reads a page; `extractData` finds what it holds; `extractRecords` takes what selectors name.
 */
export { type Field, FieldError, parseField } from "../../contract/fields.ts";
export type { OutputSchema, OutputType, ValueType } from "../../contract/outputSchema.ts";
export { type CoerceContext, resolveUrl } from "./coerce.ts";
export type { FactSource } from "./data/facts.ts";
export type { DataQuery, ExtractedData } from "./data/index.ts";
export type { MatchedItem, Provenance } from "./data/match.ts";
export { DocumentError, type PageDocument, parseDocument } from "./document.ts";
export { extractData } from "./extractData.ts";
export { detectFormat, type Format } from "./formats/format.ts";
export { type ExtractedRecords, extractRecords, findLinks, type RecordQuery } from "./records.ts";
export { textOf } from "./text.ts";
