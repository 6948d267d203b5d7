/** Assembles a flow around the steps that collect. */
import type { GeneratedFlow } from "../../contract/extraction/generate.ts";
import type { OutputSchema } from "../../contract/fields/outputSchema.ts";
import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { Step } from "../../contract/steps/steps.ts";
import { findTitle, type PageDocument } from "../extract/extract.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import type { Draft } from "./draft.ts";
import type { Intent } from "./intent.ts";
import { draftActions } from "./page/actions.ts";
import { describeFlow, nameFlow } from "./page/naming.ts";
import { draftPaging, type Paging, pagingUnseen } from "./page/paging.ts";
import { fieldFor, type WantedField } from "./sentence/wanted.ts";

/** The page to generate from. */
export interface GeneratePage {
  readonly url: string;
  /** The time zone of whoever asks; undefined if it is not known. */
  readonly timezone?: string | undefined;
  readonly document: PageDocument;
  /** Whether its scripts had to run to show its content. */
  readonly isRendered: boolean;
  /** The search results, if the sentence asks for a search and the page could be opened. */
  readonly results?: { readonly url: string; readonly document: PageDocument } | null;
}

/** The page whose records are collected. */
export const collectsFrom = ({ url, document, results }: GeneratePage) => results ?? { url, document };

/** The flow's name for a field; null if it has no such field. */
const namedAs = (schema: OutputSchema, field: string): string | null => {
  if (Object.hasOwn(schema, field)) return field;
  const { concept } = fieldFor(field);
  return Object.keys(schema).find((name) => concept !== null && conceptOf(name) === concept) ?? null;
};

/** The conditions with the flow's field names, and those on fields that the page does not show. */
const conditionsOf = ({ monitoring }: Intent, schema: OutputSchema) => {
  const known: string[] = [];
  const unknown: string[] = [];
  for (const condition of monitoring?.conditions ?? []) {
    const [field = "", ...rest] = condition.split(" ");
    const name = /^(?:added|removed|changed)$/.test(field) ? field : namedAs(schema, field);
    if (name === null) unknown.push(condition);
    else known.push([name, ...rest].join(" "));
  }
  return { known, unknown };
};

const monitorOf = (
  { match, restock, compared }: NonNullable<Intent["monitoring"]>,
  schema: OutputSchema,
  conditions: string[],
): MonitorOptions => {
  const fields = compared.flatMap((field) => namedAs(schema, field) ?? []);
  return {
    ...(fields.length > 0 && { fields }),
    ...(conditions.length > 0 && { conditions }),
    ...(conditions.length > 1 && match === "all" && { match }),
    ...(restock && Object.hasOwn(schema, "in_stock") && { restock }),
  };
};

const NO_STOCK = "The page does not say what is in stock, so restocks cannot be detected.";
const NO_ADDRESS = "The records have no URLs, so their pages are not opened.";
const NOT_UNDERSTOOD = "It was left out because it was not understood.";
const UNSEEN_PAGE =
  "The page behind the login was not opened, so runs find its fields by name. Inspect that page to get selectors for it.";
const UNSEEN_RESULTS =
  "The search results were not opened: the selectors come from the page with the search field.";

/** The step that opens each record's own page, and the fields it adds. */
const draftFollow = (
  { inner, fields }: Intent,
  { outputSchema, missing }: Draft,
): { step: Step; schema: OutputSchema } | null => {
  const isOuter = ({ name }: WantedField): boolean => Object.hasOwn(outputSchema, name);
  const address =
    fields.find((field) => field.concept === "url" && isOuter(field))?.name ??
    Object.keys(outputSchema).find((name) => outputSchema[name] === "url");
  if (inner === null || address === undefined) return null;
  const lacking = fields.filter((field) => missing.includes(field.name) && !isOuter(field));
  // If it names fields, and only asks to open the pages, they have those that the list lacks.
  const own = lacking.length > 0 ? inner.filter(({ isImplied }) => !isImplied) : inner;
  const added = [...own, ...lacking];
  if (added.length === 0) return null;
  return {
    step: {
      type: "follow",
      label: "details",
      field: address,
      steps: [{ type: "extract", fields: added.map(({ name }) => name) }],
    },
    schema: Object.fromEntries(
      added.filter((field) => !isOuter(field)).map(({ name, type }) => [name, type]),
    ),
  };
};

/** The sentence's name for a field. */
const saidOf = ({ fields }: Intent, field: string): string =>
  fields.find(({ name }) => name === field)?.said ?? field;

/** Whether a draft's records are many: each has an element, or all are found by the names of their fields. */
const readsList = ({ steps: [first] }: Draft): boolean =>
  first !== undefined && (first.selector !== undefined || first.records === "all");

/** @param guess the sentence's name for an unknown field */
const whyMissing = (field: string, guess: string | null, { steps, unreached = [] }: Draft): string => {
  if (unreached.includes(field))
    return "No single selector reads it in most records, because they show it in different places.";
  if (guess !== null) return `Nothing on the page is labelled or named "${guess}".`;
  return steps[0]?.selector === undefined ? "The page does not show it." : "No record of the list shows it.";
};

/** The step for the list's further pages, and what to note about them; null if only this page is read. */
const findPaging = (page: GeneratePage, intent: Intent, { count }: Draft, isList: boolean): Paging | null => {
  const { document, url } = collectsFrom(page);
  if (isList) return draftPaging(document, url, intent, page.isRendered);
  return count === 0 && intent.kind === "list" ? pagingUnseen(intent) : null;
};

type PagingStep = Paging["step"] | undefined;

const isShot = ({ type }: Step): boolean => type === "screenshot";

/** All steps in their order: the page is shown before it is read, and pictures are taken of what was read. */
const orderSteps = (
  url: string,
  acting: readonly Step[],
  reading: readonly Step[],
  paging: Paging | null,
): Step[] => [
  { type: "navigate", label: "open the page", url },
  ...acting.filter((step) => !isShot(step)),
  ...reading,
  ...acting.filter(isShot),
  ...(paging?.step ? [paging.step] : []),
];

/** Whether only a browser can go to the further pages. */
const pagesInBrowser = (step: PagingStep): boolean =>
  step?.method === "scroll" ||
  step?.method === "load-more" ||
  (step?.method === "next" && step.selector !== undefined);

/** How the description tells which pages are read. A note says how far an optional step scrolls. */
const pagesToTell = (step: PagingStep): "one" | "next" | "scroll" | "load-more" => {
  if (!step || (step.method === "scroll" && step.optional === true)) return "one";
  return step.method === "scroll" || step.method === "load-more" ? step.method : "next";
};

const BY_PLACE =
  "Nothing on the page names it. It is read from a column of the records by its place: check its values.";
/** Fields that were asked for and are not collected, or are only read by their place, with the reason. */
const explainMissing = (
  intent: Intent,
  draft: Draft,
  schema: OutputSchema,
): NonNullable<GeneratedFlow["notes"]> => {
  const isGuess = (name: string): boolean =>
    intent.fields.some((field) => field.name === name && field.isGuess === true);
  const missing = draft.missing
    .filter((field) => !Object.hasOwn(schema, field))
    .map((field) => {
      const said = saidOf(intent, field);
      return { field: said, why: whyMissing(field, isGuess(field) ? said : null, draft) };
    });
  const doubted = (draft.doubted ?? []).map((field) => ({ field, why: BY_PLACE }));
  return [...missing, ...doubted, ...intent.dropped.map((field) => ({ field, why: NOT_UNDERSTOOD }))];
};

/**
 * Builds the flow around a draft: page actions, pagination, monitoring and schedule.
 *
 * @param name the flow's name; defaults to one made from the page and its records
 */
export const assembleFlow = (
  page: GeneratePage,
  intent: Intent,
  draft: Draft,
  name?: string | undefined,
): GeneratedFlow => {
  const { url, document, isRendered, results } = page;
  const { monitoring, schedule, limits } = intent;
  const isList = readsList(draft);
  const paging = findPaging(page, intent, draft, isList);
  const follow = isList ? draftFollow(intent, draft) : null;
  const actions = draftActions(document, intent.doings);
  const acting = actions.flatMap((action) => action.steps);
  const steps = orderSteps(url, acting, [...draft.steps, ...(follow ? [follow.step] : [])], paging);
  const outputSchema = { ...draft.outputSchema, ...follow?.schema };
  const needsBrowser = isRendered || acting.length > 0 || pagesInBrowser(paging?.step);
  const conditions = conditionsOf(intent, outputSchema);
  const monitor = monitoring ? monitorOf(monitoring, outputSchema, conditions.known) : undefined;
  const isUnseen = !results && steps.some(({ label }) => label === "search");
  const remarks = [
    ...actions.flatMap((action) => action.notes),
    ...(isUnseen ? [UNSEEN_RESULTS] : []),
    ...(draft.count === 0 ? [UNSEEN_PAGE] : []),
    ...(paging?.notes ?? []),
    ...(intent.inner !== null && isList && !follow ? [NO_ADDRESS] : []),
    ...intent.notes,
    ...conditions.unknown.map((condition) => `Left out because the page does not show it: "${condition}".`),
    ...(monitoring?.restock && monitor?.restock !== true ? [NO_STOCK] : []),
  ];
  const notes = explainMissing(intent, draft, outputSchema);
  const subject = { url, title: findTitle(collectsFrom(page).document)?.claim.text ?? null, isList };
  return {
    name: name ?? nameFlow(subject, intent),
    description: describeFlow(subject, intent, {
      outputSchema,
      inner: Object.keys(follow?.schema ?? {}),
      actions: actions.flatMap(({ description }) => description ?? []),
      pages: pagesToTell(paging?.step),
      monitor,
      notes: remarks,
    }),
    url,
    mode: monitoring ? "monitor" : needsBrowser || intent.interacts ? "interact" : "extract",
    ...(monitoring && needsBrowser && { render: "browser" as const }),
    steps,
    outputSchema,
    ...(monitor && Object.keys(monitor).length > 0 && { monitor }),
    ...(schedule && { schedule }),
    ...(limits.maxItems !== null && { limits: { maxItems: limits.maxItems } }),
    ...(draft.questions && draft.questions.length > 0 && { questions: [...draft.questions] }),
    ...(notes.length > 0 && { notes }),
  };
};
