/** Inputs shared by several tools. */
import * as z from "zod";
import { CHOICES, VALUE_TYPES } from "../../client/vocabulary.ts";

export const url = z
  .url({ protocol: /^https?$/, error: "must be a URL that starts with https:// or http://" })
  .describe("URL of the page.");
export const flowId = z.string().describe("ID of a flow, such as flow-1795244439677827220.");
export const runInput = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .optional()
  .describe("A value for each of the flow's `inputs`.");
export const runId = z.string().describe("ID of a run, such as run-1795244439994240041.");
export const uploadId = z.string().describe("A list from upload_list, instead of urls.");
export const limit = z.int().min(1).max(50).default(10).describe("Maximum number of records to return.");
export const cursor = z
  .string()
  .optional()
  .describe("`nextCursor` of the previous result, for the next page.");
export const textChars = z
  .int()
  .min(100)
  .max(15_000)
  .optional()
  .describe("Maximum length of a text in the result, in characters (default 1,000).");
export const request = z
  .strictObject({
    headers: z.record(z.string(), z.string()).optional(),
    language: z.string().optional().describe("Such as de-AT, en."),
    mobile: z.boolean().optional(),
    timezone: z.string().optional().describe("In a browser, such as Europe/Vienna."),
  })
  .optional()
  .describe("How to ask the site.");
export const obey = z
  .array(z.enum(CHOICES.PermissionUse))
  .min(1)
  .optional()
  .describe("Refuse a page whose owner reserves one of these uses.");
/** The policy that `obey` stands for. */
export const policyOf = (uses: z.output<typeof obey>) => (uses ? { permissions: { obey: uses } } : {});
export const schema = z
  .record(z.string(), z.unknown())
  .optional()
  .describe(
    `Field names and types, such as {"name": "string", "price": "price", "tags": "string[]"}. Types: ${VALUE_TYPES.join(", ")}; [] after one makes a list; an object nests. {"type": "price", "description": "without tax"} says in words which value is meant.`,
  );
