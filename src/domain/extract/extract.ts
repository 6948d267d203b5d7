import type { Extraction, ExtractQuery, ExtractRequest } from "../../contract/extract.ts";
import { NANOS } from "../../contract/units.ts";
import { type Asking, createAsking, type WithModel } from "../model.ts";
import type { Caller, Deps } from "../ports.ts";
import { mergeRead, wantsModel } from "./merge.ts";
import type { PageData, WithPages } from "./pages.ts";

/** Less than the function's time, so that a slow page gets an answer that says so. */
const TIMEOUT_MS = 25_000;
/** Of items, in bytes of JSON; the gateway passes 6 MB, and an explanation is about as long as its item. */
const MAX_BYTES = 2_000_000;

/** As many results as an answer may hold. */
const fitAnswer = <T>(results: readonly T[], itemOf: (result: T) => unknown): T[] => {
  let bytes = 0;
  const end = results.findIndex((result) => {
    bytes += Buffer.byteLength(JSON.stringify(itemOf(result)));
    return bytes > MAX_BYTES;
  });
  return results.slice(0, end < 0 ? results.length : end);
};

/** The page's results, with what a model read off it where something is missing. */
const readWithModel = async (
  page: PageData,
  request: ExtractRequest,
  asking: Asking,
): Promise<{ results: PageData["results"]; warnings: string[] }> => {
  if (!asking.isThere || !wantsModel(page, request)) return { results: page.results, warnings: [] };
  const { answer, failure } = await asking.ask(page.question);
  if (answer) return { results: mergeRead(page.results, page.keep(answer.value)), warnings: [] };
  return { results: page.results, warnings: [`No model was used: ${failure.message}`] };
};

/** Structured data of one page, without a flow. */
export const extract = async (
  deps: Pick<Deps, "checkTarget" | "now" | "store" | "log"> & WithPages & WithModel,
  caller: Pick<Caller, "accountId" | "account">,
  request: ExtractRequest,
  { explain }: ExtractQuery,
): Promise<Extraction> => {
  const { pages, checkTarget, now } = deps;
  const { url, instructions, schema, robots } = request;
  checkTarget(url);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const page = await pages.read(url, { schema, instructions, robots, now: now() }, signal);
  const asking = createAsking(deps, caller, signal);
  const read = await readWithModel(page, request, asking);
  const results = fitAnswer(read.results, ({ item }) => item);
  const items = results.map(({ item }) => ({ ...item }));
  return {
    url: page.url,
    extractedAt: new Date(now()).toISOString(),
    itemCount: items.length,
    items,
    ...(asking.wasAsked() && { modelCost: asking.spentNanos() / NANOS }),
    ...(read.warnings.length > 0 && { warnings: read.warnings }),
    ...(explain === "true" && { explanation: results.map(({ provenance }) => ({ ...provenance })) }),
  };
};
