import { currenciesOf, joinCurrencies } from "../../contract/currencies.ts";
import { DomainError } from "../../contract/errors.ts";
import type {
  Extraction,
  ExtractionList,
  ExtractQuery,
  ExtractRequest,
} from "../../contract/extraction/extract.ts";
import { MAX_OTHER_ITEMS, type OtherReading } from "../../contract/steps/pageRecords.ts";
import { NANOS } from "../../contract/units.ts";
import { fitItem } from "../fitItem.ts";
import { type Asking, createAsking, type WithModel } from "../model.ts";
import type { Caller, Deps } from "../ports.ts";
import type { Deadline } from "../shared/deadline.ts";
import { countUsage } from "../usage/usage.ts";
import { fitAnswer, fitPage } from "./fit.ts";
import { findMenu } from "./menu.ts";
import { mergeRead, wantsModel } from "./merge.ts";
import type { PageData, PageReader } from "./pages.ts";
import { doubtOpen, questionsOf } from "./questions.ts";

/** Dependencies for reading the pages of a request. */
type Means = Pick<Deps, "checkTarget" | "now" | "store" | "log"> &
  WithModel & {
    readonly caller: Pick<Caller, "accountId" | "account">;
    readonly deadline: Deadline;
    readonly reader: PageReader;
  };

/** The page's results, completed by a model if values are missing. */
const readWithModel = async (
  page: PageData,
  request: ExtractRequest,
  asking: Asking,
): Promise<{ results: PageData["results"]; warnings: string[] }> => {
  const { question, results } = page;
  if (!asking.isThere || !question || !wantsModel(page, request)) return { results, warnings: [] };
  const { answer, failure } = await asking.ask(question);
  if (answer) return { results: mergeRead(results, page.keep(answer.value)), warnings: [] };
  return { results, warnings: [`No model was used: ${failure.message}`] };
};

/** Why nothing was found, and what the caller can do about it. */
const nothingFound = ({ schema }: ExtractRequest): string =>
  Object.keys(schema ?? {}).length > 0
    ? "Nothing was found for the fields of the schema. Without a schema you see what the page holds."
    : "Nothing was found on the page.";

const MAX_DOUBTS = 5;
/** Doubts about returned values. */
const doubtsOf = (results: PageData["results"]): string[] => {
  const doubts = results.flatMap(({ item, provenance }) =>
    Object.entries(provenance).flatMap(([name, { doubt }]) =>
      doubt === undefined ? [] : [`${name}: ${JSON.stringify(item[name])} is uncertain: ${doubt}.`],
    ),
  );
  const more = doubts.length - MAX_DOUBTS;
  return [...doubts.slice(0, MAX_DOUBTS), ...(more > 0 ? [`${more} more values are doubtful.`] : [])];
};

/** For each item of the other reading: it is shown beside the answer. */
const SHOWN = { itemBytes: 20_000, textChars: 1_000 };
/** The other reading of the page, as the answer shows it. */
const otherOf = ({ other }: PageData): OtherReading | null => {
  if (!other) return null;
  const { kind, likelihood, results } = other;
  return {
    records: kind === "list" ? "all" : "one",
    confidence: Number(likelihood.toFixed(2)),
    itemCount: results.length,
    items: results.slice(0, MAX_OTHER_ITEMS).map(({ item }) => ({ ...fitItem(item, SHOWN).item })),
  };
};

/**
 * Extracts data from one page, without a flow.
 *
 * @param pages number of pages that share the response
 */
export const extract = async (
  means: Means,
  url: string,
  request: ExtractRequest,
  { explain }: ExtractQuery,
  pages = 1,
): Promise<Extraction> => {
  const { reader, checkTarget, now, caller, deadline } = means;
  const { instructions, schema, examples } = request;
  checkTarget(url);
  const page = await reader.readData(url, { ...request, now: now() });
  const { siblingPages = 0 } = page;
  if (siblingPages > 0) await countUsage(means, caller.accountId, { pages: siblingPages, costNanos: 0 });
  const asking = createAsking(means, caller, deadline.signal);
  const read = await readWithModel(page, request, asking);
  const isAsked = examples !== undefined || Object.keys(schema ?? {}).length > 0 || !!instructions?.trim();
  const looked = findMenu(read.results, isAsked);
  const { results, warnings: lost } = fitAnswer(looked.results, pages);
  const questions = questionsOf(results);
  const other = otherOf(page);
  const whole = page.content && fitPage(page.content, pages);
  const why =
    read.results.length === 0 && page.warnings.length === 0 && !whole ? [nothingFound(request)] : [];
  const warnings = [
    ...page.warnings,
    ...why,
    ...read.warnings,
    ...looked.warnings,
    ...lost,
    ...doubtsOf(results),
    ...(whole?.warnings ?? []),
  ];
  const items = results.map(({ item }) => ({ ...item }));
  const currencies = results.map(({ provenance }) => currenciesOf(provenance)).reduce(joinCurrencies, {});
  return {
    url: page.url,
    extractedAt: new Date(now()).toISOString(),
    itemCount: items.length,
    items,
    ...(other && { other }),
    ...(Object.keys(currencies).length > 0 && { currencies }),
    ...(whole && { page: whole.content }),
    ...(page.permissions && { permissions: page.permissions }),
    ...(questions.length > 0 && { questions }),
    ...(page.siblings && { siblings: [...page.siblings] }),
    ...(asking.wasAsked() && { modelCost: asking.spentNanos() / NANOS }),
    ...(warnings.length > 0 && { warnings }),
    ...(explain === "true" && {
      explanation: doubtOpen(results).map(({ provenance }) => ({ ...provenance })),
    }),
  };
};

type Result = ExtractionList["results"][number];

/**
 * A page that cannot be read gets an error and does not affect the others. An internal error fails the whole request.
 */
const orError = async (url: string, reading: Promise<Extraction>): Promise<Result> => {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { url, error: { code: error.code, message: error.message } };
  }
};

/** Extracts data from several pages at once, at the pace of their sites. Each URL is opened once. */
export const extractEach = (
  means: Means,
  urls: readonly string[],
  request: ExtractRequest,
  query: ExtractQuery,
): Promise<Result[]> => {
  const distinct = [...new Set(urls)];
  const results = new Map(
    distinct.map((url) => [url, orError(url, extract(means, url, request, query, urls.length))]),
  );
  return Promise.all(urls.map((url) => results.get(url) as Promise<Result>));
};
