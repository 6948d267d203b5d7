/** Turns a sentence and a page into a flow, with no model and no network. Pure: page in, flow out. */
import type { GeneratedFlow } from "../../contract/generate.ts";
import type { MonitorOptions } from "../../contract/monitor.ts";
import type { Step } from "../../contract/steps.ts";
import { findTitle } from "../extract/content/headline.ts";
import { conceptOf } from "../extract/data/concepts.ts";
import { extractData, type PageDocument } from "../extract/index.ts";
import { draftActions } from "./actions.ts";
import { draftDetail } from "./detail.ts";
import { type Intent, readIntent } from "./intent.ts";
import { type Draft, draftList } from "./list.ts";
import { describeFlow, nameFlow } from "./naming.ts";
import { draftPaging } from "./paging.ts";

export { readIntent } from "./intent.ts";
export { checkProposal, type Proposal, questionFor } from "./proposal.ts";
export { keepOnPage, readQuestion } from "./values.ts";

/** The page to generate from, as it was opened. */
export interface GeneratePage {
  readonly url: string;
  readonly document: PageDocument;
  /** Its scripts had to run before it showed anything. */
  readonly isRendered: boolean;
}

const MIN_LIST = 3;

/** One record or many, where the sentence does not say: what the page looks like. */
const decideKind = ({ document }: GeneratePage, intent: Intent, now: number): "list" | "detail" =>
  intent.kind ?? extractData(document, { now }).kind;

/** What is to be collected, written as a step and checked on the page; null where nothing fits. */
const draftStep = (page: GeneratePage, intent: Intent, now: number): Draft | null => {
  const kind = decideKind(page, intent, now);
  const list = kind === "list" ? draftList(page.document, intent, now) : null;
  if (list && list.count >= (intent.kind === "list" ? 2 : MIN_LIST)) return list;
  return draftDetail(page.document, intent, now) ?? list ?? draftList(page.document, intent, now);
};

const isOnPage = (condition: string, { outputSchema }: Draft): boolean => {
  const [field = ""] = condition.split(" ");
  return /^(?:added|removed|changed)$/.test(field) || Object.hasOwn(outputSchema, field);
};

/** Conditions in the names that the sentence gives the fields. */
const conditionsOf = ({ monitoring, fields }: Intent): string[] =>
  (monitoring?.conditions ?? []).map((condition) => {
    const [field = "", ...rest] = condition.split(" ");
    const named = fields.find(
      ({ name, concept }) => name === field || (concept !== null && concept === conceptOf(field)),
    );
    return [named?.name ?? field, ...rest].join(" ");
  });

const monitorOf = (intent: Intent, draft: Draft): MonitorOptions | undefined => {
  if (!intent.monitoring) return undefined;
  const { match, restock } = intent.monitoring;
  const known = conditionsOf(intent).filter((condition) => isOnPage(condition, draft));
  return {
    ...(known.length > 0 && { conditions: known }),
    ...(known.length > 1 && match === "all" && { match }),
    ...(restock && Object.hasOwn(draft.outputSchema, "in_stock") && { restock }),
  };
};

/** Puts the flow together around the step that collects. */
export const assembleFlow = (
  page: GeneratePage,
  intent: Intent,
  draft: Draft,
  told: Partial<Pick<GeneratedFlow, "name" | "description">> = {},
): GeneratedFlow => {
  const { url, document, isRendered } = page;
  const isList = draft.steps[0]?.selector !== undefined;
  const paging = isList ? draftPaging(document, url, intent) : null;
  const actions = draftActions(document, intent.clicks, intent.logsIn);
  const acts = actions.steps.length > 0 || paging?.method === "scroll" || paging?.method === "load-more";
  const steps: Step[] = [
    { type: "navigate", label: "open the page", url },
    ...actions.steps,
    ...draft.steps,
    ...(paging ? [paging] : []),
  ];
  const monitor = monitorOf(intent, draft);
  const mode = intent.monitoring
    ? "monitor"
    : acts || isRendered || intent.interacts
      ? "interact"
      : "extract";
  const title = findTitle(document, "", [])?.text ?? null;
  const subject = { url, title, isList };
  const { outputSchema, missing } = draft;
  const notes = [
    ...intent.notes,
    ...conditionsOf(intent)
      .filter((condition) => !isOnPage(condition, draft))
      .map((condition) => `Not watched, for the page does not show it: "${condition}".`),
  ];
  return {
    name: told.name ?? nameFlow(subject, intent),
    description:
      (told.description && [told.description, ...notes].join(" ").slice(0, 2_000)) ??
      describeFlow(subject, intent, {
        outputSchema,
        paginates: paging !== null,
        missing,
        notes: [...actions.notes, ...notes],
      }),
    url,
    mode,
    ...(intent.monitoring && (acts || isRendered) && { render: "browser" as const }),
    steps,
    outputSchema,
    ...(monitor && Object.keys(monitor).length > 0 && { monitor }),
    ...(intent.schedule && { schedule: intent.schedule }),
    ...(intent.limits.maxItems !== null && { limits: { maxItems: intent.limits.maxItems } }),
  };
};

/** The flow for a sentence; null where the page holds nothing of what is asked for. */
export const generateFlow = (page: GeneratePage, prompt: string, now: number): GeneratedFlow | null => {
  const intent = readIntent(prompt);
  const draft = draftStep(page, intent, now);
  return draft && assembleFlow(page, intent, draft);
};
