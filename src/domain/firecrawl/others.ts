/** Features of Firecrawl that are not offered. */
import { notOffered } from "../../contract/firecrawl/errors.ts";
import { notFound } from "../errors.ts";

const FEATURES: Readonly<Record<string, string>> = {
  agent: "no agent acts on pages. Use `actions`, or a flow.",
  "deep-research": "no agent acts on pages.",
  parse: 'upload a file with `POST /uploads` and `"purpose": "page"`, then scrape its `address`.',
  llmstxt: "crawl the site with the format `markdown`.",
  browser: "browsers are not rented out. Use `actions`, or a flow in `interact` mode.",
  interact: "browsers are not rented out. Use `actions`, or a flow in `interact` mode.",
  monitor: "use a flow in `monitor` mode.",
};

/** @throws FirecrawlError with a code that names the feature · DomainError `not-found` for one that nobody has */
export const refuseFeature = (feature: string): never => {
  const why = Object.hasOwn(FEATURES, feature) ? FEATURES[feature] : undefined;
  if (why === undefined) throw notFound("feature", feature);
  throw notOffered(feature, why);
};

/** @throws FirecrawlError */
export const refuseCrawlParams = (): never => {
  throw notOffered("crawlParamsPreview", "options are not derived from a prompt. Set them.");
};
