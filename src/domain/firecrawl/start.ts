/** Starts crawls, batches and extractions. */

import { PLANS } from "../../contract/account/plans.ts";
import { HttpUrl } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type { FirecrawlStarted } from "../../contract/firecrawl/answers.ts";
import { notOffered } from "../../contract/firecrawl/errors.ts";
import {
  type FirecrawlBatch,
  type FirecrawlCrawl,
  type FirecrawlExtract,
  type FirecrawlScrapeOptions,
  type FirecrawlVersion,
  withScheme,
} from "../../contract/firecrawl/requests.ts";
import type { Step } from "../../contract/steps/steps.ts";
import type { JobAbout } from "../../store/runs/runs.ts";
import type { Caller } from "../ports.ts";
import { type StartDeps, startJob, type TellingDeps } from "./jobs.ts";
import { refusePromises, refuseWebhook, tellIgnored } from "./options.ts";
import { type PagePlan, planPage, readSchema, shownOf, toFlow, toPatterns } from "./plan.ts";
import { type JobHook, readWebhook } from "./webhook.ts";

/** Firecrawl's own. */
const DEFAULT_LIMIT = 10_000;

type Given = Pick<JobAbout, "kind" | "url"> & { readonly warnings: readonly string[] };

const aboutOf = ({ wanted, isList, warnings }: PagePlan, given: Given): JobAbout => ({
  ...given,
  ...shownOf(wanted),
  isList,
  warnings: [...given.warnings, ...warnings],
});

const withHook = (about: JobAbout, { webhook }: JobHook): JobAbout => ({
  ...about,
  ...(webhook && { webhook }),
});

const noActions = (options: FirecrawlScrapeOptions, where: string): void => {
  if (options.actions && options.actions.length > 0)
    throw notOffered("actions", `${where} cannot act on pages. Scrape the pages one by one, or use a flow.`);
};

/** At most `maxConcurrency` pages at once, or one after the other with `delay`. */
const paceOf = ({ delay, maxConcurrency }: Pick<FirecrawlCrawl, "delay" | "maxConcurrency">) => {
  if (delay) return { concurrency: 1, delayMs: Math.round(delay * 1_000) };
  // A fixed pace never slows down; `auto` is never faster than a site can take.
  return maxConcurrency === 1 ? { concurrency: 1, delayMs: 0 } : ("auto" as const);
};

const crawlStep = (
  request: FirecrawlCrawl,
  version: FirecrawlVersion,
  step: PagePlan["step"],
  limit: number,
): Step => {
  const isWhole = request.crawlEntireDomain || request.allowBackwardLinks;
  const isOfUrl = request.regexOnFullURL === true;
  const match = toPatterns("includePaths", request.includePaths, isOfUrl);
  const exclude = toPatterns("excludePaths", request.excludePaths, isOfUrl);
  const rules = {
    ...(match.length > 0 && { match }),
    ...(exclude.length > 0 && { exclude }),
    maxPages: limit,
    steps: [step],
  };
  if (request.sitemap === "only") return { type: "sitemap", ...rules };
  const depth = request.maxDiscoveryDepth ?? (version === "v1" ? request.maxDepth : undefined);
  return {
    type: "crawl",
    ...rules,
    within: request.allowSubdomains ? "site" : isWhole ? "host" : "path",
    ...(request.ignoreQueryParameters && { ignoreQuery: true }),
    ...(depth !== undefined && depth !== null && { depth }),
  };
};

const answer = (
  origin: string,
  path: string,
  id: string,
  warnings: readonly string[],
  shown: JobHook["shown"],
): FirecrawlStarted => ({
  success: true,
  id,
  url: `${origin}${path}/${id}`,
  ...shown,
  ...(warnings.length > 0 && { warning: warnings.join(" ") }),
});

/** What a crawl ignores, and the limits that apply. */
const tellCrawl = (request: FirecrawlCrawl, limit: number, plan: keyof typeof PLANS): string[] => {
  const wanted = request.limit ?? limit;
  return [
    ...tellIgnored(request, ["prompt", "allowExternalLinks"]),
    ...(wanted > limit ? [`\`limit\` is ${limit}: the plan (${plan}) allows no more pages per run.`] : []),
    ...(request.allowSubdomains && !request.crawlEntireDomain
      ? ["With `allowSubdomains`, the whole site is crawled."]
      : []),
  ];
};

/** @throws DomainError as `startJob` · FirecrawlError for what is not offered */
export const startCrawl = async (
  deps: TellingDeps,
  caller: Caller,
  version: FirecrawlVersion,
  request: FirecrawlCrawl,
  origin: string,
): Promise<FirecrawlStarted> => {
  refusePromises(request);
  const options = request.scrapeOptions ?? {};
  noActions(options, "A crawl");
  const page = planPage(options);
  const { plan } = await caller.account;
  const limit = Math.min(request.limit ?? DEFAULT_LIMIT, PLANS[plan].pagesPerRun);
  const flow = toFlow({
    name: `Crawl of ${request.url}`,
    url: request.url,
    steps: [crawlStep(request, version, page.step, limit)],
    request: page.request,
    permissions: page.permissions,
    render: page.render,
    outputSchema: page.outputSchema,
    limits: { maxPages: limit },
    pace: paceOf(request),
  });
  const id = deps.newId("job");
  const hook = await readWebhook(deps, caller, id, request.webhook, origin);
  const warnings = [...tellCrawl(request, limit, plan), ...hook.warnings];
  const about = withHook(aboutOf(page, { kind: "crawl", url: request.url, warnings }), hook);
  await startJob(deps, caller, { flow, about }, id);
  return answer(origin, `/firecrawl/${version}/crawl`, id, about.warnings, hook.shown);
};

/** Sorts out what is not a URL. @throws DomainError `invalid-request` unless it is to be ignored */
const validUrls = (urls: readonly string[], ignores: boolean): { valid: string[]; invalid: string[] } => {
  const isValid = (url: string): boolean => HttpUrl.safeParse(withScheme(url)).success;
  const valid = urls.filter(isValid).map(withScheme);
  const invalid = urls.filter((url) => !isValid(url));
  if (valid.length > 0 && (invalid.length === 0 || ignores)) return { valid, invalid };
  const at = urls.findIndex((url) => !isValid(url));
  const message = "is not an http or https URL";
  throw new DomainError("invalid-request", `urls[${at}] ${message}.`, {
    details: [{ path: `urls[${at}]`, message }],
  });
};

/** @throws as `startCrawl` */
export const startBatch = async (
  deps: TellingDeps,
  caller: Caller,
  version: FirecrawlVersion,
  request: FirecrawlBatch,
  origin: string,
): Promise<FirecrawlStarted> => {
  if (request.appendToId) throw notOffered("appendToId", "start another batch.");
  const page = planPage(request);
  const ignores = request.ignoreInvalidURLs ?? version === "v2";
  const { valid, invalid } = validUrls(request.urls, ignores);
  const [url = ""] = valid;
  const flow = toFlow({
    name: `Batch of ${valid.length} pages`,
    url,
    steps: [...page.actions, page.step],
    request: page.request,
    permissions: page.permissions,
    render: page.render,
    outputSchema: page.outputSchema,
    pace: paceOf(request),
  });
  const id = deps.newId("job");
  const hook = await readWebhook(deps, caller, id, request.webhook, origin);
  const about = withHook(aboutOf(page, { kind: "batch", url, warnings: hook.warnings }), hook);
  await startJob(deps, caller, { flow, about, urls: valid }, id);
  return {
    ...answer(origin, `/firecrawl/${version}/batch/scrape`, id, about.warnings, hook.shown),
    invalidURLs: invalid,
  };
};

/** Pages below an address that ends in `/*`. */
const MAX_BELOW = 50;

/** @throws as `startCrawl` */
export const startExtract = async (
  deps: StartDeps,
  caller: Caller,
  request: FirecrawlExtract,
): Promise<{ success: true; id: string; invalidURLs: string[]; warning?: string }> => {
  refusePromises(request);
  refuseWebhook(request);
  const options = request.scrapeOptions ?? {};
  noActions(options, "An extraction");
  const page = planPage({
    ...options,
    formats: [{ type: "json", prompt: request.prompt ?? null, schema: request.schema ?? null }],
  });
  const { outputSchema } = readSchema(request.schema ?? null);
  const { valid, invalid } = validUrls(request.urls, request.ignoreInvalidURLs ?? true);
  const below = valid.find((url) => url.endsWith("/*"));
  if (below !== undefined && valid.length > 1)
    throw notOffered("several urls with a wildcard", "send an address that ends in /* alone.");
  const url = (below ?? valid[0] ?? "").replace(/\/\*$/, "/");
  const step = { ...page.step, outputs: ["json" as const] };
  const steps: Step[] =
    below === undefined ? [step] : [{ type: "crawl", within: "path", maxPages: MAX_BELOW, steps: [step] }];
  const flow = toFlow({
    name: `Extraction from ${url}`,
    url,
    steps,
    request: page.request,
    permissions: page.permissions,
    render: page.render,
    outputSchema,
  });
  const given = { kind: "extract", url, warnings: tellIgnored(request, ["systemPrompt"]) } as const;
  const about = { ...aboutOf(page, given), hasSources: request.showSources === true };
  const job = { flow, about, ...(below === undefined && { urls: valid }) };
  const { id } = await startJob(deps, caller, job);
  const { warnings } = about;
  return {
    success: true,
    id,
    invalidURLs: invalid,
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  };
};
