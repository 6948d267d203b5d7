/** What a search engine finds: pages of results until there are as many as asked for. */
import type { FoundPage, SearchCategory, SearchEngine, SearchQuery } from "../../adapters/searxng.ts";
import { DomainError } from "../../contract/errors.ts";
import type { SearchResult, SearchSource } from "../../contract/extraction/search.ts";
import { capitalise, counted } from "../../contract/wording.ts";
import type { Caller, Deps } from "../ports.ts";
import { takeMonthly } from "../usage/usage.ts";

export interface WithSearch {
  /** Null if the deployment has none. */
  readonly searchEngine: SearchEngine | null;
}

export const NO_ENGINE =
  "this deployment has no search engine. Its operator sets `searchUrl` (on one machine `SEARCH_URL`) to a SearXNG instance.";

/** The engines that are asked for a source. */
export const CATEGORY_OF: Readonly<Record<SearchSource, SearchCategory>> = {
  web: "general",
  news: "news",
  images: "images",
};

/** The most pages of results that are asked for; an engine gives 10 to 40 results per page. */
const MAX_PAGES = 5;
const MAX_TOLD_ENGINES = 10;
/** Of the time of a request that also reads the pages: later, no further results are searched for. */
export const SHARE_OF_SEARCH = 0.5;

type Asked = Omit<SearchQuery, "page"> & {
  readonly limit: number;
  /** Results that the caller wants; others are passed over. */
  readonly isWanted?: (url: string) => boolean;
};

type Found = Omit<SearchResult, "extraction" | "error">;

export interface FoundResults {
  readonly results: readonly Found[];
  readonly suggestions: readonly string[];
  readonly warnings: readonly string[];
}

const showResult = (page: FoundPage, position: number): Found => {
  const { url, title, description, publishedAt, imageUrl, imageSize, engines } = page;
  return {
    position,
    url,
    title,
    description,
    ...(publishedAt !== null && { publishedAt }),
    ...(imageUrl !== null && { imageUrl }),
    ...(imageSize !== null && { imageWidth: imageSize[0], imageHeight: imageSize[1] }),
    engines: [...engines],
  };
};

const tellUnresponsive = (engines: ReadonlyMap<string, string>): string[] => {
  const named = [...engines].slice(0, MAX_TOLD_ENGINES).map(([engine, reason]) => `${engine} (${reason})`);
  return named.length > 0 ? [`No results from ${named.join(", ")}.`] : [];
};

const tellLeftOut = (count: number): string[] =>
  count > 0 ? [`Left out because they are not public web addresses: ${counted(count, "result")}.`] : [];

/** Collects pages of results, each URL once. */
const createCollection = (isPublic: (url: string) => boolean, { limit, isWanted = () => true }: Asked) => {
  const found = new Map<string, FoundPage>();
  const unresponsive = new Map<string, string>();
  const suggestions = new Set<string>();
  const leftOut = new Set<string>();
  let withoutAddress = 0;
  return {
    /** @returns whether more results are needed, and this page had new ones */
    add: (answer: Awaited<ReturnType<SearchEngine["search"]>>): boolean => {
      const before = found.size;
      for (const url of answer.leftOut)
        if (url === null) withoutAddress += 1;
        else leftOut.add(url);
      for (const [engine, reason] of answer.unresponsive) unresponsive.set(engine, reason);
      for (const suggestion of answer.suggestions) suggestions.add(suggestion);
      for (const page of answer.found) {
        if (!isPublic(page.url)) leftOut.add(page.url);
        else if (!found.has(page.url) && isWanted(page.url)) found.set(page.url, page);
      }
      return found.size > before && found.size < limit;
    },
    show: (more: readonly string[]): FoundResults => ({
      results: [...found.values()].slice(0, limit).map((page, at) => showResult(page, at + 1)),
      suggestions: [...suggestions],
      warnings: [...more, ...tellUnresponsive(unresponsive), ...tellLeftOut(leftOut.size + withoutAddress)],
    }),
  };
};

/**
 * Counts as one search of the month, unless the search engine fails.
 *
 * @param further ends the search for further results; those that were found are returned
 * @throws DomainError `not-configured`, `quota-exceeded`, `unavailable`, `timeout`, `invalid-request`
 */
export const findResults = async (
  deps: Pick<Deps, "checkTarget" | "now" | "store"> & WithSearch,
  caller: Pick<Caller, "account">,
  asked: Asked,
  signal: AbortSignal,
  further = signal,
): Promise<FoundResults> => {
  const { searchEngine, checkTarget } = deps;
  if (searchEngine === null) throw new DomainError("not-configured", capitalise(NO_ENGINE));
  const isPublic = (url: string): boolean => {
    try {
      checkTarget(url);
      return true;
    } catch {
      return false;
    }
  };
  const { giveBack } = await takeMonthly(deps, await caller.account, "searches");
  const { limit: _limit, isWanted: _isWanted, ...query } = asked;
  const collection = createCollection(isPublic, asked);
  for (let page = 1; page <= MAX_PAGES; page += 1)
    try {
      const answer = await searchEngine.search({ ...query, page }, page === 1 ? signal : further);
      if (!collection.add(answer)) break;
    } catch (error) {
      if (page > 1 && error instanceof DomainError)
        return collection.show([`Further results could not be read: ${error.message}`]);
      await giveBack();
      throw error;
    }
  return collection.show([]);
};
