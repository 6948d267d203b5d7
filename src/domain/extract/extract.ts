import type { Extraction, ExtractQuery, ExtractRequest } from "../../contract/extract.ts";
import type { Deps } from "../ports.ts";
import type { WithPages } from "./pages.ts";

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

/** Structured data of one page, without a flow. */
export const extract = async (
  { pages, checkTarget, now }: Pick<Deps, "checkTarget" | "now"> & WithPages,
  { url, instructions, schema }: ExtractRequest,
  { explain }: ExtractQuery,
): Promise<Extraction> => {
  checkTarget(url);
  const query = { schema, instructions, now: now() };
  const page = await pages.read(url, query, AbortSignal.timeout(TIMEOUT_MS));
  const results = fitAnswer(page.results, ({ item }) => item);
  const items = results.map(({ item }) => ({ ...item }));
  return {
    url: page.url,
    extractedAt: new Date(now()).toISOString(),
    itemCount: items.length,
    items,
    ...(explain === "true" && { explanation: results.map(({ provenance }) => ({ ...provenance })) }),
  };
};
