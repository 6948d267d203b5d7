/** Turns a sentence and a page into a flow, with no model and no network. Pure: page in, flow out. */
import type { GeneratedFlow } from "../../contract/extraction/generate.ts";
import { extractData, findKind, type PageDocument } from "../extract/extract.ts";
import { assembleFlow, collectsFrom, type GeneratePage } from "./assemble.ts";
import { type Draft, isThere } from "./draft.ts";
import { type Intent, readIntent } from "./intent.ts";
import { draftDetail } from "./page/detail.ts";
import { hasLogin, searchAddress } from "./page/forms.ts";
import { draftList } from "./page/list.ts";
import type { OtherPage } from "./preview.ts";
import { noteNamedValues } from "./sentence/namedValues.ts";
import { watchOne } from "./sentence/watched.ts";

export { assembleFlow, collectsFrom, type GeneratePage } from "./assemble.ts";
export { generateFromExamples, learnFromExamples } from "./examples/index.ts";
export { readLikeExamples } from "./examples/readLike.ts";
export { describeInspected } from "./inspected/describe.ts";
export { generateFromPicks } from "./inspected/picks.ts";
export { type MarkedPage, readMarked } from "./inspected/read.ts";
export { askAbout, showFlow, withPlaces } from "./inspected/shown.ts";
export { readIntent } from "./intent.ts";
export { checkProposal, type Proposal, questionFor } from "./model/proposal.ts";
export { keepOnPage, readQuestion } from "./page/values.ts";
export { readSteps, withPreview } from "./preview.ts";

const MIN_LIST = 3;

/** Drafts the extract steps and checks them on the page; null if nothing matches. */
export const draftStep = (
  page: PageDocument,
  intent: Intent,
  now: number,
  others: readonly OtherPage[] = [],
): Draft | null => {
  // If the sentence leaves list or detail open, the page's look and the requested fields decide.
  const isOpen = intent.kind === null;
  const kind = intent.kind ?? findKind(page, now);
  const list = kind === "list" ? draftList(page, intent, now) : null;
  if (list && list.count >= (intent.kind === "list" ? 2 : MIN_LIST)) return list;
  // "all products" asks for products: the rest of the page is no substitute.
  const namesThem = (intent.noun ?? intent.called) !== null;
  if (intent.kind === "list" && namesThem && !intent.monitoring) return list;
  const documents = others.map(({ document }) => document);
  const detail = draftDetail(page, intent, now, documents);
  const other =
    detail && !(isOpen && detail.missing.length > 0) ? null : (list ?? draftList(page, intent, now));
  const isBetter = detail && other && other.count >= MIN_LIST && other.missing.length < detail.missing.length;
  return isBetter ? other : (detail ?? other);
};

/**
 * The URL of the results of the sentence's search, if the page's form gives it: the flow collects from
 * the results, so its selectors are written for them. Null if there is no search.
 */
export const resultsAddress = (page: PageDocument, prompt: string): string | null => {
  const search = readIntent(prompt).doings.find(({ kind }) => kind === "search");
  return search?.kind === "search" ? searchAddress(page, search.text) : null;
};

/** If all names of the sentence are unknown, drafts what the page has and reports the names as missing. */
const draftWithoutGuesses = (
  page: PageDocument,
  intent: Intent,
  now: number,
  others: readonly OtherPage[],
): Draft | null => {
  const { fields } = intent;
  if (fields.length === 0 || fields.some(({ isGuess }) => isGuess !== true)) return null;
  const draft = draftStep(page, { ...intent, fields: [] }, now, others);
  return draft && { ...draft, missing: fields.map(({ name }) => name) };
};

/**
 * Collects by name: records without an element of their own, such as headings with the texts below them, have no
 * selector, but each run can find them as this page's were found. Null unless most of them have all that is asked.
 */
const draftByName = (page: PageDocument, intent: Intent, now: number): Draft | null => {
  const named = intent.fields.filter(({ isImplied }) => !isImplied);
  const outputSchema = Object.fromEntries(named.map(({ name, type }) => [name, type]));
  const names = Object.keys(outputSchema);
  if (intent.kind === "detail" || names.length < 2) return null;
  const records = "all";
  const { results } = extractData(page, { schema: outputSchema, records, now });
  const whole = results.filter(({ item }) => names.every((name) => isThere(item[name])));
  if (results.length < MIN_LIST || whole.length * 2 <= results.length) return null;
  return { steps: [{ type: "extract", records }], outputSchema, missing: [], count: results.length };
};

/** Whether the page is only the way to what the sentence asks for: it asks to log in, and the page has the form. */
const isDoor = (page: PageDocument, intent: Intent, draft: Draft | null): boolean => {
  if (!intent.doings.some(({ kind }) => kind === "login") || !hasLogin(page)) return false;
  const isFound = draft !== null && draft.missing.length === 0;
  return !(isFound && (intent.fields.length > 0 || draft.count >= MIN_LIST));
};

/** Collects by name from a page that is not seen yet: each run finds the records or the item there. */
const draftUnseen = ({ noun, fields }: Intent): Draft => ({
  steps: [{ type: "extract", ...(noun && { label: noun }) }],
  outputSchema: Object.fromEntries(fields.map(({ name, type }) => [name, type])),
  missing: [],
  count: 0,
});

/**
 * Generates the flow for a sentence; null if the page does not contain what it asks for.
 *
 * @param others pages of the same template, on which selectors are checked
 * @param takesLess whether a list will do that has less than half of what is asked for
 */
export const generateFlow = (
  page: GeneratePage,
  prompt: string,
  now: number,
  others: readonly OtherPage[] = [],
  takesLess = false,
): GeneratedFlow | null => {
  const intent = readIntent(prompt, page.timezone);
  const { document } = collectsFrom(page);
  const drafted = draftStep(document, intent, now, others);
  const hasAny =
    drafted !== null && drafted.missing.length < intent.fields.filter(({ isImplied }) => !isImplied).length;
  const draft =
    (hasAny ? null : draftByName(document, intent, now)) ??
    drafted ??
    draftWithoutGuesses(document, intent, now, others) ??
    (takesLess && intent.kind !== "detail" ? draftList(document, intent, now, true) : null);
  if (isDoor(document, intent, draft)) return assembleFlow(page, intent, draftUnseen(intent));
  if (!draft) return null;
  const selector = draft.steps[0]?.selector;
  if (selector === undefined) return assembleFlow(page, intent, draft);
  const watching = watchOne(intent, prompt, document);
  return assembleFlow(page, noteNamedValues(watching, prompt, document, selector), draft);
};
