/**
 * Requests as clients of Firecrawl send them, in its versions 1 and 2. Fields that are not listed are accepted: clients add their
 * own, such as `origin`. What they ask for is decided in `src/domain/firecrawl`.
 */
import * as z from "zod";
import { HttpUrl } from "../common.ts";
import { MAX_SEARCH_RESULTS, SearchText } from "../extraction/search.ts";
import { PermissionPolicy } from "../permissions.ts";
import { Selector } from "../steps/stepParts.ts";
import { Steps } from "../steps/steps.ts";
import { SearchDomain } from "./domains.ts";

export const FirecrawlVersion = z.enum(["v1", "v2"]);
export type FirecrawlVersion = z.infer<typeof FirecrawlVersion>;

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

export const FirecrawlFormat = z.union([
  z.string().max(50),
  z.looseObject({
    type: z.string().max(50),
    prompt: text(10_000),
    schema: JsonSchema,
    fullPage: flag(),
    selectors: list(z.looseObject({ selector: Selector, attribute: z.string().min(1).max(100) }), 50),
  }),
]);
export type FirecrawlFormat = z.infer<typeof FirecrawlFormat>;

/** A host with a dot, as people write addresses: `shop.example/books`. */
const WITHOUT_SCHEME = /^(?:[\w-]+\.)+[\w-]+(?=[:/?#]|$)/;

/** An address without its scheme is one of https. */
export const withScheme = (address: string): string =>
  WITHOUT_SCHEME.test(address) ? `https://${address}` : address;

const PageUrl = z
  .preprocess((given) => (typeof given === "string" ? withScheme(given.trim()) : given), HttpUrl)
  .describe("Without a scheme, it is `https`.");

const ExtractOptions = z
  .looseObject({ prompt: text(10_000), schema: JsonSchema, systemPrompt: text(10_000) })
  .nullish();

const FirecrawlAction = z.looseObject({
  type: z.string().max(50),
  selector: text(500),
  milliseconds: count(60_000),
  text: text(10_000),
  key: text(40),
  direction: text(10),
  fullPage: flag(),
});
/** The actions of a request as steps, with faults named as the caller wrote them. */
export const FirecrawlSteps = z.object({ actions: Steps });
export type FirecrawlAction = z.infer<typeof FirecrawlAction>;

const scrapeOptions = {
  formats: list(FirecrawlFormat, 20).describe("Default: `markdown`."),
  includeTags: list(Selector, 50),
  excludeTags: list(Selector, 50),
  onlyMainContent: flag(),
  waitFor: count(60_000).describe("Milliseconds to wait before the page is read. Opens it in a browser."),
  timeout: z.int().min(1).max(MAX_TIMEOUT_MS).nullish().describe("Milliseconds."),
  actions: list(FirecrawlAction, MAX_ACTIONS),
  headers: z.record(z.string().max(200), z.string().max(4_000)).nullish(),
  mobile: flag(),
  permissions: PermissionPolicy.nullish(),
  jsonOptions: ExtractOptions.describe("Version 1: what the format `json` collects."),
  extract: ExtractOptions.describe("Version 1: what the format `extract` collects."),
};

export const FirecrawlScrapeOptions = z.looseObject(scrapeOptions);
export type FirecrawlScrapeOptions = z.infer<typeof FirecrawlScrapeOptions>;

export const FirecrawlScrape = z.looseObject({ url: PageUrl, ...scrapeOptions });
export type FirecrawlScrape = z.infer<typeof FirecrawlScrape>;

/** The events of a job that a webhook can get. */
export const FIRECRAWL_EVENTS = ["started", "page", "completed", "failed"] as const;

const MAX_WEBHOOK_HEADERS = 20;
const MAX_METADATA_CHARS = 5_000;

const FirecrawlWebhook = z.looseObject({
  url: HttpUrl,
  events: list(z.string().max(50), 20).describe("`started`, `page`, `completed`, `failed`. Default: all."),
  headers: z
    .record(
      z.string().max(100),
      z
        .string()
        .max(2_000)
        .regex(/^[\x20-\x7e]*$/, "must be visible ASCII characters"),
    )
    .refine((headers) => Object.keys(headers).length <= MAX_WEBHOOK_HEADERS, {
      message: `must be at most ${MAX_WEBHOOK_HEADERS} headers`,
    })
    .nullish()
    .describe("Sent with every event, and stored encrypted."),
  metadata: z
    .record(z.string().max(200), z.unknown())
    .refine((metadata) => JSON.stringify(metadata).length <= MAX_METADATA_CHARS, {
      message: `must have at most ${MAX_METADATA_CHARS} characters as JSON`,
    })
    .nullish()
    .describe("Part of every event."),
  secret: z
    .string()
    .min(16)
    .max(256)
    .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters without spaces")
    .nullish()
    .describe(
      "Signs every event. Without it, one is generated and returned as `webhookSecret`, which is shown only once.",
    ),
});
export type FirecrawlWebhook = z.infer<typeof FirecrawlWebhook>;

const webhook = z
  .union([HttpUrl, FirecrawlWebhook])
  .nullish()
  .describe("Where the events of the job are sent: a URL, or an object.");

export const FirecrawlCrawl = z.looseObject({
  url: PageUrl,
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
  scrapeOptions: FirecrawlScrapeOptions.nullish(),
  webhook,
});
export type FirecrawlCrawl = z.infer<typeof FirecrawlCrawl>;

export const FirecrawlBatch = z.looseObject({
  urls: z.array(z.string().max(4_096)).min(1).max(10_000),
  ignoreInvalidURLs: flag(),
  maxConcurrency: z.int().min(1).max(1_000).nullish(),
  webhook,
  ...scrapeOptions,
});
export type FirecrawlBatch = z.infer<typeof FirecrawlBatch>;

export const FirecrawlMap = z.looseObject({
  url: PageUrl,
  search: text(200),
  sitemap: z.enum(["skip", "include", "only"]).nullish(),
  sitemapOnly: flag().describe("Version 1."),
  ignoreSitemap: flag().describe("Version 1."),
  includeSubdomains: flag(),
  ignoreQueryParameters: flag(),
  limit: z.int().min(1).max(10_000_000).nullish(),
});
export type FirecrawlMap = z.infer<typeof FirecrawlMap>;

/** Sources and categories are named by text, or by objects with a `type`. */
const names = () => list(z.union([z.string().max(50), z.looseObject({ type: z.string().max(50) })]), 10);
const domains = () => list(SearchDomain, 50);

export const FirecrawlSearch = z.looseObject({
  query: SearchText,
  limit: z.int().min(1).max(MAX_SEARCH_RESULTS).nullish().describe("Default: 10; 5 in version 1."),
  sources: names().describe("`web` (default), `news`, `images`."),
  categories: names().describe("`github`, `pdf`, `research`."),
  includeDomains: domains(),
  excludeDomains: domains(),
  tbs: text(100).describe(
    "`qdr:d`, `qdr:w`, `qdr:m` or `qdr:y`: results of the last day, week, month or year.",
  ),
  lang: text(10).describe("Version 1."),
  country: text(10),
  timeout: z.int().min(1).max(MAX_TIMEOUT_MS).nullish().describe("Milliseconds."),
  scrapeOptions: FirecrawlScrapeOptions.nullish().describe(
    "With `formats`: also reads the pages of the results.",
  ),
});
export type FirecrawlSearch = z.infer<typeof FirecrawlSearch>;

export const FirecrawlExtract = z.looseObject({
  urls: z.array(z.string().max(4_096)).min(1).max(100),
  prompt: text(10_000),
  schema: JsonSchema,
  systemPrompt: text(10_000),
  ignoreInvalidURLs: flag(),
  showSources: flag(),
  scrapeOptions: FirecrawlScrapeOptions.nullish(),
});
export type FirecrawlExtract = z.infer<typeof FirecrawlExtract>;

export const VersionParams = z.strictObject({ version: FirecrawlVersion });
export const JobParams = z.strictObject({ version: FirecrawlVersion, id: z.string().min(1).max(128) });
export const FeatureParams = z.strictObject({
  version: FirecrawlVersion,
  feature: z.string().min(1).max(100),
});
export const ReportParams = z.strictObject({ version: FirecrawlVersion, report: z.string().min(1).max(100) });
export const JobQuery = z.looseObject({ skip: z.string().max(100).optional() });
