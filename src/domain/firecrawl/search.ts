/** POST /firecrawl/{version}/search: results by source, with the pages that a scrape of each reads. */
import type { SearchCategory } from "../../adapters/searxng.ts";
import { DomainError } from "../../contract/errors.ts";
import { SearchLanguage, SearchSource, type TimeRange } from "../../contract/extraction/search.ts";
import type { FirecrawlFound, FirecrawlSearched } from "../../contract/firecrawl/answers.ts";
import { notOffered } from "../../contract/firecrawl/errors.ts";
import type { FirecrawlSearch, FirecrawlVersion } from "../../contract/firecrawl/requests.ts";
import type { Caller, WithUsage } from "../ports.ts";
import {
  CATEGORY_OF,
  type FoundResults,
  findResults,
  NO_ENGINE,
  SHARE_OF_SEARCH,
  type WithSearch,
} from "../search/findResults.ts";
import { countAnswer } from "../usage/countAnswer.ts";
import { refusePromises, refuseWebhook, tellIgnored } from "./options.ts";
import { planPage } from "./plan.ts";
import type { ScrapeDeps } from "./scrapeJob.ts";
import { scrapeEach } from "./searchPages.ts";

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

/** One form of a path, of which URLs may encode more or fewer characters. */
const plainPath = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Whether a URL is of a domain, and below its path if it has one. */
const isBelow = (url: string, place: string): boolean => {
  const { hostname, pathname } = new URL(url);
  const [, domain = "", path = ""] = /^(?:www\.)?([^/]*)(.*)$/.exec(place) ?? [];
  const host = hostname.replace(/\.$/, "");
  const isOfDomain = host === domain || host.endsWith(`.${domain}`);
  return isOfDomain && `${plainPath(pathname)}/`.startsWith(`${plainPath(path)}/`);
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

/** One search: of a source, or of a category of the web. */
interface Part {
  readonly source: SearchSource;
  readonly category?: string;
}

interface Signals {
  readonly all: AbortSignal;
  readonly further: AbortSignal;
}

interface Answer {
  readonly results: readonly FirecrawlFound[];
  readonly warnings: readonly string[];
}

const findPart = async (
  deps: SearchDeps,
  caller: Caller,
  request: FirecrawlSearch,
  { source, category: name, limit }: Part & { readonly limit: number },
  signals: Signals,
): Promise<Answer> => {
  const { operator, isWanted } = domainsOf(request);
  const narrowed = name === undefined ? undefined : CATEGORIES[name];
  const text = [request.query, narrowed?.operator, operator].filter(Boolean).join(" ");
  const category = narrowed?.category ?? CATEGORY_OF[source];
  const language = languageOf(request);
  const timeRange = request.tbs ? TIMES[request.tbs] : undefined;
  const query = { text, category, language, timeRange, limit, isWanted };
  const { results, warnings } = await findResults(deps, caller, query, signals.all, signals.further);
  return { results: results.map((result) => SHOWN[source](result, name)), warnings };
};

/** A search that fails counts no more once its error is known, and is a warning if another one has succeeded. */
const answersOf = async (parts: readonly Part[], searches: readonly Promise<Answer>[]): Promise<Answer[]> => {
  const settled = await Promise.allSettled(searches);
  const errors = settled.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  const unexpected = errors.find((error) => !(error instanceof DomainError));
  if (unexpected !== undefined || errors.length === settled.length) throw unexpected ?? errors[0];
  return settled.map((each, at) => {
    if (each.status === "fulfilled") return each.value;
    const { source, category } = parts[at] as Part;
    const what = category === undefined ? `of ${source}` : `of the category ${category}`;
    return { results: [], warnings: [`No results ${what}: ${(each.reason as DomainError).message}`] };
  });
};

/** The results of several categories take turns. What two of them have found is listed with the first one. */
const takeTurns = (lists: readonly Answer[], limit: number): FirecrawlFound[] => {
  const distinct = new Map<string, FirecrawlFound>();
  for (let at = 0; at < limit; at += 1)
    for (const { results } of lists) {
      const result = results[at];
      if (result && !distinct.has(result.url)) distinct.set(result.url, result);
    }
  return [...distinct.values()].slice(0, limit).map((result, at) => ({ ...result, position: at + 1 }));
};

/** The results of each source. */
const findAll = async (
  deps: SearchDeps,
  caller: Caller,
  request: FirecrawlSearch,
  { sources, limit }: { readonly sources: readonly SearchSource[]; readonly limit: number },
  signals: Signals,
) => {
  const categories = [...new Set((request.categories ?? []).map(nameOf))];
  const parts = sources.flatMap((source): Part[] =>
    source === "web" && categories.length > 0
      ? categories.map((category) => ({ source, category }))
      : [{ source }],
  );
  const answers = await answersOf(
    parts,
    parts.map((part) => findPart(deps, caller, request, { ...part, limit }, signals)),
  );
  return sources.map((source) => {
    const own = answers.filter((_, at) => parts[at]?.source === source);
    return { source, results: takeTurns(own, limit), warnings: own.flatMap(({ warnings }) => warnings) };
  });
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
  const all = AbortSignal.timeout(waitMs);
  const further = plan ? AbortSignal.timeout(Math.round(waitMs * SHARE_OF_SEARCH)) : all;
  const found = await findAll(deps, caller, request, { sources, limit }, { all, further });
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
