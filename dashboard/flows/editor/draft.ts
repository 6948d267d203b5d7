/** A flow being edited. Its values are text as typed, until they are sent. */
import type { Flow, FlowDefinition, FlowPatch, Step } from "../../../client/index.ts";
import { STEP_FIELDS } from "../../../client/vocabulary.ts";
import { inputLines, inputsOf, valueLines, valuesOf } from "../inputs.ts";

export type StepType = keyof typeof STEP_FIELDS;

export interface StepField {
  readonly name: string;
  readonly kind: string;
  readonly required?: boolean;
  readonly values?: readonly string[];
}

/** A step as its form holds it. */
export type StepDraft = Readonly<Record<string, unknown>> & { readonly type: StepType };

/** A part of a flow as its form holds it. */
export type Parts = Readonly<Record<string, unknown>>;

export interface FlowDraft {
  readonly name: string;
  readonly description: string;
  readonly url: string;
  /** Lines such as `query string`. */
  readonly inputs: readonly string[];
  readonly urls: readonly string[];
  readonly tags: readonly string[];
  /** A list instead of the URLs. */
  readonly uploadId: string | null;
  readonly mode: Flow["mode"];
  readonly render: Flow["render"];
  readonly robots: Flow["robots"];
  readonly permissions: Flow["permissions"];
  readonly pace: "auto" | Parts;
  /** Headers as lines such as `X-Token: abc`. */
  readonly request: Parts;
  readonly session: Flow["session"];
  /** Empty, or a secret such as `{{secret.document}}`. */
  readonly documentPassword: string;
  /** Such as `{{secret.proxy}}`; empty: none. */
  readonly proxy: string;
  readonly steps: readonly StepDraft[];
  readonly outputSchema: Parts;
  readonly monitor: Parts;
  readonly schedule: Parts | null;
  readonly limits: Parts;
  readonly expect: Parts;
}

export const EMPTY_DRAFT: FlowDraft = {
  name: "",
  description: "",
  url: "",
  inputs: [],
  urls: [],
  tags: [],
  uploadId: null,
  mode: "extract",
  render: "auto",
  robots: "obey",
  permissions: "record",
  pace: "auto",
  request: {},
  session: { keep: false },
  documentPassword: "",
  proxy: "",
  steps: [],
  outputSchema: {},
  monitor: {},
  schedule: null,
  limits: {},
  expect: {},
};

export const fieldsOfStep = (type: StepType): readonly StepField[] => STEP_FIELDS[type];

/** Expectations as their form holds them: shares as lines such as `price 0.1`. */
export const expectDraftOf = ({ maxNullShare, ...rest }: NonNullable<Flow["expect"]>): Parts => ({
  ...rest,
  ...(maxNullShare && {
    maxNullShare: Object.entries(maxNullShare).map(([name, share]) => `${name} ${share}`),
  }),
});

const EXPECT_KINDS = { minItems: "integer", maxDrop: "number", unique: "lines" };

/** Invalid shares are sent unchanged, so that the API's error explains them. */
const tidyExpect = (parts: Parts): Parts => {
  const { maxNullShare = [], ...rest } = tidyParts(parts, { ...EXPECT_KINDS, maxNullShare: "lines" });
  const shares = (maxNullShare as readonly string[]).map((line) => {
    const [, name = line, share = ""] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    return [name, tidyValue("number", share === "" ? "?" : share)] as const;
  });
  return { ...rest, ...(shares.length > 0 && { maxNullShare: Object.fromEntries(shares) }) };
};

type Request = NonNullable<Flow["request"]>;

/** A request's options as their form holds them. */
const requestDraftOf = ({ headers, viewport, ...rest }: Request): Parts => ({
  ...rest,
  ...(headers && { headers: Object.entries(headers).map(([name, value]) => `${name}: ${value}`) }),
  ...viewport,
});

/** Lines without a colon are sent unchanged, so that the API's error explains them. */
const headersOf = (lines: readonly string[]): Parts =>
  Object.fromEntries(
    lines.map((line) => {
      const [, name = line, value = ""] = /^([^:]*):\s*(.*)$/.exec(line) ?? [];
      return [name.trim(), value];
    }),
  );

const REQUEST_KINDS = { headers: "lines", width: "integer", height: "integer", deviceScaleFactor: "number" };

/** Absent if nothing is asked for. */
const tidyRequest = (parts: Parts): { readonly request?: Parts } => {
  const { headers, width, height, deviceScaleFactor, ...rest } = tidyParts(parts, REQUEST_KINDS);
  const viewport = { width, height, deviceScaleFactor };
  const hasViewport = Object.values(viewport).some((value) => value !== undefined);
  const request = {
    ...rest,
    ...(headers !== undefined && { headers: headersOf(headers as readonly string[]) }),
    ...(hasViewport && { viewport: JSON.parse(JSON.stringify(viewport)) as Parts }),
  };
  return Object.keys(request).length > 0 ? { request } : {};
};

/** The draft of a stored or generated flow. */
export const draftOf = (flow: Partial<Flow>): FlowDraft => ({
  ...EMPTY_DRAFT,
  ...Object.fromEntries(
    Object.keys(EMPTY_DRAFT).flatMap((name) => {
      const value = flow[name as keyof FlowDraft];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  ...(flow.request && { request: requestDraftOf(flow.request) }),
  ...(flow.expect && { expect: expectDraftOf(flow.expect) }),
  ...(flow.inputs && { inputs: inputLines(flow.inputs) }),
  ...(flow.schedule?.input && { schedule: { ...flow.schedule, input: valueLines(flow.schedule.input) } }),
});

const isBlank = (value: unknown): boolean => value === undefined || value === "" || value === false;

/** A list as lines. The API also accepts some one-element lists as plain text. */
export const linesOf = (value: unknown): readonly string[] =>
  typeof value === "string" ? value.split("\n") : ((value ?? []) as readonly string[]);

/** A value for the API. Invalid numbers are sent unchanged, so that the API's error explains them. */
const tidyValue = (kind: string, value: unknown): unknown => {
  if (kind === "steps") return (value as readonly StepDraft[]).map(tidyStep);
  if (kind === "lines")
    return linesOf(value)
      .map((line) => line.trim())
      .filter(Boolean);
  if (kind !== "integer" && kind !== "number") return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : number;
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const tidyStep = (step: StepDraft): Parts => ({
  type: step.type,
  ...Object.fromEntries(
    fieldsOfStep(step.type).flatMap(({ name, kind, required }) => {
      if (isBlank(step[name]) && !(required && kind === "text")) return [];
      const value = tidyValue(kind, step[name] ?? "");
      return isEmptyList(value) && kind === "lines" ? [] : [[name, value]];
    }),
  ),
});

/** Converts typed numbers and lists with one entry per line. */
const tidyParts = (parts: Parts, kinds: Readonly<Record<string, string>>): Parts =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => {
      if (isBlank(value)) return [];
      const tidy = tidyValue(kinds[name] ?? "text", value);
      return isEmptyList(tidy) ? [] : [[name, tidy]];
    }),
  );

const LIMIT_KINDS = {
  maxPages: "integer",
  maxItems: "integer",
  maxPagesPerSite: "integer",
  maxItemsPerSite: "integer",
  maxCostUsd: "number",
};
const PACE_KINDS = { concurrency: "integer", delayMs: "integer" };
const MONITOR_KINDS = { key: "lines", fields: "lines", ignore: "lines", conditions: "lines" };

const tidySchedule = ({ input, ...schedule }: Parts, inputs: Parts): Parts => {
  const values = valuesOf((input ?? []) as readonly string[], inputs);
  return { ...schedule, ...(Object.keys(values).length > 0 && { input: values }) };
};

/** The definition of a draft. The API validates it. */
export const definitionOf = ({ request, documentPassword, proxy, ...draft }: FlowDraft): FlowDefinition =>
  ({
    ...draft,
    ...tidyRequest(request),
    ...(documentPassword.trim() !== "" && { documentPassword: documentPassword.trim() }),
    ...(proxy.trim() !== "" && { proxy: proxy.trim() }),
    name: draft.name.trim(),
    url: draft.url.trim(),
    inputs: inputsOf(draft.inputs),
    urls: tidyValue("lines", draft.urls),
    tags: tidyValue("lines", draft.tags),
    schedule: draft.schedule && tidySchedule(draft.schedule, inputsOf(draft.inputs)),
    steps: draft.steps.map(tidyStep) as readonly unknown[] as Step[],
    monitor: tidyParts(draft.monitor, MONITOR_KINDS),
    pace: draft.pace === "auto" ? "auto" : tidyParts(draft.pace, PACE_KINDS),
    limits: tidyParts(draft.limits, LIMIT_KINDS),
    expect: tidyExpect(draft.expect),
  }) as FlowDefinition;

const isObject = (value: unknown): value is Parts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The merge-patch (RFC 7396) that turns `before` into `after`. Removed fields become null. */
const patchBetween = (before: unknown, after: unknown): unknown => {
  if (!isObject(before) || !isObject(after)) return after;
  const removed = Object.keys(before).filter((name) => !(name in after));
  return {
    ...Object.fromEntries(
      Object.entries(after).map(([name, value]) => [name, patchBetween(before[name], value)]),
    ),
    ...Object.fromEntries(removed.map((name) => [name, null])),
  };
};

export const patchOf = (flow: Flow, draft: FlowDraft): FlowPatch =>
  patchBetween(definitionOf(draftOf(flow)), definitionOf(draft)) as FlowPatch;

/**
 * The parts of a flow that were changed, as a merge-patch.
 *
 * @param latest the version that is patched: what it has in those parts is replaced
 */
export const changedParts = (from: FlowDraft, to: FlowDraft, latest = from): FlowPatch => {
  const [before, after] = [from, to].map((draft) => definitionOf(draft) as unknown as Parts) as [
    Parts,
    Parts,
  ];
  const isChanged = ([name]: [string, unknown]): boolean =>
    JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const patch = patchBetween(definitionOf(latest), after) as Parts;
  return Object.fromEntries(Object.entries(patch).filter(isChanged)) as FlowPatch;
};
