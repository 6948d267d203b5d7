/** Answers as clients of Firecrawl read them. */
import * as z from "zod";

const success = z.boolean();
const warning = z
  .string()
  .optional()
  .describe("Options that were ignored, limits that applied, and doubts about the data.");

export const FirecrawlDocument = z
  .looseObject({
    markdown: z.string().optional(),
    html: z.string().optional(),
    rawHtml: z.string().optional(),
    links: z.array(z.string()).optional(),
    images: z.array(z.string()).optional(),
    screenshot: z.string().optional().describe("A link that needs no key. Expires after 24 hours."),
    json: z.unknown().optional(),
    metadata: z.looseObject({ sourceURL: z.string(), url: z.string(), statusCode: z.int() }),
    warning,
  })
  .describe("A page. It has the fields that `formats` names.");
export type FirecrawlDocument = z.infer<typeof FirecrawlDocument>;

export const FirecrawlScraped = z.object({ success, data: FirecrawlDocument });
export type FirecrawlScraped = z.infer<typeof FirecrawlScraped>;

export const FirecrawlStarted = z.looseObject({
  success,
  id: z.string(),
  url: z.string().describe("Where its status is."),
  invalidURLs: z.array(z.string()).optional(),
  webhookSecret: z
    .string()
    .optional()
    .describe("The generated secret that signs the events of `webhook`. It is shown only once."),
  warning,
});
export type FirecrawlStarted = z.infer<typeof FirecrawlStarted>;

export const FirecrawlJob = z.looseObject({
  success,
  status: z.enum(["scraping", "completed", "failed", "cancelled"]),
  total: z.int(),
  completed: z.int(),
  creditsUsed: z.int().describe("Pages opened."),
  expiresAt: z.string(),
  next: z.string().optional().describe("Absolute URL of the next documents, if there are more."),
  data: z.array(FirecrawlDocument),
  error: z.string().optional(),
  warning,
});
export type FirecrawlJob = z.infer<typeof FirecrawlJob>;

const ActiveCrawls = z.looseObject({
  success,
  crawls: z.array(z.looseObject({ id: z.string(), teamId: z.string(), url: z.string() })),
});
export type ActiveCrawls = z.infer<typeof ActiveCrawls>;
export const FirecrawlJobOrActive = z.union([FirecrawlJob, ActiveCrawls]);

export const FirecrawlCancelled = z.object({ success, status: z.literal("cancelled") });
export type FirecrawlCancelled = z.infer<typeof FirecrawlCancelled>;

export const FirecrawlErrors = z.object({
  errors: z.array(
    z.object({ id: z.string(), timestamp: z.string(), url: z.string(), code: z.string(), error: z.string() }),
  ),
  robotsBlocked: z.array(z.string()),
});
export type FirecrawlErrors = z.infer<typeof FirecrawlErrors>;

export const FirecrawlMapped = z.object({
  success,
  links: z.array(z.union([z.string(), z.object({ url: z.string() })])).describe("URLs alone in version 1."),
  warning,
});
export type FirecrawlMapped = z.infer<typeof FirecrawlMapped>;

const FirecrawlFound = z
  .looseObject({ url: z.string(), title: z.string() })
  .describe("A result, with the fields of its page if `scrapeOptions` asks for them.");
export type FirecrawlFound = z.infer<typeof FirecrawlFound>;

export const FirecrawlSearched = z.looseObject({
  success,
  data: z
    .union([
      z.object({
        web: z.array(FirecrawlFound).optional(),
        news: z.array(FirecrawlFound).optional(),
        images: z.array(FirecrawlFound).optional(),
      }),
      z.array(FirecrawlFound),
    ])
    .describe("By source; in version 1, a list."),
  creditsUsed: z.int().describe("Pages opened."),
  warning,
});
export type FirecrawlSearched = z.infer<typeof FirecrawlSearched>;

export const FirecrawlExtracted = z.looseObject({
  success,
  status: z.enum(["processing", "completed", "failed", "cancelled"]),
  data: z.unknown(),
  expiresAt: z.string(),
  sources: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe("With `showSources`: the pages, by field."),
  error: z.string().optional(),
  warning,
});
export type FirecrawlExtracted = z.infer<typeof FirecrawlExtracted>;

export const FirecrawlReport = z.looseObject({ success });
export type FirecrawlReport = z.infer<typeof FirecrawlReport>;
