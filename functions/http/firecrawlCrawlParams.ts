import { refuseCrawlParams } from "../../src/domain/firecrawl/others.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("firecrawlCrawlParams", async () => refuseCrawlParams());
