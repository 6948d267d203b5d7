import type { Extraction, ExtractQuery, ExtractRequest } from "../../contract/extract.ts";
import { NANOS } from "../../contract/units.ts";
import { startDeadline } from "../deadline.ts";
import { type Asking, createAsking, type WithModel } from "../model.ts";
import type { Caller, Deps } from "../ports.ts";
import { fitAnswer } from "./fit.ts";
import { mergeRead, wantsModel } from "./merge.ts";
import type { PageData, WithPages } from "./pages.ts";

/** Less than the function's time, so that a slow page gets an answer that says so. */
const TIMEOUT_MS = 25_000;

/** The page's results, with what a model read off it where something is missing. */
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

/** Why there is nothing, and what may be done about it. */
const nothingFound = ({ schema }: ExtractRequest): string =>
  Object.keys(schema ?? {}).length > 0
    ? "Nothing was found for the fields of the schema. Without a schema you see what the page holds."
    : "Nothing was found on the page.";

/** Structured data of one page, without a flow. */
export const extract = async (
  deps: Pick<Deps, "checkTarget" | "now" | "store" | "log"> & WithPages & WithModel,
  caller: Pick<Caller, "accountId" | "account">,
  request: ExtractRequest,
  { explain }: ExtractQuery,
): Promise<Extraction> => {
  const { pages, checkTarget, now } = deps;
  const { url, instructions, schema, robots, render } = request;
  checkTarget(url);
  const deadline = startDeadline(TIMEOUT_MS);
  const page = await pages.read(url, { schema, instructions, robots, render, now: now() }, deadline);
  const asking = createAsking(deps, caller, deadline.signal);
  const read = await readWithModel(page, request, asking);
  const { results, warnings: lost } = fitAnswer(read.results);
  const why = read.results.length === 0 && page.warnings.length === 0 ? [nothingFound(request)] : [];
  const warnings = [...page.warnings, ...why, ...read.warnings, ...lost];
  const items = results.map(({ item }) => ({ ...item }));
  return {
    url: page.url,
    extractedAt: new Date(now()).toISOString(),
    itemCount: items.length,
    items,
    ...(asking.wasAsked() && { modelCost: asking.spentNanos() / NANOS }),
    ...(warnings.length > 0 && { warnings }),
    ...(explain === "true" && { explanation: results.map(({ provenance }) => ({ ...provenance })) }),
  };
};
