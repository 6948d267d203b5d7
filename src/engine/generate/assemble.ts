/** Puts a flow together around the step that collects. */
import type { FieldNote } from "../../contract/fieldNotes.ts";
import type { GeneratedFlow } from "../../contract/generate.ts";
import type { MonitorOptions } from "../../contract/monitor.ts";
import type { OutputSchema } from "../../contract/outputSchema.ts";
import type { Step } from "../../contract/steps.ts";
import { findTitle, type PageDocument } from "../extract/extract.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import type { Draft } from "./draft.ts";
import { draftActions } from "./page/actions.ts";
import { describeFlow, nameFlow, type Told } from "./page/naming.ts";
import { draftPaging } from "./page/paging.ts";
import type { Intent, WantedField } from "./sentence/intent.ts";

/** The page to generate from, as it was opened. */
export interface GeneratePage {
  readonly url: string;
  readonly document: PageDocument;
  /** Its scripts had to run before it showed anything. */
  readonly isRendered: boolean;
  /** Where a search leads, if the sentence asks for one and the page could be opened. */
  readonly results?: { readonly url: string; readonly document: PageDocument } | null;
}

/** The page whose records are collected. */
export const collectsFrom = ({ url, document, results }: GeneratePage) => results ?? { url, document };

const isOnPage = (condition: string, schema: OutputSchema): boolean => {
  const [field = ""] = condition.split(" ");
  return /^(?:added|removed|changed)$/.test(field) || Object.hasOwn(schema, field);
};

/** A field by the name that the flow gives it. */
const namedAs = (schema: OutputSchema, field: string): string => {
  const concept = field === "in_stock" ? "availability" : conceptOf(field);
  return Object.hasOwn(schema, field) || concept === null
    ? field
    : (Object.keys(schema).find((name) => conceptOf(name) === concept) ?? field);
};

/** Conditions in the names that the flow gives the fields. */
const conditionsOf = (intent: Intent, schema: OutputSchema): string[] =>
  (intent.monitoring?.conditions ?? []).map((condition) => {
    const [field = "", ...rest] = condition.split(" ");
    return [namedAs(schema, field), ...rest].join(" ");
  });

const monitorOf = (intent: Intent, schema: OutputSchema): MonitorOptions | undefined => {
  if (!intent.monitoring) return undefined;
  const { match, restock, compared } = intent.monitoring;
  const known = conditionsOf(intent, schema).filter((condition) => isOnPage(condition, schema));
  const fields = compared
    .map((field) => namedAs(schema, field))
    .filter((name) => Object.hasOwn(schema, name));
  return {
    ...(fields.length > 0 && { fields }),
    ...(known.length > 0 && { conditions: known }),
    ...(known.length > 1 && match === "all" && { match }),
    ...(restock && Object.hasOwn(schema, "in_stock") && { restock }),
  };
};

const NO_STOCK = "The page does not say what is in stock, so restocks cannot be detected.";
const NO_ADDRESS = "The records have no URL of their own, so their pages are not opened.";
const UNSEEN_RESULTS =
  "The page that the search leads to was not looked at: the selectors are those of the page it starts from.";

/** The step that opens each record's own page, and what it adds to the record. */
const draftFollow = (
  { inner, fields }: Intent,
  { outputSchema, missing }: Draft,
): { step: Step; schema: OutputSchema } | null => {
  const address =
    fields.find(({ name, concept }) => concept === "url" && Object.hasOwn(outputSchema, name))?.name ??
    Object.entries(outputSchema).find(([, type]) => type === "url")?.[0];
  if (inner === null || address === undefined) return null;
  const isOuter = ({ name }: WantedField): boolean => Object.hasOwn(outputSchema, name);
  const wanted = [...inner, ...fields.filter(({ name }) => missing.includes(name))];
  const added = wanted.filter((field) => !isOuter(field) || inner.includes(field));
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

/** A field as the sentence calls it. */
const saidOf = ({ fields }: Intent, field: string): string =>
  fields.find(({ name }) => name === field)?.said ?? field;

/** What was asked for and is not collected, with why. */
const noteMissing = (
  missing: readonly string[],
  intent: Intent,
  { steps, unreached = [] }: Draft,
): FieldNote[] =>
  missing.map((field) => ({
    field: saidOf(intent, field),
    why: unreached.includes(field)
      ? "The records show it in different places, and no selector reads it in most of them."
      : intent.fields.some(({ name, isGuess }) => name === field && isGuess === true)
        ? `Nothing on the page is labelled or called "${saidOf(intent, field)}".`
        : steps[0]?.selector !== undefined
          ? "No record of the list shows it."
          : "The page does not show it.",
  }));

const pagesOf = (method: string | undefined, isPaged: boolean): Told["pages"] =>
  method === "scroll" ? "scroll" : method === "load-more" ? "more" : isPaged ? "next" : "one";

/**
 * The flow around a draft: what is done before, how the list continues, what is watched and when.
 *
 * @param name what the flow is called; absent: as its page and records are
 */
export const assembleFlow = (
  page: GeneratePage,
  intent: Intent,
  draft: Draft,
  name?: string | undefined,
): GeneratedFlow => {
  const { url, document, isRendered, results } = page;
  const from = collectsFrom(page);
  const isList = draft.steps[0]?.selector !== undefined;
  const paging = isList ? draftPaging(from.document, from.url, intent) : null;
  const actions = draftActions(document, intent.doings);
  const shots = actions.filter(({ steps }) => steps.some(({ type }) => type === "screenshot"));
  const before = actions.filter((action) => !shots.includes(action));
  const grows = paging?.step?.method === "scroll" || paging?.step?.method === "load-more";
  const acts = grows || actions.some(({ steps }) => steps.length > 0);
  const follow = isList ? draftFollow(intent, draft) : null;
  const outputSchema = { ...draft.outputSchema, ...follow?.schema };
  const steps: Step[] = [
    { type: "navigate", label: "open the page", url },
    ...before.flatMap((action) => action.steps),
    ...draft.steps,
    ...(follow ? [follow.step] : []),
    ...shots.flatMap((action) => action.steps),
    ...(paging?.step ? [paging.step] : []),
  ];
  const monitor = monitorOf(intent, outputSchema);
  const mode = intent.monitoring
    ? "monitor"
    : acts || isRendered || intent.interacts
      ? "interact"
      : "extract";
  const title = findTitle(from.document)?.claim.text ?? null;
  const subject = { url, title, isList };
  const isGuess = (missing: string): boolean =>
    intent.fields.some((field) => field.name === missing && field.isGuess === true);
  const missing = draft.missing.filter((field) => !Object.hasOwn(outputSchema, field));
  const searches = intent.doings.some(({ kind }) => kind === "search");
  const isSearched = steps.some(({ label }) => label === "search");
  const notes = [
    ...actions.flatMap((action) => action.notes),
    ...(searches && isSearched && !results ? [UNSEEN_RESULTS] : []),
    ...(paging?.notes ?? []),
    ...(intent.inner !== null && isList && !follow ? [NO_ADDRESS] : []),
    ...intent.notes,
    ...conditionsOf(intent, outputSchema)
      .filter((condition) => !isOnPage(condition, outputSchema))
      .map((condition) => `Left out because the page does not show it: "${condition}".`),
    ...(intent.monitoring?.restock && monitor?.restock !== true ? [NO_STOCK] : []),
  ];
  return {
    name: name ?? nameFlow(subject, intent),
    description: describeFlow(subject, intent, {
      outputSchema,
      inner: Object.keys(follow?.schema ?? {}),
      actions: actions.flatMap(({ told }) => told ?? []),
      pages: pagesOf(paging?.step?.method, paging?.step !== undefined && paging.step !== null),
      monitor,
      missing: missing.filter((field) => !isGuess(field)).map((field) => saidOf(intent, field)),
      unknown: missing.filter(isGuess).map((field) => saidOf(intent, field)),
      notes,
    }),
    url,
    mode,
    ...(intent.monitoring && (acts || isRendered) && { render: "browser" as const }),
    steps,
    outputSchema,
    ...(monitor && Object.keys(monitor).length > 0 && { monitor }),
    ...(intent.schedule && { schedule: intent.schedule }),
    ...(intent.limits.maxItems !== null && { limits: { maxItems: intent.limits.maxItems } }),
    ...(missing.length > 0 && { notes: noteMissing(missing, intent, draft) }),
  };
};
