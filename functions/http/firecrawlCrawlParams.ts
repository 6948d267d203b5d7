import * as operations from "../../src/contract/operations/firecrawl.ts";
import { refuseCrawlParams } from "../../src/domain/firecrawl/others.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.firecrawlCrawlParams, async () => refuseCrawlParams());
