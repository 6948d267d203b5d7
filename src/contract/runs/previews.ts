import * as z from "zod";
import { Timestamp } from "../common.ts";
import { Currencies } from "../currencies.ts";
import { FlowDefinition } from "../flows/flowDefinition.ts";
import { RunInput } from "../flows/inputs.ts";
import { Item, LogEntry, RunError, RunOpening, RunScreenshot, RunStatus } from "./runs.ts";

/** Limits of a preview; smaller limits of the flow still apply. */
export const PREVIEW_LIMITS = { maxPages: 3, maxItems: 20 } as const;

export const CreatePreview = z.strictObject({
  flow: FlowDefinition.describe("The flow to try. It is not stored."),
  flowId: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("The stored flow that `flow` is an edit of. The preview can then use its secrets."),
  input: RunInput.optional().describe("A value for each of the flow's `inputs`."),
});
export type CreatePreview = z.infer<typeof CreatePreview>;

export const FlowPreview = z.object({
  id: z.string(),
  status: RunStatus,
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  expiresAt: Timestamp.nullable().describe("When it is deleted: an hour after it finished."),
  duration: z.int().min(0).describe("Milliseconds of execution."),
  pagesFetched: z.int().min(0),
  cost: z.number().min(0).describe("US dollars used so far."),
  opening: RunOpening.nullable().describe("The page it is waiting for, and since when."),
  error: RunError.nullable(),
  logs: z.array(LogEntry),
  screenshots: z.array(RunScreenshot),
  currencies: Currencies.optional(),
  items: z.array(Item).describe(`The items collected so far, up to ${PREVIEW_LIMITS.maxItems}.`),
});
export type FlowPreview = z.infer<typeof FlowPreview>;
