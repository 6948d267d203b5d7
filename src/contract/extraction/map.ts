import * as z from "zod";
import { HttpUrl, RobotsRule, Timestamp } from "../common.ts";
import { CallRequestOptions } from "../flows/requestOptions.ts";

/** As many URLs of usual length as fit in an answer of 6 MB. */
export const MAX_MAP_URLS = 30_000;

export const MapRequest = z.strictObject({
  url: HttpUrl.describe(
    "A page of the site, such as its home page. Its links are listed too. If the site has no sitemap, the links of its pages are followed level by level for about 20 seconds.",
  ),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Words that the URLs must contain, all of them, in any case.")
    .meta({ examples: ["docs install"] }),
  limit: z
    .int()
    .min(1)
    .max(MAX_MAP_URLS)
    .default(5_000)
    .describe("Maximum number of URLs, and no more than the plan's `mapUrls`."),
  request: CallRequestOptions.optional().describe("How the requests present themselves."),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: read the page's links even if robots.txt disallows it. Only use it if you have permission.",
  ),
});
export type MapRequest = z.infer<typeof MapRequest>;

export const MappedSite = z.object({
  url: z.string(),
  mappedAt: Timestamp,
  urlCount: z.int(),
  urls: z
    .array(
      z.object({
        url: z.string().describe("Without fragment, tracking parameters and session."),
        source: z
          .enum(["sitemap", "link"])
          .describe("`link`: only the page links to it; no sitemap lists it."),
        modifiedAt: Timestamp.optional().describe("When it last changed, if a sitemap says so."),
      }),
    )
    .describe("Pages of the same registrable domain, each once: first those of sitemaps, in their order."),
  truncated: z
    .boolean()
    .describe(
      "Whether the site has more pages than listed here, more sitemaps than could be read in time, or pages whose links were not followed: see `warnings`.",
    ),
  cost: z.number().min(0).describe("US dollars, counted in the account's `usage`."),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "What could not be read, and how many pages were not opened to follow their links. Absent if there is nothing to report.",
    ),
});
export type MappedSite = z.infer<typeof MappedSite>;
