import * as operations from "../../src/contract/operations/firecrawl.ts";
import { refuseFeature } from "../../src/domain/firecrawl/others.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http(operations.firecrawlOther, async ({ params }) => refuseFeature(params.feature));
