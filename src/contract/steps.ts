/**
 * What a flow does, step by step. A new step type is one row in `STEP_SHAPES` and its place in
 * `Step` here, and one file in `src/engine/steps`, which the compiler then asks for.
 */
import * as z from "zod";
import { ACTION_SHAPES, type ActionStep, isActionType } from "./actionSteps.ts";
import { MAX_FIELD_LENGTH, parseField } from "./fields.ts";
import { intervalMs } from "./schedule.ts";
import { common, LinkSelector, nested, Selector, text } from "./stepParts.ts";

const MAX_STEPS = 50;
const MAX_FIELDS = 100;

const FieldText = text(MAX_FIELD_LENGTH, parseField);
const FieldName = text(64, (value) => {
  const field = parseField(value);
  return field.source || field.list || field.transforms.length > 0
    ? "must be the bare name of a field"
    : null;
});

const extract = {
  type: z.literal("extract"),
  selector: Selector.optional().describe(
    "Selects the elements that hold one record each. Without it, the page is one record or, if `fields` is absent too, whichever is detected.",
  ),
  fields: z
    .array(FieldText)
    .min(1)
    .max(MAX_FIELDS)
    .optional()
    .describe(
      "The fields to extract, in the field syntax. Default: the names in the flow's `outputSchema`, or whatever is found.",
    ),
  limit: z.int().min(1).max(1_000_000).optional().describe("Maximum records per page."),
};

const follow = {
  type: z.literal("follow"),
  selector: LinkSelector.optional().describe(
    "The links to open, as `css` or `css@attr`. The default attribute is `href`.",
  ),
  field: FieldName.optional().describe("The extracted field that holds the URL to open."),
  limit: z.int().min(1).max(1_000_000).optional().describe("Maximum links to open per page."),
};

const paginate = {
  type: z.literal("paginate"),
  method: z
    .enum(["auto", "next", "load-more", "scroll"])
    .optional()
    .describe(
      "`next`: a link or button to the next page. `load-more`: a button that loads more. `scroll`: the " +
        "page loads more on scroll. `auto`: detect it. Default: `next` with a selector, otherwise `auto`.",
    ),
  selector: LinkSelector.optional().describe(
    "The link (`css` or `css@attr`) or button. Default: detected automatically.",
  ),
  maxPages: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      "Maximum pages, including the first. For a page that loads more, the maximum number of loads. Default: 100.",
    ),
};

const sitemap = {
  type: z.literal("sitemap"),
  match: text(500, (value) =>
    /^(?:\/|https?:\/\/|\*)/.test(value) ? null : 'must begin with "/", "http://", "https://" or "*"',
  )
    .optional()
    .describe("Only open URLs that match. `*` matches any characters; `/blog/*` matches the path and query."),
  modifiedWithin: text(10, (value) =>
    intervalMs(value) === null ? 'must be a time such as "7d", "12h" or "30m"' : null,
  )
    .optional()
    .describe(
      "Skip pages that the sitemap says were last modified longer ago than this, such as `7d` or `12h`.",
    ),
  maxPages: z.int().min(1).max(1_000_000).optional().describe("Maximum pages to open."),
};

const unknownType = (...known: string[]) => ({
  error: (issue: { code?: string | undefined }) =>
    issue.code === "invalid_union" ? `unknown step type: use ${known.join(", ")}` : undefined,
});

const oneLink = (step: { selector?: unknown; field?: unknown }): boolean =>
  (step.selector === undefined) !== (step.field === undefined);
const ONE_LINK = 'a follow step needs "selector" or "field", one of them';

/** A page that is followed may follow further, three deep: written out, so that types are inferred. */
const NestedExtract = z.strictObject({ ...extract, ...nested });
const FollowLast = z
  .strictObject({
    ...follow,
    ...nested,
    steps: z
      .array(z.discriminatedUnion("type", [NestedExtract], unknownType("extract")))
      .min(1)
      .max(MAX_STEPS),
  })
  .refine(oneLink, ONE_LINK);
const FollowMiddle = z
  .strictObject({
    ...follow,
    ...nested,
    steps: z
      .array(z.discriminatedUnion("type", [NestedExtract, FollowLast], unknownType("extract", "follow")))
      .min(1)
      .max(MAX_STEPS),
  })
  .refine(oneLink, ONE_LINK);

/** One row per step type. */
export const STEP_SHAPES = {
  navigate: z
    .strictObject({ type: z.literal("navigate"), ...common })
    .describe("Opens the flow's URL, or the step's `url`."),
  extract: z
    .strictObject({ ...extract, ...common })
    .describe(
      "Extracts records from the page: one for each element that matches `selector`, or whatever the page contains.",
    ),
  paginate: z
    .strictObject({ ...paginate, ...common })
    .describe("Opens the next page and repeats the steps before it, until there are no more pages."),
  follow: z
    .strictObject({
      ...follow,
      ...common,
      steps: z
        .array(z.discriminatedUnion("type", [NestedExtract, FollowMiddle], unknownType("extract", "follow")))
        .min(1)
        .max(MAX_STEPS),
    })
    .refine(oneLink, ONE_LINK)
    .describe("Opens each link, runs `steps` there and merges the results into the record."),
  sitemap: z
    .strictObject({
      ...sitemap,
      ...common,
      steps: z
        .array(z.discriminatedUnion("type", [NestedExtract, FollowMiddle], unknownType("extract", "follow")))
        .min(1)
        .max(MAX_STEPS),
    })
    .describe(
      "Opens the pages in a sitemap and runs `steps` on each. `url` is the sitemap's URL. Default: detected automatically.",
    ),
  ...ACTION_SHAPES,
};

export type StepType = keyof typeof STEP_SHAPES;
export type NavigateStep = z.infer<typeof STEP_SHAPES.navigate>;
export type ExtractStep = z.infer<typeof STEP_SHAPES.extract>;
export type PaginateStep = z.infer<typeof STEP_SHAPES.paginate>;
type SitemapShape = z.infer<typeof STEP_SHAPES.sitemap>;
type FollowShape = z.infer<typeof STEP_SHAPES.follow>;
export type NestedStep = z.infer<typeof NestedExtract> | FollowStep;
/** At any depth: what the schema of the top level says, with nested steps of either kind. */
export type FollowStep = Omit<FollowShape, "steps"> & { steps: NestedStep[] };

export type SitemapStep = Omit<SitemapShape, "steps"> & { steps: NestedStep[] };

export const Step = z.discriminatedUnion(
  "type",
  [
    STEP_SHAPES.navigate,
    STEP_SHAPES.extract,
    STEP_SHAPES.paginate,
    STEP_SHAPES.follow,
    STEP_SHAPES.sitemap,
    STEP_SHAPES.click,
    STEP_SHAPES.type,
    STEP_SHAPES.press,
    STEP_SHAPES.select,
    STEP_SHAPES.hover,
    STEP_SHAPES.scroll,
    STEP_SHAPES.wait,
    STEP_SHAPES.screenshot,
    STEP_SHAPES.assert,
  ],
  unknownType(...Object.keys(STEP_SHAPES)),
);
export type Step = NavigateStep | ExtractStep | PaginateStep | FollowStep | SitemapStep | ActionStep;

/** The steps of a flow, in order; none: the run collects what the page holds by itself. */
export const Steps = z.array(Step).max(MAX_STEPS);
export type Steps = readonly Step[];

/** Whether a step can be run on a live page only, which a browser holds. */
export const needsBrowser = (step: Pick<Step, "type"> & { readonly method?: unknown }): boolean =>
  isActionType(step.type) || step.method === "load-more" || step.method === "scroll";
