/**
 * What a flow does, step by step. A new step type is one row in `STEP_SHAPES` and one file in `src/engine/steps`,
 * which the compiler requires (docs/contributing.md).
 */
import * as z from "zod";
import { parseField } from "../fields/fields.ts";
import { intervalMs } from "../interval.ts";
import { ACTION_SHAPES } from "./actionSteps.ts";
import { AddressPatterns, PATTERN_SYNTAX } from "./addressPatterns.ts";
import {
  AS_WHOLE,
  asWhole,
  extract,
  IN_BROWSER,
  isBrowsers,
  isReadByName,
  READ_BY_NAME,
} from "./extractStep.ts";
import { acting, common, LinkSelector, nested, text } from "./stepParts.ts";

const MAX_STEPS = 50;

const FieldName = text(64, (value) => {
  const field = parseField(value);
  return field.source || field.list || field.transforms.length > 0
    ? "must be the bare name of a field"
    : null;
});

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
  match: AddressPatterns.optional().describe(`Only open URLs that match one of these. ${PATTERN_SYNTAX}`),
  exclude: AddressPatterns.optional().describe("Never open URLs that match one of these."),
  modifiedWithin: text(10, (value) =>
    intervalMs(value) === null ? 'must be a time such as "7d", "12h" or "30m"' : null,
  )
    .optional()
    .describe(
      "Skip pages that the sitemap says were last modified longer ago than this, such as `7d` or `12h`.",
    ),
  maxPages: z.int().min(1).max(1_000_000).optional().describe("Maximum pages to open."),
};

const crawl = {
  type: z.literal("crawl"),
  match: AddressPatterns.optional().describe(
    `Only open URLs that match one of these, besides the start. ${PATTERN_SYNTAX}`,
  ),
  exclude: AddressPatterns.optional().describe("Never open URLs that match one of these."),
  within: z
    .enum(["site", "host", "path"])
    .optional()
    .describe(
      "`site`: the start's registrable domain, with its subdomains (default). `host`: its host, with or without `www.`. " +
        "`path`: only what is below the start's path on its host.",
    ),
  ignoreQuery: z
    .boolean()
    .optional()
    .describe("Open URLs without their query, so that each path is opened once."),
  depth: z
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe("How many links away from the start to go (default 50). 0: only the start."),
  maxPages: z.int().min(1).max(1_000_000).optional().describe("Maximum pages to open."),
};

const unknownType = (...known: string[]) => ({
  error: (issue: { code?: string | undefined }) =>
    issue.code === "invalid_union" ? `unknown step type: use ${known.join(", ")}` : undefined,
});

const oneLink = (step: { selector?: unknown; field?: unknown }): boolean =>
  (step.selector === undefined) !== (step.field === undefined);
const ONE_LINK = 'a follow step needs "selector" or "field", one of them';

/** Followed pages may follow further links, three levels deep. Written out, so that types are inferred. */
const NestedExtract = z
  .strictObject({ ...extract, ...nested })
  .refine(asWhole, AS_WHOLE)
  .refine(isReadByName, READ_BY_NAME)
  .refine(({ as }) => as !== "picture", {
    path: ["as"],
    message: "pictures are taken of the pages that the flow opens itself: list them in `urls`",
  });
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
  navigate: z.strictObject({ type: z.literal("navigate"), ...acting }).meta({
    description: "Opens the flow's URL, or the step's `url`.",
    examples: [{ type: "navigate", url: "https://shop.example/books" }],
  }),
  extract: z
    .strictObject({ ...extract, ...common })
    .refine(asWhole, AS_WHOLE)
    .refine(isReadByName, READ_BY_NAME)
    .refine(isBrowsers, IN_BROWSER)
    .meta({
      description:
        "Extracts records from the page: one for each element that matches `selector`, or whatever the page contains.",
      examples: [
        { type: "extract", selector: "article.book", fields: ["title: h3", "price: .price", "in_stock"] },
      ],
    }),
  paginate: z.strictObject({ ...paginate, ...common }).meta({
    description: "Opens the next page and repeats the steps before it, until there are no more pages.",
    examples: [{ type: "paginate", selector: "li.next a", maxPages: 50 }],
  }),
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
    .meta({
      description: "Opens each link, runs `steps` there and merges the results into the record.",
      examples: [
        {
          type: "follow",
          selector: "h3 a",
          steps: [{ type: "extract", fields: ["description: #description", "isbn"] }],
        },
      ],
    }),
  sitemap: z
    .strictObject({
      ...sitemap,
      ...common,
      steps: z
        .array(z.discriminatedUnion("type", [NestedExtract, FollowMiddle], unknownType("extract", "follow")))
        .min(1)
        .max(MAX_STEPS),
    })
    .meta({
      description:
        "Opens the pages in a sitemap and runs `steps` on each. `url` is the sitemap's URL. Default: detected automatically.",
      examples: [
        {
          type: "sitemap",
          match: "/products/*",
          modifiedWithin: "7d",
          steps: [{ type: "extract", fields: ["title: h1", "price"] }],
        },
      ],
    }),
  crawl: z
    .strictObject({
      ...crawl,
      ...common,
      steps: z
        .array(z.discriminatedUnion("type", [NestedExtract, FollowMiddle], unknownType("extract", "follow")))
        .min(1)
        .max(MAX_STEPS),
    })
    .meta({
      description:
        "Opens a page and the pages of its site that it links to, nearest first, each once, and runs `steps` on each. " +
        "`url` is where it starts. Default: the flow's URL.",
      examples: [
        {
          type: "crawl",
          match: ["/products/*", "/category/*"],
          exclude: "*?sort=*",
          maxPages: 500,
          steps: [{ type: "extract", fields: ["title: h1", "price"] }],
        },
      ],
    }),
  ...ACTION_SHAPES,
};

export type StepType = keyof typeof STEP_SHAPES;
type StepShape = (typeof STEP_SHAPES)[StepType];
/** Nested steps at any depth. The schema spells out three levels, so that types are inferred. */
type WithNested<S> = Omit<S, "steps"> & { steps: NestedStep[] };
type AnyDepth<S> = S extends { steps: unknown } ? WithNested<S> : S;

export const Step = z.discriminatedUnion(
  "type",
  Object.values(STEP_SHAPES) as [StepShape, ...StepShape[]],
  unknownType(...Object.keys(STEP_SHAPES)),
);
export type Step = AnyDepth<z.infer<StepShape>>;

export type NavigateStep = z.infer<typeof STEP_SHAPES.navigate>;
export type ExtractStep = z.infer<typeof STEP_SHAPES.extract>;
export type PaginateStep = z.infer<typeof STEP_SHAPES.paginate>;
type FollowShape = z.infer<typeof STEP_SHAPES.follow>;
/** Written out: an alias that takes it as a parameter would be circular. */
export type FollowStep = Omit<FollowShape, "steps"> & { steps: NestedStep[] };
export type SitemapStep = WithNested<z.infer<typeof STEP_SHAPES.sitemap>>;
export type CrawlStep = WithNested<z.infer<typeof STEP_SHAPES.crawl>>;
export type NestedStep = z.infer<typeof NestedExtract> | FollowStep;

/** The steps of a flow, in order. Without steps, the run detects what to collect. */
export const Steps = z.array(Step).max(MAX_STEPS);
export type Steps = readonly Step[];
