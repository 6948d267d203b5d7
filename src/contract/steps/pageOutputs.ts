/** What can be kept of a page besides its records: texts, HTML, addresses and metadata. */
import * as z from "zod";
import { PagePermissions } from "../permissions.ts";
import { Selector } from "./stepParts.ts";

const PAGE_OUTPUTS = [
  "markdown",
  "html",
  "rawHtml",
  "links",
  "images",
  "metadata",
  "json",
  "attributes",
  "screenshot",
] as const;
const PageOutput = z.enum(PAGE_OUTPUTS);
export type PageOutput = z.infer<typeof PageOutput>;

const MAX_TAGS = 50;
const MAX_ATTRIBUTES = 50;
const MAX_PAGE_WAIT_MS = 60_000;

const Tags = z.array(Selector).min(1).max(MAX_TAGS);

const OUTPUTS_TEXT =
  "`markdown`: the content as Markdown. `html`: the content as HTML, without scripts, styles and comments, with absolute URLs. " +
  "`rawHtml`: the page as it was sent or, in a browser, rendered. `links` and `images`: absolute URLs, each once. " +
  "`metadata`: what the page's head says, with the status and type of the response. `json`: the data of the schema, as one object.";

/** Which parts of a page the outputs show. Names are those that other scraping services use for the same. */
const pageSelection = {
  includeTags: Tags.optional().describe(
    "CSS selectors of the parts to keep. Replaces the detection of the main content.",
  ),
  excludeTags: Tags.optional().describe("CSS selectors of the parts to leave out."),
  onlyMainContent: z
    .boolean()
    .optional()
    .describe(
      "Leave out navigation, banners and the like in `markdown` and `html` (default: true). " +
        "`links` and `images` are always those of the whole page, or of `includeTags`.",
    ),
};

export interface PageSelection {
  readonly includeTags?: readonly string[] | undefined;
  readonly excludeTags?: readonly string[] | undefined;
  readonly onlyMainContent?: boolean | undefined;
}

/** The options of POST /extract. */
export const extractOutputs = {
  outputs: z
    .array(PageOutput.extract(["markdown", "html", "rawHtml", "links", "images", "metadata"]))
    .min(1)
    .max(PAGE_OUTPUTS.length)
    .optional()
    .describe(`The page itself, returned as \`page\` beside its items. ${OUTPUTS_TEXT}`),
  ...pageSelection,
};

/** What a schema with these options is refined with. */
export const SELECTS_OF_OUTPUTS = [
  ({
    outputs,
    includeTags,
    excludeTags,
    onlyMainContent,
  }: PageSelection & { readonly outputs?: readonly PageOutput[] | undefined }): boolean =>
    outputs !== undefined || [includeTags, excludeTags, onlyMainContent].every((each) => each === undefined),
  {
    path: ["outputs"],
    message: "`includeTags`, `excludeTags` and `onlyMainContent` choose parts of `outputs`: name these, too",
  },
] satisfies [unknown, unknown];

const AttributeQuery = z.strictObject({
  selector: Selector,
  attribute: z.string().min(1).max(100).describe("The attribute to read, such as `data-id`."),
});
export type AttributeQuery = z.infer<typeof AttributeQuery>;

/** The options of an `extract` step with `as: "page"`. */
export const pageStep = {
  outputs: z
    .array(PageOutput)
    .min(1)
    .max(PAGE_OUTPUTS.length)
    .optional()
    .describe(
      `With \`as: "page"\`: what the record holds besides \`url\`. Default: \`markdown\` and \`metadata\`. ${OUTPUTS_TEXT} ` +
        "`attributes`: the values that `attributes` asks for. `screenshot`: a picture of the page, listed among the run's screenshots; needs a browser.",
    ),
  ...pageSelection,
  attributes: z
    .array(AttributeQuery)
    .min(1)
    .max(MAX_ATTRIBUTES)
    .optional()
    .describe("With the output `attributes`: the attributes to read, and of which elements."),
  instructions: z
    .string()
    .max(2_000)
    .optional()
    .describe("With the output `json`: what to collect, in plain words, besides what the schema says."),
  useModel: z
    .boolean()
    .optional()
    .describe(
      "With the output `json`: asks the language model, if one is configured, for what was not found. Only values that appear on the " +
        "page are accepted; the record's `readByModel` names their fields. Pages that reserve `ai-input` are not sent to it.",
    ),
  fullPage: z.boolean().optional().describe("With the output `screenshot`: the full page."),
  waitMs: z
    .int()
    .min(1)
    .max(MAX_PAGE_WAIT_MS)
    .optional()
    .describe('With `as: "page"` in a browser: milliseconds to wait before the page is read.'),
};

/** Names of the options that only an `as: "page"` step has. */
export const PAGE_STEP_OPTIONS = Object.keys(pageStep);

export const PageMetadata = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  language: z.string().nullable().describe("As the page declares it, or else that of its text."),
  statusCode: z.int().describe("Status of the response."),
  contentType: z.string().describe("Type of the response."),
  canonicalUrl: z.string().nullable().describe("The page's `rel=canonical` URL."),
  favicon: z.string().nullable(),
  publishedAt: z.string().nullable().describe("Publication date, from metadata or a byline."),
  meta: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .describe("The page's `meta` tags by name or property; a list if a tag repeats."),
  permissions: PagePermissions.optional().describe(
    "What the page and its site say about its use, such as the training of AI models; absent if nothing is said.",
  ),
});
export type PageMetadata = z.infer<typeof PageMetadata>;

/** A page in the requested forms. */
export const PageContent = z.object({
  markdown: z.string().optional(),
  html: z.string().optional(),
  rawHtml: z.string().optional(),
  links: z.array(z.string()).optional(),
  images: z.array(z.string()).optional(),
  metadata: PageMetadata.optional(),
});
export type PageContent = z.infer<typeof PageContent>;
