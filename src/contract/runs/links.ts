/** Permanent URLs of a flow's latest items and changes, read with a token of the flow instead of an API key. */
import * as z from "zod";
import { Timestamp } from "../common.ts";
import { line } from "../text.ts";
import { EXPORT_FORMATS, Formulas } from "./runs.ts";

/** Maximum tokens per flow: one for each place that reads it. */
export const MAX_FLOW_TOKENS = 5;

/** Requests per minute with one token. A feed reader or a spreadsheet makes a few per hour. */
export const TOKEN_REQUESTS_PER_MINUTE = 60;

export const CreateFlowToken = z.strictObject({
  name: line(100)
    .describe("Where it is used.")
    .meta({ examples: ["Price sheet"] }),
});

export const FlowToken = z.object({
  id: z.string(),
  name: z.string(),
  token: z
    .string()
    .describe("In full in the answer that creates or rotates it; masked ever after. Sent as `?token=`."),
  createdAt: Timestamp.describe("When it was created, or last rotated."),
  lastUsedAt: Timestamp.nullable().describe("Written at most once a minute."),
});
export type FlowToken = z.infer<typeof FlowToken>;

export const FlowTokenParams = z.strictObject({
  id: z.string().min(1).max(128),
  tokenId: z.string().min(1).max(128),
});

export const FlowTokenRevoked = z.object({ id: z.string(), name: z.string(), revokedAt: Timestamp });

export const LatestItemsQuery = z.strictObject({
  format: z.enum(EXPORT_FORMATS).default("json").describe("`json`: one array with all items."),
  formulas: Formulas.optional(),
});
