/**
 * Requests as clients of Firecrawl send them, in its versions 1 and 2. Fields that are not listed are accepted: clients add their
 * own, such as `origin`. What they ask for is decided in `src/domain/firecrawl`.
 */
import * as z from "zod";
import { HttpUrl } from "../common.ts";
import { Selector } from "../stepParts.ts";
import { Steps } from "../steps.ts";

export const DoorVersion = z.enum(["v1", "v2"]);
export type DoorVersion = z.infer<typeof DoorVersion>;

/** More than any page needs, and less than a flow's 50 steps. */
const MAX_ACTIONS = 40;
const MAX_PATTERNS = 50;
const MAX_SITE_PAGES = 1_000_000;
const MAX_TIMEOUT_MS = 3_600_000;

const flag = () => z.boolean().nullish();
const text = (max: number) => z.string().max(max).nullish();
const count = (max: number) => z.int().min(0).max(max).nullish();
const list = <T extends z.ZodType>(of: T, max: number) => z.array(of).max(max).nullish();
const JsonSchema = z.record(z.string(), z.unknown()).nullish();

export const DoorFormat = z.union([
  z.string().max(50),
  z.looseObject({
    type: z.string().max(50),
    prompt: text(10_000),
    schema: JsonSchema,
    fullPage: flag(),
    selectors: list(z.looseObject({ selector: Selector, attribute: z.string().min(1).max(100) }), 50),
  }),
]);
export type DoorFormat = z.infer<typeof DoorFormat>;

const ExtractOptions = z
  .looseObject({ prompt: text(10_000), schema: JsonSchema, systemPrompt: text(10_000) })
  .nullish();

const DoorAction = z.looseObject({
  type: z.string().max(50),
  selector: text(500),
  milliseconds: count(60_000),
  text: text(10_000),
  key: text(40),
  direction: text(10),
  fullPage: flag(),
});
/** The actions of a request as steps, with faults named as the caller wrote them. */
export const DoorSteps = z.object({ actions: Steps });
export type DoorAction = z.infer<typeof DoorAction>;

const scrapeOptions = {
  formats: list(DoorFormat, 20).describe("Default: `markdown`."),
  includeTags: list(Selector, 50),
  excludeTags: list(Selector, 50),
  onlyMainContent: flag(),
  waitFor: count(60_000).describe("Milliseconds to wait before the page is read. Opens it in a browser."),
  timeout: z.int().min(1).max(MAX_TIMEOUT_MS).nullish().describe("Milliseconds."),
  actions: list(DoorAction, MAX_ACTIONS),
  headers: z.record(z.string().max(200), z.string().max(4_000)).nullish(),
  mobile: flag(),
  jsonOptions: ExtractOptions.describe("Version 1: what the format `json` collects."),
  extract: ExtractOptions.describe("Version 1: what the format `extract` collects."),
};

export const DoorScrapeOptions = z.looseObject(scrapeOptions);
export type DoorScrapeOptions = z.infer<typeof DoorScrapeOptions>;

export const DoorScrape = z.looseObject({ url: HttpUrl, ...scrapeOptions });
export type DoorScrape = z.infer<typeof DoorScrape>;

export const DoorCrawl = z.looseObject({
  url: HttpUrl,
  prompt: text(10_000),
  includePaths: list(z.string().min(1).max(490), MAX_PATTERNS).describe("Regular expressions for the path."),
  excludePaths: list(z.string().min(1).max(490), MAX_PATTERNS),
  maxDiscoveryDepth: count(1_000),
  maxDepth: count(1_000).describe("Version 1."),
  sitemap: z.enum(["skip", "include", "only"]).nullish(),
  ignoreSitemap: flag().describe("Version 1."),
  ignoreQueryParameters: flag(),
  limit: z.int().min(1).max(MAX_SITE_PAGES).nullish(),
  crawlEntireDomain: flag(),
  allowBackwardLinks: flag().describe("Version 1."),
  allowExternalLinks: flag(),
  allowSubdomains: flag(),
  delay: z.number().min(0).max(60).nullish().describe("Seconds."),
  maxConcurrency: z.int().min(1).max(1_000).nullish(),
  regexOnFullURL: flag(),
  scrapeOptions: DoorScrapeOptions.nullish(),
});
export type DoorCrawl = z.infer<typeof DoorCrawl>;

export const DoorBatch = z.looseObject({
  urls: z.array(z.string().max(4_096)).min(1).max(10_000),
  ignoreInvalidURLs: flag(),
  maxConcurrency: z.int().min(1).max(1_000).nullish(),
  ...scrapeOptions,
});
export type DoorBatch = z.infer<typeof DoorBatch>;

export const DoorMap = z.looseObject({
  url: HttpUrl,
  search: text(200),
  sitemap: z.enum(["skip", "include", "only"]).nullish(),
  sitemapOnly: flag().describe("Version 1."),
  ignoreSitemap: flag().describe("Version 1."),
  includeSubdomains: flag(),
  ignoreQueryParameters: flag(),
  limit: z.int().min(1).max(100_000).nullish(),
});
export type DoorMap = z.infer<typeof DoorMap>;

export const DoorExtract = z.looseObject({
  urls: z.array(z.string().max(4_096)).min(1).max(100),
  prompt: text(10_000),
  schema: JsonSchema,
  systemPrompt: text(10_000),
  ignoreInvalidURLs: flag(),
  showSources: flag(),
  scrapeOptions: DoorScrapeOptions.nullish(),
});
export type DoorExtract = z.infer<typeof DoorExtract>;

export const VersionParams = z.strictObject({ version: DoorVersion });
export const JobParams = z.strictObject({ version: DoorVersion, id: z.string().min(1).max(128) });
export const FeatureParams = z.strictObject({ version: DoorVersion, feature: z.string().min(1).max(100) });
export const ReportParams = z.strictObject({ version: DoorVersion, report: z.string().min(1).max(100) });
export const JobQuery = z.looseObject({ skip: z.string().max(100).optional() });
