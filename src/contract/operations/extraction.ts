import * as z from "zod";
import { Extraction, ExtractionList, ExtractQuery, ExtractRequest } from "../extraction/extract.ts";
import { GeneratedFlow, GenerateRequest } from "../extraction/generate.ts";
import { MappedSite, MapRequest } from "../extraction/map.ts";
import { SearchRequest, SearchResults } from "../extraction/search.ts";
import { type Operation, READING_ERRORS } from "../operation.ts";

export const extract = {
  method: "POST",
  path: "/extract",
  tag: "Extraction",
  summary: "Extract data from a page, or from several",
  description:
    "Works without an AI model: reads structured data, repeated records, labels, tables and main content. " +
    "A page about one thing returns one item; a list returns one item per record. Fields that are not found are null. " +
    "Also reads JSON, feeds, XML, CSV and plain text. Pages loaded by scripts are opened in a browser. " +
    "If a model is configured, it is used for missing values, and only values that appear on the page are accepted.\n\n" +
    "With `urls`, reads up to 20 pages and returns one result per URL. A page that cannot be read has an `error`; the " +
    "other pages are not affected. Pages that take longer than the request's 25 seconds have the error `timeout`.",
  scope: "extract:write",
  query: ExtractQuery,
  body: ExtractRequest,
  success: {
    status: 200,
    description: "The page's data; with `urls`, one result per URL.",
    data: z.union([Extraction, ExtractionList]),
    orText: {
      type: "text/markdown; charset=utf-8",
      when: "With `format=markdown`: the page's main content below its title, URL, language and date.",
    },
  },
  errors: [...READING_ERRORS, "not-configured"],
  touches: { table: "update", uploads: "open", web: true, signs: true, model: true, calls: ["openPage"] },
  memoryMb: 2048,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const mapSite = {
  method: "POST",
  path: "/map",
  tag: "Extraction",
  summary: "List a site's URLs",
  description:
    "Reads the site's sitemaps (those in robots.txt, else `/sitemap.xml`; indexes and gzip files too) and " +
    "the page's links. If there is no sitemap, follows the links of the pages level by level. Returns URLs of the same registrable domain, without " +
    "fragments, tracking parameters and session ids, each once. What cannot be read within 22 seconds is " +
    "left out, and `truncated` is true.",
  scope: "extract:write",
  body: MapRequest,
  success: { status: 200, description: "The site's URLs.", data: MappedSite },
  errors: READING_ERRORS,
  touches: { table: "update", web: true, signs: true },
  memoryMb: 2048,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const searchWeb = {
  method: "POST",
  path: "/search",
  tag: "Extraction",
  summary: "Search the web, and read the pages that are found",
  description:
    "Asks the deployment's search engine, a SearXNG instance that its operator has configured; without one, it answers " +
    "`not-configured`. With `extract`, the page of each result is read as by POST /extract, at the pace of its site. A page that cannot " +
    "be read has an `error`; the other results are not affected. The whole request must finish within 25 seconds.",
  scope: "extract:write",
  body: SearchRequest,
  success: { status: 200, description: "The results.", data: SearchResults },
  errors: ["not-configured", "quota-exceeded", "unavailable", "timeout"],
  touches: { table: "update", search: true, web: true, signs: true, model: true, calls: ["openPage"] },
  memoryMb: 2048,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const generateFlow = {
  method: "POST",
  path: "/generate",
  tag: "Extraction",
  summary: "Generate a flow from a description or examples",
  description:
    "Fetches the page, finds what you describe and writes selectors, which are checked against the page. " +
    "Works without an AI " +
    "model; if one is configured, its proposal is checked the same way. The prompt can name fields, limits " +
    '("first 20", "top 5 pages"), a schedule ("every day at 6") and what to monitor ("when the price drops below 20"). ' +
    "With `examples`, records with values as shown on the page, it finds each value in a list, " +
    "all of whose records are then collected, or on the page itself. Missing or ambiguous values are listed " +
    "in `notes`, never guessed. " +
    "With `inspectionId`, it reads the page as POST /inspections found it, and takes `picks`, elements that " +
    "a person pointed at.",
  scope: "extract:write",
  body: GenerateRequest,
  success: { status: 200, description: "A flow definition, ready for POST /flows.", data: GeneratedFlow },
  errors: [...READING_ERRORS, "quota-exceeded", "model-failed", "not-configured", "unavailable", "not-found"],
  touches: { table: "update", objects: "read", web: true, signs: true, model: true, calls: ["openPage"] },
  memoryMb: 2048,
  timeoutSeconds: 28,
} as const satisfies Operation;

export const EXTRACTION_OPERATIONS = {
  extract,
  mapSite,
  searchWeb,
  generateFlow,
};
