/** POST /firecrawl/{version}/search: results by source, with the pages that a scrape of each reads. */
import type { SearchCategory } from "../../adapters/searxng.ts";
import { DomainError } from "../../contract/errors.ts";
import { MAX_EXTRACT_URLS } from "../../contract/extract.ts";
import type { FirecrawlFound, FirecrawlSearched } from "../../contract/firecrawl/answers.ts";
import { notOffered } from "../../contract/firecrawl/errors.ts";
import type { FirecrawlSearch, FirecrawlVersion } from "../../contract/firecrawl/requests.ts";
import { SearchLanguage, SearchSource, type TimeRange } from "../../contract/search.ts";
import type { RunRecord } from "../../store/runs.ts";
import type { Caller, WithUsage } from "../ports.ts";
import { endJob } from "../runs/cancelRun.ts";
import { type FoundResults, findResults, NO_ENGINE, type WithSearch } from "../search/findResults.ts";
import { countAnswer } from "../usage/countAnswer.ts";
import { isOver, startJob } from "./jobs.ts";
import { refusePromises, refuseWebhook, tellIgnored } from "./options.ts";
import { type PagePlan, planPage } from "./plan.ts";
import { readDocument, type ScrapeDeps, scrapeOf, watch } from "./scrapeJob.ts";

type SearchDeps = ScrapeDeps & WithSearch & WithUsage;

/** Out of the gateway's 30 seconds. */
const WAIT_MS = 25_000;
/** Firecrawl's own. */
const DEFAULT_LIMITS = { v1: 5, v2: 10 } as const;

/** Engines by what is searched for. `github` and `pdf` are operators that most engines know. */
const CATEGORIES: Readonly<
  Record<string, { readonly category: SearchCategory; readonly operator?: string }>
> = {
  github: { category: "general", operator: "site:github.com" },
  pdf: { category: "general", operator: "filetype:pdf" },
  research: { category: "science" },
};
const SOURCES: Readonly<Record<SearchSource, SearchCategory>> = {
  web: "general",
  news: "news",
  images: "images",
};
const TIMES: Readonly<Record<string, TimeRange>> = {
  "qdr:d": "day",
  "qdr:w": "week",
  "qdr:m": "month",
  "qdr:y": "year",
};

const nameOf = (given: string | { readonly type: string }): string =>
  typeof given === "string" ? given : given.type;

/** @throws FirecrawlError */
const refuseUnoffered = (request: FirecrawlSearch): void => {
  const { sources, categories, tbs, enterprise, domainTools } = request;
  refusePromises(request);
  refuseWebhook(request);
  for (const source of (sources ?? []).map(nameOf))
    if (!SearchSource.safeParse(source).success)
      throw notOffered(`source ${source}`, `the sources are ${SearchSource.options.join(", ")}.`);
  for (const category of (categories ?? []).map(nameOf))
    if (!Object.hasOwn(CATEGORIES, category))
      throw notOffered(`category ${category}`, `the categories are ${Object.keys(CATEGORIES).join(", ")}.`);
  if (tbs && !Object.hasOwn(TIMES, tbs))
    throw notOffered(`tbs ${tbs}`, `the times are ${Object.keys(TIMES).join(", ")}.`);
  if (Array.isArray(enterprise) && enterprise.some((each) => each !== "default"))
    throw notOffered("enterprise", "searches go to the search engine of this deployment.");
  if (domainTools === true) throw notOffered("domainTools", "there are no tools of other providers.");
};

/** The language that version 1 of the clients sends in two parts. */
const languageOf = ({ lang, country }: FirecrawlSearch): string | undefined => {
  if (!lang) return undefined;
  const whole = country ? `${lang}-${country.toUpperCase()}` : lang;
  return [whole, lang].find((each) => SearchLanguage.safeParse(each).success);
};

/** Whether a URL is below a domain, and below its path if it has one. */
const isBelow = (url: string, place: string): boolean => {
  const { hostname, pathname } = new URL(url);
  const [domain = "", ...path] = place.replace(/^www\./, "").split("/");
  const isOfDomain = hostname === domain || hostname.endsWith(`.${domain}`);
  return isOfDomain && pathname.startsWith(`/${path.join("/")}`);
};

/** Many engines know the operators, and those that do not are made up for by the results that are passed over. */
const domainsOf = ({ includeDomains, excludeDomains }: FirecrawlSearch) => {
  const [included, excluded] = [includeDomains ?? [], excludeDomains ?? []];
  if (included.length > 0 && excluded.length > 0)
    throw new DomainError("invalid-request", "Send includeDomains or excludeDomains, not both.", {
      details: [{ path: "excludeDomains", message: "cannot be used with includeDomains" }],
    });
  return {
    operator: [
      included.map((domain) => `site:${domain}`).join(" OR "),
      ...excluded.map((domain) => `-site:${domain}`),
    ]
      .filter(Boolean)
      .join(" "),
    isWanted: (url: string): boolean =>
      (included.length === 0 || included.some((domain) => isBelow(url, domain))) &&
      !excluded.some((domain) => isBelow(url, domain)),
  };
};

type Result = FoundResults["results"][number];

/** Results in the form of their source. */
const SHOWN: Readonly<Record<SearchSource, (result: Result, category?: string) => FirecrawlFound>> = {
  web: ({ url, title, description, position }, category) => ({
    url,
    title,
    description,
    position,
    ...(category && { category }),
  }),
  news: ({ url, title, description, position, publishedAt, imageUrl }) => ({
    url,
    title,
    snippet: description,
    position,
    ...(publishedAt && { date: publishedAt }),
    ...(imageUrl && { imageUrl }),
  }),
  images: ({ url, title, position, imageUrl, imageWidth, imageHeight }) => ({
    url,
    title,
    position,
    ...(imageUrl && { imageUrl }),
    ...(imageWidth && imageHeight && { imageWidth, imageHeight }),
  }),
};

interface Found {
  readonly source: SearchSource;
  readonly results: readonly FirecrawlFound[];
  readonly warnings: readonly string[];
}

/** The results of one source. Several categories are searched for one by one, and their results take turns. */
const findOf = async (
  deps: SearchDeps,
  caller: Caller,
  request: FirecrawlSearch,
  asked: { readonly source: SearchSource; readonly limit: number },
  signal: AbortSignal,
): Promise<Found> => {
  const { source, limit } = asked;
  const { operator, isWanted } = domainsOf(request);
  const names = source === "web" ? [...new Set((request.categories ?? []).map(nameOf))] : [];
  const parts = await Promise.all(
    (names.length > 0 ? names : [undefined]).map(async (name) => {
      const narrowed = name === undefined ? undefined : CATEGORIES[name];
      const text = [request.query, narrowed?.operator, operator].filter(Boolean).join(" ");
      const category = narrowed?.category ?? SOURCES[source];
      const language = languageOf(request);
      const timeRange = request.tbs ? TIMES[request.tbs] : undefined;
      const query = { text, category, language, timeRange, limit, isWanted };
      const { results, warnings } = await findResults(deps, caller, query, signal);
      return { results: results.map((result) => SHOWN[source](result, name)), warnings };
    }),
  );
  const turns = Array.from({ length: limit }, (_, at) => parts.flatMap(({ results }) => results[at] ?? []));
  const distinct = new Map(turns.flat().map((result) => [result.url, result]));
  return {
    source,
    results: [...distinct.values()].slice(0, limit).map((result, at) => ({ ...result, position: at + 1 })),
    warnings: parts.flatMap(({ warnings }) => warnings),
  };
};

/** Starts a scrape of each page, one after the other: they count on the same month and take the same slots. */
const startScrapes = async (
  deps: SearchDeps,
  caller: Caller,
  urls: readonly string[],
  plan: PagePlan,
  untilMs: number,
) => {
  const runs = new Map<string, RunRecord>();
  for (const url of urls)
    try {
      runs.set(url, await startJob(deps, caller, scrapeOf(url, plan, { untilMs })));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { runs, warning: `Not all pages were read: ${error.message}` };
    }
  return { runs, warning: undefined };
};

/** The fields of the pages by URL, and why others could not be read. Those that are not read in time are cancelled. */
const scrapeEach = async (
  deps: SearchDeps,
  caller: Caller,
  found: readonly string[],
  { plan, untilMs, origin }: { readonly plan: PagePlan; readonly untilMs: number; readonly origin: string },
) => {
  const urls = [...new Set(found)].slice(0, MAX_EXTRACT_URLS);
  const { runs, warning } = await startScrapes(deps, caller, urls, plan, untilMs);
  const warnings = [
    ...(warning === undefined ? [] : [warning]),
    ...(new Set(found).size > urls.length ? [`Only the first ${urls.length} pages were read.`] : []),
  ];
  const pages = new Map<string, object>();
  await Promise.all(
    [...runs].map(async ([url, started]) => {
      const run = await watch(deps, started, untilMs);
      if (!isOver(run)) {
        await endJob(deps, run, " because the search that wanted it has ended");
        warnings.push(`${url} was not read in time.`);
        return;
      }
      try {
        pages.set(url, await readDocument(deps, run, plan, { url, origin }));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        warnings.push(`${url}: ${error.message}`);
      }
    }),
  );
  return { pages, warnings };
};

const IGNORED = ["location", "filter", "highlights"];

/** Version 2 has no language to go with the country. */
const tellCountry = ({ lang, country }: FirecrawlSearch): string[] =>
  country && !lang ? ["`country` was ignored: results are chosen by `lang`."] : [];

/**
 * @param origin where the service answers, such as `https://api.example.com`
 * @throws FirecrawlError for what is not offered · DomainError as `findResults`
 */
export const search = async (
  deps: SearchDeps,
  caller: Caller,
  version: FirecrawlVersion,
  request: FirecrawlSearch,
  origin: string,
): Promise<FirecrawlSearched> => {
  if (deps.searchEngine === null) throw notOffered("search", NO_ENGINE);
  deps.usage.start();
  refuseUnoffered(request);
  const { scrapeOptions } = request;
  const plan = scrapeOptions?.formats && scrapeOptions.formats.length > 0 ? planPage(scrapeOptions) : null;
  const sources = version === "v1" ? (["web"] as const) : sourcesOf(request);
  const limit = request.limit ?? DEFAULT_LIMITS[version];
  const waitMs = Math.min(request.timeout ?? WAIT_MS, WAIT_MS);
  const untilMs = deps.now() + waitMs;
  const signal = AbortSignal.timeout(waitMs);
  const found = await Promise.all(
    sources.map((source) => findOf(deps, caller, request, { source, limit }, signal)),
  );
  const read = found.filter(({ source }) => source !== "images");
  const urls = read.flatMap(({ results }) => results.map(({ url }) => url));
  const { pages, warnings } = plan
    ? await scrapeEach(deps, caller, urls, { plan, untilMs, origin })
    : { pages: new Map<string, object>(), warnings: [] };
  const data = Object.fromEntries(
    found.map(({ source, results }) => [
      source,
      results.map((result) => (source === "images" ? result : { ...result, ...pages.get(result.url) })),
    ]),
  ) as Record<SearchSource, FirecrawlFound[]>;
  await countAnswer(deps, caller, 0);
  const notes = [
    ...tellIgnored(request, IGNORED),
    ...tellCountry(request),
    ...(plan?.warnings ?? []),
    ...found.flatMap((each) => each.warnings),
    ...warnings,
  ];
  return {
    success: true,
    data: version === "v1" ? data.web : data,
    creditsUsed: pages.size,
    ...(notes.length > 0 && { warning: [...new Set(notes)].join(" ") }),
  };
};

const sourcesOf = ({ sources }: FirecrawlSearch): SearchSource[] => {
  const named = [...new Set((sources ?? []).map(nameOf))] as SearchSource[];
  return named.length > 0 ? named : ["web"];
};
