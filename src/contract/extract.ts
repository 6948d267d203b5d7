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
      "What is wanted, in words: names fields where there is no schema, and says whether one or all.",
    ),
  schema: OutputSchema.optional(),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: the page is opened although its robots.txt disallows it. Only if you may.",
  ),
  render: FlowRender.default("auto").describe(
    "In a browser: `auto` where its scripts fill the page in, `static` never, `browser` always.",
  ),
});
export type ExtractRequest = z.infer<typeof ExtractRequest>;

export const ExtractQuery = z.strictObject({
  explain: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: tell for each field where its value came from and how sure it is."),
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
  url: z.string().describe("Where the page came from, after redirects."),
  extractedAt: Timestamp,
  itemCount: z.int(),
  items: z
    .array(z.record(z.string(), z.unknown()))
    .describe("One item for a page about one thing, one for each record of a list."),
  modelCost: z
    .number()
    .min(0)
    .optional()
    .describe("US dollars that the language model cost; absent where none was asked."),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "What could not be done, such as items that are too much for one answer. Absent where there is nothing to tell.",
    ),
  explanation: z
    .array(z.record(z.string(), FieldExplanation))
    .optional()
    .describe("With `explain=true`: by item, in the same order, and field. Fields that are null have none."),
});
export type Extraction = z.infer<typeof Extraction>;
