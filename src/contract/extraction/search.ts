import * as z from "zod";
import { RobotsRule, Timestamp } from "../common.ts";
import { OutputSchema } from "../fields/outputSchema.ts";
import { FlowRender } from "../flows/rendering.ts";
import { PermissionPolicy, RECORD } from "../permissions.ts";
import { extractOutputs, SELECTS_OF_OUTPUTS } from "../steps/pageOutputs.ts";
import { Extraction, MAX_EXTRACT_URLS } from "./extract.ts";

export const MAX_SEARCH_RESULTS = 100;

export const SearchSource = z.enum(["web", "news", "images"]);
export type SearchSource = z.infer<typeof SearchSource>;

export const TimeRange = z.enum(["day", "week", "month", "year"]);
export type TimeRange = z.infer<typeof TimeRange>;

export const SearchText = z
  .string()
  .trim()
  .min(1)
  .max(500)
  // SearXNG answers such a query with a redirect to another search engine.
  .refine((text) => !/(?:^|\s)!!/.test(text), "must have no word that starts with `!!`")
  .describe("What to search for. Operators such as `site:example.org` depend on the engines that are asked.")
  .meta({ examples: ["ferry timetable Harzgerode"] });

export const SearchLanguage = z
  .string()
  .regex(/^(?:[a-z]{2,3}(?:-[A-Za-z]{2})?|auto)$/, "must be a language such as `de` or `de-AT`, or `auto`");

const SearchExtract = z
  .strictObject({
    instructions: z.string().max(2_000).optional().describe("What to collect, in plain words."),
    schema: OutputSchema.optional(),
    ...extractOutputs,
    robots: RobotsRule.default("obey"),
    permissions: PermissionPolicy.default(RECORD),
    render: FlowRender.default("auto"),
  })
  .refine(...SELECTS_OF_OUTPUTS);

export const SearchRequest = z
  .strictObject({
    query: SearchText,
    source: SearchSource.default("web"),
    limit: z.int().min(1).max(MAX_SEARCH_RESULTS).default(10).describe("Maximum number of results."),
    language: SearchLanguage.optional().describe(
      "The language of the results, such as `de` or `de-AT`; `auto`: that of the query. Default: the search engine's own.",
    ),
    timeRange: TimeRange.optional().describe(
      "Only results of the last day, week, month or year, from engines that can tell.",
    ),
    extract: SearchExtract.optional().describe(
      "Also reads the page of each result, with these options of `POST /extract`. " +
        '`{"outputs": ["markdown"]}` adds the main content as Markdown.',
    ),
  })
  .refine(({ extract, limit }) => extract === undefined || limit <= MAX_EXTRACT_URLS, {
    path: ["limit"],
    message: `must be at most ${MAX_EXTRACT_URLS} with \`extract\``,
  })
  .refine(({ extract, source }) => extract === undefined || source !== "images", {
    path: ["extract"],
    message: "pages are read of results of `web` and `news`",
  });
export type SearchRequest = z.infer<typeof SearchRequest>;

const SearchResult = z.object({
  position: z.int().min(1),
  url: z.string(),
  title: z.string(),
  description: z.string().describe("The part of the page that the search engine shows; may be empty."),
  publishedAt: Timestamp.optional().describe("When it was published, if the search engine says so."),
  imageUrl: z.string().optional().describe("Of an image, its file; of news, a picture."),
  imageWidth: z.int().optional(),
  imageHeight: z.int().optional(),
  engines: z.array(z.string()).describe("The search engines that found it."),
  extraction: Extraction.optional().describe("With `extract`: the page's data, as of `POST /extract`."),
  error: z
    .object({ code: z.string().describe("Error code, such as `target-failed`."), message: z.string() })
    .optional()
    .describe("With `extract`: why the page could not be read. The other results are not affected."),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.object({
  query: z.string(),
  searchedAt: Timestamp,
  resultCount: z.int(),
  results: z.array(SearchResult).describe("In the search engine's order, each URL once."),
  suggestions: z.array(z.string()).optional().describe("Other queries that the search engine suggests."),
  cost: z
    .number()
    .min(0)
    .describe("US dollars, counted in the account's `usage`; each `modelCost` comes on top."),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "Engines that did not answer, and results that were left out. Absent if there is nothing to report.",
    ),
});
export type SearchResults = z.infer<typeof SearchResults>;
