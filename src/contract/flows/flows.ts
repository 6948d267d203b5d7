import * as z from "zod";
import { pageQuery, Timestamp } from "../common.ts";
import { Expectations, RunWarning } from "./expect.ts";
import { definitionFields, FlowMode, MAX_TAG_CHARS } from "./flowDefinition.ts";
import { FlowStatus } from "./flowStatus.ts";
import { ProposedPatch } from "./proposedPatch.ts";

const state = {
  id: z.string(),
  status: FlowStatus,
  successRate: z.number().min(0).max(100).describe("Percentage of finished runs that completed."),
  totalRuns: z.int().min(0).describe("Runs requested, whatever their outcome."),
  completedRuns: z.int().min(0),
  failedRuns: z.int().min(0),
  needsAttention: z
    .boolean()
    .describe("Whether it failed too often, or its last completed run has warnings."),
  createdAt: Timestamp,
};

const lastItemCount = z
  .int()
  .min(0)
  .nullable()
  .describe("Items of its last completed run; null if there is none, or an earlier release ran it.");
const lastRunAt = Timestamp.nullable().describe("When its latest run was requested; null if unknown.");

export const Flow = z.object({
  ...definitionFields,
  ...state,
  version: z
    .int()
    .min(1)
    .describe(
      "Increases with every change. Send it as If-Match with a PUT to avoid overwriting someone else's change.",
    ),
  nextRunAt: Timestamp.nullable().describe("When the next scheduled run starts."),
  lastRunAt,
  lastItemCount,
  urlCount: z
    .int()
    .min(0)
    .nullable()
    .describe("Number of URLs in `urls` or in the uploaded list; null if the flow has no list."),
  secrets: z.array(z.string()).describe("Names of the flow's secrets. See PUT /flows/{id}/secrets/{name}."),
  warnings: z.array(RunWarning).describe("Warnings of the last completed run."),
  proposedExpect: Expectations.nullable().describe(
    "Suggested expectations, which the last good runs would have met. Send them as `expect` to enforce them. " +
      "Null until there is a good run.",
  ),
  proposedPatch: ProposedPatch.nullable().describe(
    "Selectors that the last completed run healed, and the patch that fixes the flow. Null if there are " +
      "none, or the flow was changed since.",
  ),
  updatedAt: Timestamp,
});
export type Flow = z.infer<typeof Flow>;

export const FlowSummary = z.object({
  ...state,
  name: definitionFields.name,
  mode: FlowMode,
  url: z.string(),
  nextRunAt: Timestamp.nullable(),
  lastRunAt,
  lastItemCount,
  tags: z.array(z.string()),
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
  q: z.string().trim().min(1).max(200).optional().describe("Words in the name, description or URL."),
  tag: z
    .string()
    .trim()
    .min(1)
    .max(MAX_TAG_CHARS)
    .optional()
    .describe("Only flows with this tag, in any case."),
  needsAttention: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional()
    .describe("Filter by whether the flow needs attention."),
  sort: FlowSort.default("createdAt").describe(
    "The field to sort by. Flows without a value come last: with `lastRunAt`, those that have never run; with `successRate`, those without a finished run.",
  ),
  order: z.enum(["asc", "desc"]).optional().describe("Default: `asc` for `name`, otherwise `desc`."),
  ...pageQuery(),
});
