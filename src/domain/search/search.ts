/** POST /search: the results of a search and, if asked for, the data of their pages. */
import { ExtractRequest } from "../../contract/extraction/extract.ts";
import type { SearchRequest, SearchResult, SearchResults } from "../../contract/extraction/search.ts";
import { extractEach } from "../extract/extract.ts";
import type { WithPages } from "../extract/pages.ts";
import type { WithModel } from "../model.ts";
import type { Caller, Deps, WithUsage } from "../ports.ts";
import { type Deadline, startDeadline } from "../shared/deadline.ts";
import { countAnswer } from "../usage/countAnswer.ts";
import { CATEGORY_OF, findResults, SHARE_OF_SEARCH, type WithSearch } from "./findResults.ts";

/** Less than the function's timeout, so that a slow page gets a proper error. */
const TIMEOUT_MS = 25_000;

type SearchDeps = Pick<Deps, "checkTarget" | "now" | "store" | "log"> &
  WithSearch &
  WithPages &
  WithModel &
  WithUsage;

/** No file of the caller is among the results of a search. */
const readFile = async (): Promise<null> => null;

/** The results with their pages' data or errors, in the same order. */
const readPages = async (
  deps: SearchDeps,
  caller: Pick<Caller, "accountId" | "account">,
  results: readonly SearchResult[],
  extract: NonNullable<SearchRequest["extract"]>,
  deadline: Deadline,
): Promise<SearchResult[]> => {
  const urls = results.map(({ url }) => url);
  if (urls.length === 0) return [];
  const request = ExtractRequest.parse({ ...extract, urls });
  const reader = deps.pages.open({ ...request, readFile }, deadline, true);
  const read = await extractEach({ ...deps, caller, deadline, reader }, urls, request, {});
  return results.map((result, at) => {
    const page = read[at];
    if (page === undefined) return result;
    return "error" in page ? { ...result, error: page.error } : { ...result, extraction: page };
  });
};

/** @throws DomainError as `findResults` */
export const searchWeb = async (
  deps: SearchDeps,
  caller: Pick<Caller, "accountId" | "account">,
  { query: text, source, limit, language, timeRange, extract }: SearchRequest,
): Promise<SearchResults> => {
  deps.usage.start();
  const deadline = startDeadline(TIMEOUT_MS);
  const asked = { text, category: CATEGORY_OF[source], language, timeRange, limit };
  const further = extract ? startDeadline(TIMEOUT_MS * SHARE_OF_SEARCH) : deadline;
  const { results, suggestions, warnings } = await findResults(
    deps,
    caller,
    asked,
    deadline.signal,
    further.signal,
  );
  const shown: SearchResult[] = extract
    ? await readPages(deps, caller, results, extract, deadline)
    : [...results];
  const opened = new Set(shown.flatMap(({ extraction }) => extraction?.url ?? []));
  return {
    query: text,
    searchedAt: new Date(deps.now()).toISOString(),
    resultCount: shown.length,
    results: shown,
    ...(suggestions.length > 0 && { suggestions: [...suggestions] }),
    cost: await countAnswer(deps, caller, opened.size),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
};
