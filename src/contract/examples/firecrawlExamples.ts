/** Examples of the operations for programs written for Firecrawl. */

import type { FIRECRAWL_OPERATIONS } from "../operations/firecrawl.ts";
import { CREATED_AT } from "./exampleRecords.ts";
import type { Examples } from "./exampleTypes.ts";

const SITE = "https://shop.example/";
const API = "https://api.example.com/firecrawl/v2";
const JOB_ID = "job-1795240000000000001";

const document = {
  markdown: "# Books\n\nAll books of the shop.",
  metadata: { title: "Books", sourceURL: SITE, url: SITE, statusCode: 200, contentType: "text/html" },
};
const job = {
  success: true,
  id: JOB_ID,
  status: "completed" as const,
  total: 1,
  completed: 1,
  creditsUsed: 1,
  expiresAt: CREATED_AT,
  data: [document],
};
const cancelled = { success: true, status: "cancelled" as const };
const errors = {
  errors: [
    {
      id: `${JOB_ID}-0`,
      timestamp: CREATED_AT,
      url: `${SITE}gone`,
      code: "target-failed",
      error: "The target answered with status 404.",
    },
  ],
  robotsBlocked: [],
};
const notOffered = { success: false };

export const FIRECRAWL_EXAMPLES: Pick<Examples, keyof typeof FIRECRAWL_OPERATIONS> = {
  firecrawlScrape: {
    body: { url: SITE, formats: ["markdown"] },
    answer: { success: true, data: document },
  },
  firecrawlCrawl: {
    body: { url: SITE, limit: 100, scrapeOptions: { formats: ["markdown"] } },
    answer: { success: true, id: JOB_ID, url: `${API}/crawl/${JOB_ID}` },
  },
  firecrawlCrawlStatus: { answer: job },
  firecrawlCancelCrawl: { answer: cancelled },
  firecrawlCrawlErrors: { answer: errors },
  firecrawlBatch: {
    body: { urls: [SITE], formats: ["markdown"] },
    answer: { success: true, id: JOB_ID, url: `${API}/batch/scrape/${JOB_ID}`, invalidURLs: [] },
  },
  firecrawlBatchStatus: { answer: job },
  firecrawlCancelBatch: { answer: cancelled },
  firecrawlBatchErrors: { answer: errors },
  firecrawlMap: { body: { url: SITE, limit: 100 }, answer: { success: true, links: [{ url: SITE }] } },
  firecrawlSearch: {
    body: { query: "walden thoreau", limit: 1 },
    answer: {
      success: true,
      data: { web: [{ url: SITE, title: "Books", description: "All books of the shop.", position: 1 }] },
      creditsUsed: 0,
    },
  },
  firecrawlExtract: {
    body: { urls: [SITE], schema: { type: "object", properties: { title: { type: "string" } } } },
    answer: { success: true, id: JOB_ID },
  },
  firecrawlExtractStatus: {
    answer: { success: true, status: "completed", data: { title: "Books" }, expiresAt: CREATED_AT },
  },
  firecrawlTeam: { answer: { success: true, data: { remainingCredits: 499, planCredits: 500 } } },
  firecrawlConcurrency: { answer: { success: true, concurrency: 1, maxConcurrency: 2 } },
  firecrawlCrawlParams: { body: { url: SITE, prompt: "All books" }, answer: notOffered },
  firecrawlOther: { answer: notOffered },
};
