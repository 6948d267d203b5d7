export { type CoerceContext, resolveUrl } from "./coerce.ts";
export { type ExtractedData, extractData } from "./data/index.ts";
export { DocumentError, type PageDocument, parseDocument } from "./document.ts";
export { extractRecords, findLinks, summarisePage } from "./records.ts";
export { textOf } from "./text.ts";
