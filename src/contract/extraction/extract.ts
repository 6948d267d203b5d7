import * as z from "zod";
import { HttpUrl, RobotsRule, Timestamp } from "../common.ts";
import { Currencies } from "../currencies.ts";
import { OutputSchema } from "../fields/outputSchema.ts";
import { Questions } from "../fields/questions.ts";
import { ShownRecords } from "../fields/recordExamples.ts";
import { FlowRender } from "../flows/rendering.ts";
import { CallRequestOptions } from "../flows/requestOptions.ts";
import { PagePermissions, PermissionPolicy, RECORD } from "../permissions.ts";
import { extractOutputs, PageContent, SELECTS_OF_OUTPUTS } from "../steps/pageOutputs.ts";
import { OtherReading, PageRecords } from "../steps/pageRecords.ts";
import { OpenedSiblings, SIBLINGS_MANNERS } from "./siblings.ts";

/** Maximum pages per request: as many as can be read in its time, two at a time from each site. */
export const MAX_EXTRACT_URLS = 20;

const REQUEST = z.strictObject({
  url: HttpUrl.optional().describe("The page. Send `url` or `urls`."),
  urls: z
    .array(HttpUrl)
    .min(1)
    .max(MAX_EXTRACT_URLS)
    .optional()
    .describe("Several pages, each read by itself: the answer holds one result per URL, in this order."),
  instructions: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      "What to collect, in plain words. Names the fields if there is no schema, says what those of the schema mean, and whether to collect " +
        "one record or all.",
    ),
  schema: OutputSchema.optional(),
  records: PageRecords.optional(),
  examples: ShownRecords.optional(),
  siblings: z
    .boolean()
    .optional()
    .describe(
      "`true`: opens two further pages of the same template and compares: what all of them start or end with is left out of a " +
        `value, and a value that never varies is doubted. ${SIBLINGS_MANNERS}`,
    ),
  ...extractOutputs,
  request: CallRequestOptions.optional().describe(
    "How the request presents itself. Headers go to the origin of each URL.",
  ),
  robots: RobotsRule.default("obey").describe(
    "`ignore`: fetch the page even if robots.txt disallows it. Only use it if you have permission.",
  ),
  permissions: PermissionPolicy.default(RECORD),
  render: FlowRender.default("auto").describe(
    "Whether to use a browser: `auto` when the page's content is loaded by scripts, `static` never, `browser` always.",
  ),
});
export const ExtractRequest = REQUEST.refine(({ url, urls }) => url !== undefined || urls !== undefined, {
  path: ["url"],
  message: "send `url` or `urls`",
})
  .refine(...SELECTS_OF_OUTPUTS)
  .refine(({ url, urls }) => url === undefined || urls === undefined, {
    path: ["urls"],
    message: "send `url` or `urls`, not both",
  })
  .refine(({ urls, examples }) => urls === undefined || examples === undefined, {
    path: ["examples"],
    message: "examples are of one page: send `url`, or let POST /generate make a flow from them",
  })
  .refine(({ records, examples }) => records === undefined || examples === undefined, {
    path: ["records"],
    message: "examples already say what a record is: leave `records` out",
  })
  .refine(({ urls, siblings }) => urls === undefined || siblings !== true, {
    path: ["siblings"],
    message: "siblings are of one page: send `url`",
  });
export type ExtractRequest = z.infer<typeof ExtractRequest>;

export const ExtractQuery = z.strictObject({
  explain: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: show where each value came from and how confident it is."),
  format: z
    .enum(["json", "markdown"])
    .optional()
    .describe(
      "`markdown`: the main content of one page as Markdown text, below its title, URL, language and date. " +
        "Takes `url`, without `schema` and `instructions`.",
    ),
});
export type ExtractQuery = z.infer<typeof ExtractQuery>;

const FieldExplanation = z.object({
  source: z
    .string()
    .describe(
      "json-ld, microdata, rdfa, json, feed, xml, csv, meta, state, table, pair, list, record, name, content, " +
        "example or model.",
    ),
  confidence: z.number().min(0).max(1),
  path: z.string().describe('Where on the page: `Product.offers.price`, `h1`, `dt "Weight"`.'),
  currency: z.string().optional().describe("For a price, its ISO 4217 code if the page gives one."),
  doubt: z.string().optional().describe("What speaks against the value, such as a wrong check digit."),
});

export const Extraction = z.object({
  url: z.string().describe("URL of the page, after redirects."),
  extractedAt: Timestamp,
  itemCount: z.int(),
  items: z
    .array(z.record(z.string(), z.unknown()))
    .describe("One item for a page about one thing, or one for each record of a list."),
  other: OtherReading.optional(),
  currencies: Currencies.optional(),
  page: PageContent.optional().describe("The page itself, in the forms that `outputs` names."),
  permissions: PagePermissions.optional().describe(
    "What the page and its site say about its use, such as the training of AI models. Absent if nothing is said.",
  ),
  questions: Questions.optional(),
  siblings: OpenedSiblings.optional(),
  modelCost: z
    .number()
    .min(0)
    .optional()
    .describe("Cost of the language model in US dollars; absent if it was not used."),
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "What could not be done, such as items that do not fit in the response. Absent if there is nothing to report.",
    ),
  explanation: z
    .array(z.record(z.string(), FieldExplanation))
    .optional()
    .describe("With `explain=true`: one entry per item, in the same order, by field. Null fields have none."),
});
export type Extraction = z.infer<typeof Extraction>;

/** One of several pages that could not be read; the others are not affected. */
const FailedExtraction = z.object({
  url: z.string().describe("The URL as it was sent."),
  error: z.object({ code: z.string().describe("Error code, such as `target-failed`."), message: z.string() }),
});

export const ExtractionList = z.object({
  results: z
    .array(z.union([Extraction, FailedExtraction]))
    .describe("One result per URL, in the order of `urls`: the page's data, or its `error`."),
  cost: z
    .number()
    .min(0)
    .describe("US dollars, counted in the account's `usage`; each `modelCost` comes on top."),
});
export type ExtractionList = z.infer<typeof ExtractionList>;
