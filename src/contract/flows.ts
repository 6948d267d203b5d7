import * as z from "zod";
import { HttpUrl, pageQuery, RobotsRule, Timestamp } from "./common.ts";
import { Expectations, RunWarning } from "./expect.ts";
import { FieldNotes } from "./fieldNotes.ts";
import { MonitorOptions } from "./monitor.ts";
import { OutputSchema } from "./outputSchema.ts";
import { Pace } from "./pace.ts";
import { Preview } from "./recordExamples.ts";
import { Schedule } from "./schedule.ts";
import { misplacedSecrets } from "./secrets.ts";
import { needsBrowser, Steps } from "./steps.ts";
import { line, lines } from "./text.ts";

export const FLOW_MODES = ["extract", "interact", "monitor"] as const;
export const FLOW_STATUSES = ["active", "paused", "draft", "error"] as const;

export const FlowMode = z.enum(FLOW_MODES);
export const FlowStatus = z.enum(FLOW_STATUSES);
export type FlowMode = z.infer<typeof FlowMode>;

export const FlowRender = z.enum(["auto", "static", "browser"]);
export type FlowRender = z.infer<typeof FlowRender>;
export type FlowStatus = z.infer<typeof FlowStatus>;

export const FlowLimits = z.strictObject({
  maxPages: z.int().min(1).max(100_000).optional().describe("Pages that a run opens at the most."),
  maxItems: z.int().min(1).max(1_000_000).optional().describe("Items after which a run stops."),
  maxCostUsd: z
    .number()
    .positive()
    .max(1_000)
    .optional()
    .describe("US dollars after which a run stops: it fails with `budget-stopped` and keeps its items."),
});

const definition = {
  name: line(200),
  description: lines(2000).default(""),
  url: HttpUrl.describe("Where the flow starts."),
  mode: FlowMode,
  render: FlowRender.default("auto").describe(
    "How pages are rendered: `static` fetches the HTML, `browser` opens it in Chromium, `auto` uses Chromium only when the page needs it.",
  ),
  robots: RobotsRule.default("obey").describe(
    "`obey`: pages that robots.txt disallows are not opened, and its Crawl-delay is kept. `ignore`: it is not read; " +
      "every run notes that in its log, and the audit log who set it.",
  ),
  pace: Pace.default("auto"),
  steps: Steps.default([]),
  outputSchema: OutputSchema.default({}),
  monitor: MonitorOptions.default({}).describe("What a flow of mode `monitor` compares and reports."),
  schedule: Schedule.nullable().default(null),
  limits: FlowLimits.default({}),
  expect: Expectations.default({}).describe(
    "What a good run looks like. A run that completes otherwise carries `warnings`, the flow needs attention, and a " +
      "`data_quality` alert says why. By itself only no items and lost fields are told of.",
  ),
};

/** Largest definition, in bytes of JSON: an item of the table holds 400 KB. */
const MAX_DEFINITION_BYTES = 200_000;

/** What a flow collects and when: all that a user writes, without its state. */
const ACCEPTED = {
  ...definition,
  notes: FieldNotes.optional().describe(
    "What POST /generate tells of fields that it did not find. It is not kept: the answer can be sent as it is.",
  ),
  preview: Preview.optional().describe("What POST /generate shows of the records. It is not kept."),
};
export const FlowDefinition = z.strictObject(ACCEPTED).superRefine((flow, context) => {
  const { mode, render, steps } = flow;
  const sizeBytes = new TextEncoder().encode(JSON.stringify(flow)).length;
  if (sizeBytes > MAX_DEFINITION_BYTES) {
    const message = `the flow has ${sizeBytes} bytes; at most ${MAX_DEFINITION_BYTES} are accepted`;
    context.addIssue({ code: "custom", path: [], message });
  }
  for (const { path, message } of misplacedSecrets(flow))
    context.addIssue({ code: "custom", path: [...path], message });
  if (render !== "static") return;
  const complain = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  if (mode === "interact") complain(["render"], "an interact flow runs in a browser");
  for (const [index, step] of steps.entries())
    if (needsBrowser(step))
      complain(
        ["steps", index, "type"],
        `a ${step.type} step like this one needs a browser, not render "static"`,
      );
});
export type FlowDefinition = z.infer<typeof FlowDefinition>;

/** What a user writes of a flow, without its state. */
export const definitionOf = (flow: FlowDefinition): FlowDefinition => ({
  name: flow.name,
  description: flow.description,
  url: flow.url,
  mode: flow.mode,
  render: flow.render,
  robots: flow.robots,
  pace: flow.pace,
  steps: flow.steps,
  outputSchema: flow.outputSchema,
  monitor: flow.monitor,
  schedule: flow.schedule,
  limits: flow.limits,
  expect: flow.expect,
});

/** Fields of a flow that the service writes; sent back in a PUT they are ignored. */
export const READ_ONLY_FLOW_FIELDS = [
  "id",
  "successRate",
  "totalRuns",
  "version",
  "nextRunAt",
  "lastRunAt",
  "secrets",
  "needsAttention",
  "warnings",
  "proposedExpect",
  "createdAt",
  "updatedAt",
] as const;

const patchOf = <T extends z.ZodType>(schema: T) => schema.nullable().optional();
const JsonObject = z.record(z.string(), z.unknown());

/**
 * A merge-patch (RFC 7396): only what is supplied changes, objects merge by key, null removes,
 * arrays are replaced. Its parts are validated once merged; see `FlowDefinition`.
 */
export const FlowPatch = z
  .strictObject({
    name: z.unknown().optional(),
    description: patchOf(z.unknown()),
    url: z.unknown().optional(),
    mode: z.unknown().optional(),
    render: patchOf(z.unknown()),
    robots: patchOf(z.unknown()),
    pace: patchOf(z.unknown()),
    status: FlowStatus.optional(),
    steps: patchOf(z.array(JsonObject)),
    outputSchema: patchOf(JsonObject),
    monitor: patchOf(JsonObject),
    schedule: patchOf(JsonObject),
    limits: patchOf(JsonObject),
    expect: patchOf(JsonObject),
    ...Object.fromEntries(READ_ONLY_FLOW_FIELDS.map((name) => [name, z.unknown().optional()])),
  })
  .meta({ examples: [{ name: "Books, daily", status: "active" }] });
export type FlowPatch = z.infer<typeof FlowPatch>;

const state = {
  id: z.string(),
  status: FlowStatus,
  successRate: z.number().min(0).max(100).describe("Percent of finished runs that completed."),
  totalRuns: z.int().min(0),
  needsAttention: z
    .boolean()
    .describe("It failed too often, or its last run that completed is not what it should be."),
  createdAt: Timestamp,
};

const lastRunAt = Timestamp.nullable().describe(
  "When its latest run was asked for; null where that is not known.",
);

export const Flow = z.object({
  ...definition,
  ...state,
  version: z.int().min(1).describe("Rises with every change; send it as If-Match with a PUT."),
  nextRunAt: Timestamp.nullable().describe("When the schedule starts the next run."),
  lastRunAt,
  secrets: z
    .array(z.string())
    .describe("Names of the secrets that were written; see PUT /flows/{id}/secrets/{name}."),
  warnings: z.array(RunWarning).describe("Those of the last run that completed."),
  proposedExpect: Expectations.nullable().describe(
    "Expectations that the last good runs would have met: send them as `expect` to have them held. Null before one.",
  ),
  updatedAt: Timestamp,
});
export type Flow = z.infer<typeof Flow>;

export const FlowSummary = z.object({
  ...state,
  name: definition.name,
  mode: FlowMode,
  url: z.string(),
  nextRunAt: Timestamp.nullable(),
  lastRunAt,
});
export type FlowSummary = z.infer<typeof FlowSummary>;

export const FlowCreated = z.object({
  id: z.string(),
  name: z.string(),
  status: FlowStatus,
  createdAt: Timestamp,
  version: z.int(),
});

export const FlowUpdated = z.object({
  id: z.string(),
  name: z.string(),
  status: FlowStatus,
  updatedAt: Timestamp,
  version: z.int(),
});

export const FlowSort = z.enum(["createdAt", "name", "lastRunAt", "successRate"]);
export type FlowSort = z.infer<typeof FlowSort>;

export const ListFlowsQuery = z.strictObject({
  status: FlowStatus.optional(),
  mode: FlowMode.optional(),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe("Words of the name, the description or the address."),
  sort: FlowSort.default("createdAt").describe("Flows that never ran come last by `lastRunAt`."),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("Default: `asc` by name, else `desc`: the newest, the latest or the best first."),
  ...pageQuery(),
});
