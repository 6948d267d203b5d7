/** Turns a sentence and a page into a flow, with no model and no network. Pure: page in, flow out. */
import type { GeneratedFlow } from "../../contract/generate.ts";
import { extractData, type PageDocument } from "../extract/extract.ts";
import { assembleFlow, collectsFrom, type GeneratePage } from "./assemble.ts";
import type { Draft } from "./draft.ts";
import { draftDetail } from "./page/detail.ts";
import { searchAddress } from "./page/forms.ts";
import { draftList } from "./page/list.ts";
import { type Intent, readIntent } from "./sentence/intent.ts";

import { watchOne } from "./sentence/watched.ts";

export { assembleFlow, collectsFrom, type GeneratePage } from "./assemble.ts";
export { generateFromExamples, learnFromExamples, readLikeExamples } from "./examples/index.ts";
export { describeInspected } from "./inspected/describe.ts";
export { generateFromPicks } from "./inspected/picks.ts";
export { type MarkedPage, readMarked } from "./inspected/read.ts";
export { showFlow, withPlaces } from "./inspected/shown.ts";
export { checkProposal, type Proposal, questionFor } from "./model/proposal.ts";
export { keepOnPage, readQuestion } from "./page/values.ts";
export { withPreview } from "./preview.ts";
export { readIntent } from "./sentence/intent.ts";

const MIN_LIST = 3;

/** What is to be collected, written as a step and checked on the page; null where nothing fits. */
export const draftStep = (page: PageDocument, intent: Intent, now: number): Draft | null => {
  // Where the sentence does not say which, the page does, by what it looks like and by what was asked for.
  const isOpen = intent.kind === null;
  const kind = intent.kind ?? extractData(page, { now }).kind;
  const list = kind === "list" ? draftList(page, intent, now) : null;
  if (list && list.count >= (intent.kind === "list" ? 2 : MIN_LIST)) return list;
  // "all products" asks for products: what else stands on the page is none.
  const namesThem = (intent.noun ?? intent.called) !== null;
  if (intent.kind === "list" && namesThem && !intent.monitoring) return list;
  const detail = draftDetail(page, intent, now);
  const other =
    detail && !(isOpen && detail.missing.length > 0) ? null : (list ?? draftList(page, intent, now));
  const isBetter = detail && other && other.count >= MIN_LIST && other.missing.length < detail.missing.length;
  return isBetter ? other : (detail ?? other);
};

/**
 * The page that the sentence's search leads to, where its form tells: what is found there is what the
 * flow collects, so that is what its selectors are to be written for. Null where nothing is searched for.
 */
export const resultsAddress = (page: PageDocument, prompt: string): string | null => {
  const search = readIntent(prompt).doings.find(({ kind }) => kind === "search");
  return search?.kind === "search" ? searchAddress(page, search.text) : null;
};

/** Where all names of a sentence are unknown and none is on the page: what the page has, and the names as missing. */
const draftWithoutGuesses = (page: PageDocument, intent: Intent, now: number): Draft | null => {
  const { fields } = intent;
  if (fields.length === 0 || fields.some(({ isGuess }) => isGuess !== true)) return null;
  const draft = draftStep(page, { ...intent, fields: [] }, now);
  return draft && { ...draft, missing: fields.map(({ name }) => name) };
};

/** The flow for a sentence; null where the page holds nothing of what is asked for. */
export const generateFlow = (page: GeneratePage, prompt: string, now: number): GeneratedFlow | null => {
  const intent = readIntent(prompt);
  const { document } = collectsFrom(page);
  const draft = draftStep(document, intent, now) ?? draftWithoutGuesses(document, intent, now);
  if (!draft) return null;
  const isList = draft.steps[0]?.selector !== undefined;
  return assembleFlow(page, isList ? watchOne(intent, prompt, document) : intent, draft);
};
