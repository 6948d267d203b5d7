import * as z from "zod";
import { AddressList, HttpUrl, RobotsRule } from "../common.ts";
import { FieldNotes } from "../fields/fieldNotes.ts";
import { OutputSchema, StoredSchema } from "../fields/outputSchema.ts";
import { Questions } from "../fields/questions.ts";
import { ExampleRecords, Preview } from "../fields/recordExamples.ts";
import { PermissionPolicy, RECORD } from "../permissions.ts";
import { pictureFaults } from "../steps/pictures.ts";
import { Steps } from "../steps/steps.ts";
import { line, lines } from "../text.ts";
import { EachUrl } from "./eachUrl.ts";
import { Expectations } from "./expect.ts";
import { FlowStatus } from "./flowStatus.ts";
import { FlowInputs, inputFaults, misplacedInputs } from "./inputs.ts";
import { MonitorOptions } from "./monitor.ts";
import { Pace } from "./pace.ts";
import { FlowProxy } from "./proxy.ts";
import { FlowRender, staticFaults } from "./rendering.ts";
import { FlowRequestOptions } from "./requestOptions.ts";
import { Schedule } from "./schedule.ts";
import { DocumentPassword, misplacedSecrets } from "./secrets.ts";
import { NO_SESSION, SessionOptions, signInFaults } from "./sessions.ts";
import { ONE_LIST, UploadId } from "./uploads.ts";

export { FlowRender } from "./rendering.ts";

export const FlowMode = z.enum(["extract", "interact", "monitor"]);
export type FlowMode = z.infer<typeof FlowMode>;

export const FlowLimits = z.strictObject({
  maxPages: z.int().min(1).max(10_000_000).optional().describe("Maximum pages per run."),
  maxItems: z.int().min(1).max(1_000_000).optional().describe("Maximum items per run."),
  maxPagesPerSite: z
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe("Maximum pages of each site, in a list of sites (`eachUrl`)."),
  maxItemsPerSite: z
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe("Maximum items of each site, in a list of sites (`eachUrl`)."),
  maxCostUsd: z
    .number()
    .positive()
    .max(1_000)
    .optional()
    .describe(
      "Maximum cost of a run in US dollars. A run that reaches it before it is done fails with `budget-stopped` and keeps its items.",
    ),
});

const MAX_TAGS = 10;
export const MAX_TAG_CHARS = 40;

/** The fields of a definition, which flows have too. */
export const definitionFields = {
  name: line(200),
  description: lines(2000).default(""),
  url: HttpUrl.describe("The URL the flow starts from."),
  inputs: FlowInputs.default({}).describe(
    "Values that each run needs. Use `{{input.name}}` in the path and query of `url`, in `match`, and in the " +
      "text of `type` steps.",
  ),
  urls: AddressList.default([]).describe(
    "URLs that each run opens instead of `url`, as pages or as the starts of sites (`eachUrl`): up to 1,000. Duplicates are opened once. A URL that fails does not fail the run; GET " +
      "/runs/{id}/pages lists the result of each.",
  ),
  eachUrl: EachUrl.optional().describe(
    "What each URL of a list is. `page`: just that page is opened. `site`: all steps run from there as if it were the flow's " +
      "`url`, so that a `crawl` or `sitemap` step collects each site; many sites run on several workers, and GET " +
      "/runs/{id}/sites lists the result of each. Default for flows with a `crawl` or `sitemap` step: `site`.",
  ),
  uploadId: UploadId.nullable()
    .default(null)
    .describe(
      "A list from POST /uploads instead of `urls`, with up to your plan's `urlsPerRun` URLs. The flow keeps a " +
        "copy, so its schedule continues after the upload has expired.",
    ),
  mode: FlowMode,
  render: FlowRender.default("auto").describe(
    "How to load pages. `static` fetches the HTML, `browser` uses Chromium, `auto` uses Chromium only when a " +
      "page needs it.",
  ),
  robots: RobotsRule.default("obey").describe(
    "`obey`: skip pages that robots.txt disallows and respect its Crawl-delay. `ignore`: don't read it; " +
      "each run's log says so, and the audit log records who set it.",
  ),
  permissions: PermissionPolicy.default(RECORD),
  pace: Pace.default("auto"),
  request: FlowRequestOptions.optional().describe(
    "How the flow's requests present themselves: headers, languages, a phone. Pages are fetched and opened in a browser alike.",
  ),
  session: SessionOptions.default(NO_SESSION),
  proxy: FlowProxy.optional().describe(
    "The proxy that all of the flow's connections go through, as a secret: `{{secret.proxy}}`. The secret's value is " +
      "`http://user:password@host:port`, or the same with https or socks5.",
  ),
  tags: z
    .array(z.string().trim().min(1).max(MAX_TAG_CHARS))
    .max(MAX_TAGS)
    .optional()
    .describe("Words to find and group flows by, such as `books`."),
  steps: Steps.default([]),
  outputSchema: OutputSchema.default({}),
  monitor: MonitorOptions.default({}).describe("What a flow in `monitor` mode compares and reports."),
  schedule: Schedule.nullable().default(null),
  limits: FlowLimits.default({}),
  documentPassword: DocumentPassword.optional().describe(
    "The secret that opens encrypted PDF, Office and OpenDocument files, such as `{{secret.document}}`. Set its value with PUT " +
      "/flows/{id}/secrets/{name}; it opens documents of the secret's `origins` only.",
  ),
  examples: ExampleRecords.optional().describe(
    "Records with values as shown on the page, which POST /generate made the flow from. Selectors that stop working are " +
      "healed by them, too.",
  ),
  expect: Expectations.default({}).describe(
    "What a good run looks like. A completed run that falls short has `warnings`, its flow needs attention, and a " +
      "`data_quality` alert says why. By default, only missing items and lost fields are reported.",
  ),
};

/** Largest definition, in bytes of JSON: an item of the table holds 400 KB. */
const MAX_DEFINITION_BYTES = 200_000;

/** What is wrong with the input of scheduled runs. */
const scheduledFaults = ({ schedule, inputs }: { schedule: Schedule | null; inputs: FlowInputs }) =>
  (schedule ? inputFaults(inputs, schedule.input ?? {}) : []).map(({ path, message }) => ({
    path: ["schedule", "input", ...path],
    message,
  }));

/** What a flow collects and when: everything that users define, without its state. */
const ACCEPTED = {
  ...definitionFields,
  notes: FieldNotes.optional().describe(
    "Fields that POST /generate could not find. Accepted so that its result can be sent unchanged; not stored.",
  ),
  questions: Questions.optional().describe(
    "What POST /generate left open. Accepted so that its result can be sent unchanged; not stored.",
  ),
  preview: Preview.optional().describe(
    "The records that POST /generate previewed. Accepted so that its result can be sent unchanged; not stored.",
  ),
};
export const FlowDefinition = z.strictObject(ACCEPTED).superRefine((flow, context) => {
  const { mode } = flow;
  const sizeBytes = new TextEncoder().encode(JSON.stringify(flow)).length;
  if (sizeBytes > MAX_DEFINITION_BYTES) {
    const message = `the flow has ${sizeBytes} bytes; at most ${MAX_DEFINITION_BYTES} are accepted`;
    context.addIssue({ code: "custom", path: [], message });
  }
  const faults = [
    ...misplacedSecrets(flow),
    ...misplacedInputs(flow),
    ...scheduledFaults(flow),
    ...staticFaults(flow),
    ...pictureFaults(flow),
    ...signInFaults(flow),
  ];
  for (const { path, message } of faults) context.addIssue({ code: "custom", path: [...path], message });
  if (flow.urls.length > 0 && flow.uploadId !== null) context.addIssue({ code: "custom", ...ONE_LIST });
  if (mode === "monitor" && Object.keys(flow.inputs).length > 0) {
    const message = "a monitor compares its runs, which must read the same: write the value where it is used";
    context.addIssue({ code: "custom", path: ["inputs"], message });
  }
});
export type FlowDefinition = z.infer<typeof FlowDefinition>;

/** A stored flow with a patch. Its schema has been read before: read again, a record with a field `type` would be taken for a type. */
export const MergedFlow = FlowDefinition.safeExtend({ outputSchema: StoredSchema.default({}) });

/** The part of a flow that users define, without its state. */
export const definitionOf = (flow: FlowDefinition): FlowDefinition => ({
  name: flow.name,
  description: flow.description,
  url: flow.url,
  inputs: flow.inputs,
  urls: flow.urls,
  uploadId: flow.uploadId,
  ...(flow.eachUrl && { eachUrl: flow.eachUrl }),
  mode: flow.mode,
  render: flow.render,
  robots: flow.robots,
  permissions: flow.permissions,
  pace: flow.pace,
  ...(flow.request && { request: flow.request }),
  session: flow.session,
  ...(flow.proxy && { proxy: flow.proxy }),
  ...(flow.tags && { tags: flow.tags }),
  steps: flow.steps,
  outputSchema: flow.outputSchema,
  monitor: flow.monitor,
  schedule: flow.schedule,
  limits: flow.limits,
  expect: flow.expect,
  ...(flow.documentPassword !== undefined && { documentPassword: flow.documentPassword }),
  ...(flow.examples && { examples: flow.examples }),
});

/** Fields of a flow that only the service writes. They are ignored in a PUT. */
export const READ_ONLY_FLOW_FIELDS = [
  "id",
  "successRate",
  "totalRuns",
  "completedRuns",
  "failedRuns",
  "version",
  "nextRunAt",
  "lastRunAt",
  "lastItemCount",
  "secrets",
  "needsAttention",
  "warnings",
  "proposedExpect",
  "urlCount",
  "proposedPatch",
  "createdAt",
  "updatedAt",
] as const;

const patchOf = <T extends z.ZodType>(schema: T) => schema.nullable().optional();
const JsonObject = z.record(z.string(), z.unknown());

/**
 * A merge-patch (RFC 7396): only supplied fields change, objects merge by key, null removes, arrays are replaced. The
 * result is validated after merging; see `FlowDefinition`.
 */
export const FlowPatch = z
  .strictObject({
    name: z.unknown().optional(),
    description: patchOf(z.unknown()),
    url: z.unknown().optional(),
    inputs: patchOf(JsonObject),
    urls: patchOf(z.array(z.unknown())),
    uploadId: patchOf(z.unknown()),
    eachUrl: patchOf(z.unknown()),
    mode: z.unknown().optional(),
    render: patchOf(z.unknown()),
    robots: patchOf(z.unknown()),
    permissions: patchOf(z.unknown()),
    pace: patchOf(z.unknown()),
    request: patchOf(JsonObject),
    session: patchOf(JsonObject),
    proxy: patchOf(z.unknown()),
    status: FlowStatus.optional(),
    tags: patchOf(z.array(z.unknown())),
    steps: patchOf(z.array(JsonObject)),
    outputSchema: patchOf(JsonObject),
    monitor: patchOf(JsonObject),
    schedule: patchOf(JsonObject),
    limits: patchOf(JsonObject),
    expect: patchOf(JsonObject),
    documentPassword: patchOf(z.unknown()),
    examples: patchOf(z.array(JsonObject)),
    ...Object.fromEntries(READ_ONLY_FLOW_FIELDS.map((name) => [name, z.unknown().optional()])),
  })
  .meta({ examples: [{ name: "Books, daily", status: "active" }] });
export type FlowPatch = z.infer<typeof FlowPatch>;
