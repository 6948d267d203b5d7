/** The three forms of an answer to POST /extract. */
import type { TextAnswer } from "../../contract/common.ts";
import { DomainError } from "../../contract/errors.ts";
import type {
  Extraction,
  ExtractionList,
  ExtractQuery,
  ExtractRequest,
} from "../../contract/extraction/extract.ts";
import type { WithModel } from "../model.ts";
import type { Caller, Deps, WithUploadedFiles, WithUsage } from "../ports.ts";
import { startDeadline } from "../shared/deadline.ts";
import { readFilesOf } from "../uploads/uploadedFile.ts";
import { countAnswer } from "../usage/countAnswer.ts";
import { extract, extractEach } from "./extract.ts";
import { writePage } from "./markdown.ts";
import type { WithPages } from "./pages.ts";

/** Less than the function's timeout, so that a slow page gets a proper error. */
const TIMEOUT_MS = 25_000;

const refuse = (path: string, message: string): DomainError =>
  new DomainError("invalid-request", message, { details: [{ path, message }] });

/** @returns the URL of the page @throws DomainError `invalid-request` for options that Markdown does not support */
const pageForMarkdown = (
  { url, schema, instructions }: ExtractRequest,
  { explain }: ExtractQuery,
): string => {
  if (url === undefined)
    throw refuse("urls", "format=markdown takes one `url`. For several pages, ask for the field `markdown`.");
  if (schema !== undefined || instructions !== undefined)
    throw refuse(
      schema === undefined ? "instructions" : "schema",
      "format=markdown returns the main content as it is. Leave out `schema` and `instructions`.",
    );
  if (explain === "true") throw refuse("explain", "format=markdown has no fields to explain.");
  return url;
};

/** Extracts data from one page or several, or returns one page as Markdown. Needs no flow. */
export const answerExtract = async (
  deps: Pick<Deps, "checkTarget" | "now" | "store" | "log"> &
    WithPages &
    WithModel &
    WithUsage &
    WithUploadedFiles,
  caller: Pick<Caller, "accountId" | "account">,
  request: ExtractRequest,
  query: ExtractQuery,
): Promise<Extraction | ExtractionList | TextAnswer> => {
  const deadline = startDeadline(TIMEOUT_MS);
  const { pages, checkTarget, now } = deps;
  const how = { ...request, readFile: readFilesOf(deps, caller.accountId) };
  if (query.format === "markdown") {
    const url = pageForMarkdown(request, query);
    checkTarget(url);
    return { text: writePage(await pages.open(how, deadline, false).readMarkdown(url, now())) };
  }
  const { url, urls } = request;
  const asking = { ...deps, caller, deadline, reader: pages.open(how, deadline, urls !== undefined) };
  if (url !== undefined) return extract(asking, url, request, query);
  deps.usage.start();
  const results = await extractEach(asking, urls ?? [], request, query);
  const opened = new Set(results.filter((result) => !("error" in result)).map((result) => result.url));
  return { results, cost: await countAnswer(deps, caller, opened.size) };
};
