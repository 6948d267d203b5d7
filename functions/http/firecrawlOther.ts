import { refuseFeature } from "../../src/domain/firecrawl/others.ts";
import { http } from "../../src/runtime/http/index.ts";

export const handler = http("firecrawlOther", async ({ params }) => refuseFeature(params.feature));
