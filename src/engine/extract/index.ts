export { resolveUrl } from "./coerce.ts";
export { DocumentError, type PageDocument, parseDocument } from "./document.ts";
export { extractRecords, findLinks, summarisePage } from "./records.ts";
