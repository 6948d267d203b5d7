import * as z from "zod";
import { HttpUrl, RobotsRule, Timestamp } from "./common.ts";
import { FlowRender } from "./flows.ts";
import { OutputSchema } from "./outputSchema.ts";

export const ExtractRequest = z.strictObject({
  url: HttpUrl,
  instructions: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      "What to collect, in plain words. Names the fields if there is no schema, and says whether to collect one record or all.",
    ),
  schema: OutputSchema.optional(),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission.",
  ),
  render: FlowRender.default("auto").describe(
    "Whether to use a browser: `auto` when the page's content is loaded by scripts, `static` never, `browser` always.",
  ),
});
export type ExtractRequest = z.infer<typeof ExtractRequest>;

export const ExtractQuery = z.strictObject({
  explain: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: show where each value came from and how confident it is."),
});
export type ExtractQuery = z.infer<typeof ExtractQuery>;

const FieldExplanation = z.object({
  source: z
    .string()
    .describe(
      "json-ld, microdata, rdfa, json, feed, xml, csv, meta, state, table, pair, list, record, name, content or model.",
    ),
  confidence: z.number().min(0).max(1),
  path: z.string().describe('Where on the page: `Product.offers.price`, `h1`, `dt "Weight"`.'),
});

export const Extraction = z.object({
  url: z.string().describe("URL of the page, after redirects."),
  extractedAt: Timestamp,
  itemCount: z.int(),
  items: z
    .array(z.record(z.string(), z.unknown()))
    .describe("One item for a page about one thing, or one for each record of a list."),
  modelCost: z
    .number()
    .min(0)
    .optional()
    .describe("Cost of the language model in US dollars; absent if it was not used."),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "What could not be done, such as items that do not fit into the response. Absent if there is nothing to report.",
    ),
  explanation: z
    .array(z.record(z.string(), FieldExplanation))
    .optional()
    .describe("With `explain=true`: one entry per item, in the same order, by field. Null fields have none."),
});
export type Extraction = z.infer<typeof Extraction>;
