/** How a page is opened before it is pointed at, and what becomes of a flow that was changed on its page. */
import type { Flow, GeneratedFlow, InspectRequest, Step } from "../../client/index.ts";
import {
  definitionOf,
  draftOf,
  type FlowDraft,
  type StepDraft,
  type StepType,
} from "../flows/editor/draft.ts";
import { fieldsOf, nameOfField } from "./points.ts";

export interface Opening {
  readonly url: string;
  readonly render: Flow["render"];
  readonly steps?: Step[];
  readonly request?: InspectRequest["request"];
  /** The flow whose secrets the steps type. */
  readonly flowId?: string | undefined;
}

/** Whether a step is one of those that sign in. */
export const signsIn = (step: Step): boolean => "when" in step && step.when !== undefined;

/** What may be done on a page before it is inspected. */
export const ACTIONS_BEFORE: readonly StepType[] = [
  "click",
  "type",
  "press",
  "select",
  "hover",
  "scroll",
  "wait",
];

const isBefore = ({ type }: { readonly type: string }): boolean =>
  type === "navigate" || (ACTIONS_BEFORE as readonly string[]).includes(type);

/** Steps up to where a flow collects, without the one that opens its own page. */
const stepsBefore = <T extends { readonly type: string }>(steps: readonly T[]): T[] => {
  const collects = steps.findIndex((step) => !isBefore(step));
  const first = steps.slice(0, collects < 0 ? steps.length : collects);
  return first[0]?.type === "navigate" ? first.slice(1) : first;
};

/** How a flow's own page is opened: as its runs do, up to where they collect. */
export const openingOf = (draft: FlowDraft, flowId?: string): Opening => {
  const { url, steps = [], render = "auto", request } = definitionOf(draft);
  // Headers with secrets are sent by runs only.
  const hasSecrets = Object.values(request?.headers ?? {}).some((value) => value.includes("{{"));
  const first = stepsBefore(steps);
  return {
    url,
    render: first.length > 0 && render === "static" ? "auto" : render,
    ...(first.length > 0 && { steps: first }),
    ...(request && !hasSecrets && { request }),
    flowId,
  };
};

/** A page that is reached from another one: what was done to see that one, such as a login, is done first. */
export const openingOfDetail = ({ steps, ...opening }: Opening, url: string): Opening =>
  steps === undefined ? { ...opening, url } : { ...opening, steps: [...steps, { type: "navigate", url }] };

/** What a click on a button of the page is as a step. */
export const clickOn = (text: string): Step => ({
  type: "click",
  selector: `:is(button, a, [role=button]):contains("${text.replaceAll(/["\\]/g, "\\$&")}")`,
});

/** What is collected from the page of each record. */
export interface Details {
  /** The field that holds its address. */
  readonly field: string;
  readonly made: GeneratedFlow;
}

type ExtractStep = Extract<Step, { type: "extract" }>;

const extractOf = ({ steps }: Pick<GeneratedFlow, "steps">): ExtractStep | undefined =>
  steps.find((step): step is ExtractStep => step.type === "extract");

/** The flow that also opens each record's own page. */
export const withDetails = (flow: GeneratedFlow, details: Details | null): GeneratedFlow => {
  const inner = details && extractOf(details.made);
  if (!details || !inner) return flow;
  const { label, optional, timeoutMs, url, ...own } = inner;
  const follow = { type: "follow", label: "details", field: details.field, steps: [own] } as Step;
  const at = flow.steps.findIndex(({ type }) => type === "extract") + 1;
  return {
    ...flow,
    steps: flow.steps.toSpliced(at, 0, follow),
    outputSchema: { ...details.made.outputSchema, ...flow.outputSchema },
  };
};

/** Fields of a flow without a single element on the page: they are kept unchanged. */
export const unplaced = (shown: GeneratedFlow | null): readonly string[] =>
  fieldsOf(shown).flatMap(({ name, nodes }) => (nodes.size === 0 ? [name] : []));

/** What was pointed at. */
export interface Pointed {
  readonly made: GeneratedFlow;
  /** Fields of the edited flow without a single element: they are kept. */
  readonly kept: readonly string[];
  /** What leads to the next page was pointed at, too. */
  readonly leadsOn: boolean;
  /** The draft that was created to sign in. */
  readonly flowId?: string | undefined;
}

const KEPT = { session: { keep: true } } as const;

/** The flow that was pointed at. One that signs in stays signed in. */
export const draftOfPointed = ({ made }: Pick<Pointed, "made">): FlowDraft => ({
  ...draftOf(made as Partial<Flow>),
  ...(made.steps.some(signsIn) && KEPT),
});

/** A flow with the records, fields and pages that it was given on its page. All else of it stays. */
export const mergePointed = (draft: FlowDraft, { made, kept, leadsOn }: Pointed): FlowDraft => {
  const { steps, outputSchema } = draftOf(made as Partial<Flow>);
  const pointed = steps.find(({ type }) => type === "extract");
  if (!pointed) return draft;
  const before = draft.steps.find(({ type }) => type === "extract");
  const fieldsBefore = (before?.fields ?? []) as readonly string[];
  const keptFields = kept.map((name) => fieldsBefore.find((text) => nameOfField(text) === name) ?? name);
  const extract: StepDraft = {
    ...before,
    ...pointed,
    ...(before?.label !== undefined && { label: before.label }),
    fields: [...new Set([...((pointed.fields ?? []) as readonly string[]), ...keptFields])],
  };
  const lead = draft.steps[0]?.type === "navigate" ? draft.steps.slice(0, 1) : [];
  const ofType = (type: string) => steps.filter((step) => step.type === type);
  const follows = ofType("follow");
  const isReplaced = ({ type }: StepDraft): boolean =>
    type === "extract" || type === "paginate" || (type === "follow" && follows.length > 0);
  const collecting = draft.steps.slice(lead.length + stepsBefore(draft.steps).length);
  const after = collecting.filter((step) => !isReplaced(step));
  const ownPaging = draft.steps.filter(({ type }) => type === "paginate");
  const paging = ofType("paginate");
  const nextPaging = leadsOn || paging.length === 0 || ownPaging.length === 0 ? paging : ownPaging;
  const types = Object.entries({ ...draft.outputSchema, ...outputSchema });
  const gone = fieldsBefore
    .map(nameOfField)
    .filter((name) => !(name in outputSchema) && !kept.includes(name));
  return {
    ...draft,
    ...(made.steps.some(signsIn) && KEPT),
    ...(made.mode === "interact" && draft.mode === "extract" && { mode: "interact" as const }),
    ...(made.mode === "interact" && draft.mode === "monitor" && { render: "browser" as const }),
    steps: [...lead, ...stepsBefore(steps), extract, ...follows, ...after, ...nextPaging],
    outputSchema: Object.fromEntries(
      types
        .filter(([name]) => !gone.includes(name))
        .map(([name, type]) => [name, draft.outputSchema[name] ?? type]),
    ),
  };
};
