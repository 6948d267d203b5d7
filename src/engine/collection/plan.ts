import type { DescribedSchema } from "../../contract/fields/outputSchema.ts";
import type { ExampleRecord } from "../../contract/fields/recordExamples.ts";
import { needsLivePage } from "../../contract/flows/rendering.ts";
import { type SessionOptions, signsIn } from "../../contract/flows/sessions.ts";
import type { PermissionPolicy } from "../../contract/permissions.ts";
import type { CrawlStep, FollowStep, NestedStep, SitemapStep, Step } from "../../contract/steps/steps.ts";
import type { CrawlRules } from "../crawl/index.ts";
import type { Prints } from "../extract/slots/healing/index.ts";
import type { PictureOptions, TypedSecret } from "../steps/index.ts";

/** Most pages and items of each site; absent: the run's limits alone. */
export interface SiteLimits {
  readonly maxPages?: number | undefined;
  readonly maxItems?: number | undefined;
}

/** What a run collects: the flow as it was when the run started. */
export interface CollectionPlan {
  readonly url: string;
  /** Opened instead of `url` and of the pages that a sitemap or crawl would find. */
  readonly urls?: readonly string[] | undefined;
  /** Each of `urls` is the start of a site, on which all steps run, with these limits for each; absent: it is a page. */
  readonly sites?: SiteLimits | undefined;
  /** It is the plan of one site of such a list. */
  readonly isSite?: true;
  readonly mode: "extract" | "interact" | "monitor";
  /** Absent: `obey`. */
  readonly robots?: "obey" | "ignore" | undefined;
  /** Absent: `record`. */
  readonly permissions?: PermissionPolicy | undefined;
  /** Absent: `static`. */
  readonly render?: "auto" | "static" | "browser" | undefined;
  readonly steps: readonly Step[];
  readonly outputSchema: DescribedSchema | null;
  readonly limits: { readonly maxPages: number; readonly maxItems: number };
  /** Max URLs that a crawl knows; absent: 100,000. */
  readonly maxKnownUrls?: number | undefined;
  /** For a shard: whether its limits may grow, and the run's limits; absent if the run is not split. */
  readonly shard?: { readonly mayGrow: boolean; readonly limits: CollectionPlan["limits"] } | undefined;
  /** What the selectors matched on the last good run, for healing; absent: no healing. */
  readonly prints?: Prints | undefined;
  /** Records that the flow was made from: healing looks for them, too. */
  readonly examples?: readonly ExampleRecord[] | undefined;
  /** How steps take pictures. */
  readonly pictures?: PictureOptions | undefined;
  /** Whether the flow keeps its session; absent: it does not. */
  readonly session?: SessionOptions | undefined;
  /** Values of `{{secret.name}}` in the texts of `type` steps. */
  readonly secrets?: readonly TypedSecret[];
  /** The name of the secret that opens encrypted documents. */
  readonly documentSecret?: string | undefined;
}

export interface PlacedStep {
  readonly step: Step | NestedStep;
  readonly path: readonly number[];
}

/** Steps that run on one page and the pages it leads to. */
export interface Segment {
  readonly url: string;
  /** The step that opens the page; null: the flow does. */
  readonly opener: PlacedStep | null;
  readonly steps: readonly PlacedStep[];
}

/** The steps of a flow in which none collects anything. */
const COLLECT_PAGE: PlacedStep = { step: { type: "extract", label: "page" }, path: [] };

const COLLECTING: ReadonlySet<string> = new Set(["extract", "follow", "sitemap", "crawl"]);

/** Steps that find the pages on which their own steps run. */
const FINDING: ReadonlySet<string> = new Set(["sitemap", "crawl"]);
export const findsPages = ({ opener }: Segment): boolean => opener !== null && FINDING.has(opener.step.type);

/** Where a segment's page is collected if no step says so: after its sign-in, if any. */
const collectPage = (segment: { steps: PlacedStep[] }): void => {
  const last = segment.steps.findLastIndex(({ step }) => signsIn(step));
  segment.steps.splice(last + 1, 0, COLLECT_PAGE);
};

/** Each step that navigates starts a new segment, unless it is part of the sign-in. */
export const listSegments = ({ url, steps }: CollectionPlan): Segment[] => {
  const segments: { url: string; opener: PlacedStep | null; steps: PlacedStep[] }[] = [];
  for (const [index, step] of steps.entries()) {
    const placed = { step, path: [index] };
    if (step.type === "sitemap") segments.push({ url, opener: placed, steps: [] });
    else if (step.type === "crawl") segments.push({ url: step.url ?? url, opener: placed, steps: [] });
    else if (!signsIn(step) && (step.type === "navigate" || step.url !== undefined))
      segments.push({ url: step.url ?? url, opener: placed, steps: [placed] });
    else {
      const last = segments.at(-1);
      const isOpen = last !== undefined && !findsPages(last);
      if (!isOpen) segments.push({ url, opener: null, steps: [] });
      segments.at(-1)?.steps.push(placed);
    }
  }
  if (segments.length === 0) segments.push({ url, opener: null, steps: [] });
  const collects = steps.some(({ type }) => COLLECTING.has(type));
  if (!collects) for (const segment of segments) collectPage(segment);
  return segments;
};

/** The step at a path. A plan does not change during a run, so a task's path always exists. */
export const stepAt = (plan: CollectionPlan, path: readonly number[]): Step | NestedStep => {
  let steps: readonly (Step | NestedStep)[] = plan.steps;
  let found: Step | NestedStep | undefined;
  for (const index of path) {
    found = steps[index];
    steps = found && "steps" in found ? found.steps : [];
  }
  if (!found) throw new Error(`no step at ${path.join(".")}`);
  return found;
};

/** The steps for pages opened by the `follow`, `sitemap` or `crawl` step at `path`. */
export const stepsInside = (plan: CollectionPlan, path: readonly number[]): PlacedStep[] =>
  (stepAt(plan, path) as FollowStep | SitemapStep | CrawlStep).steps.map((step, index) => ({
    step,
    path: [...path, index],
  }));

/** Whether pages opened by the step at `path` must stay open in a browser while its steps run. */
export const needsLivePages = (plan: CollectionPlan, path: readonly number[]): boolean =>
  stepsInside(plan, path).some(({ step }) => needsLivePage(step));

/** Maximum link depth of a crawl: deeper than real sites, and a bound for endless ones. */
const DEFAULT_DEPTH = 50;

export const rulesOf = (
  { match, exclude, within, ignoreQuery, depth = DEFAULT_DEPTH, maxPages }: CrawlStep,
  { maxKnownUrls }: Pick<CollectionPlan, "maxKnownUrls"> = {},
): CrawlRules => ({
  match,
  exclude,
  within,
  ignoreQuery,
  depth,
  maxPages: maxPages ?? Number.POSITIVE_INFINITY,
  maxKnown: maxKnownUrls,
});

/** Whether steps read pages as a whole, for which what their scripts render counts. */
export const readsWholePages = (steps: readonly PlacedStep[]): boolean =>
  steps.some(({ step }) => step.type === "extract" && step.as === "page");

/** Whether any of the steps reads the data of whole pages into `json`. */
export const readsJson = (steps: readonly (Step | NestedStep)[]): boolean =>
  steps.some((step) =>
    "steps" in step
      ? readsJson(step.steps)
      : step.type === "extract" && step.as === "page" && step.outputs?.includes("json") === true,
  );

/** The segment's crawl, if any. */
export const crawlOf = ({ opener }: Segment): CrawlStep | null =>
  opener?.step.type === "crawl" ? (opener.step as CrawlStep) : null;

/** The URL without its fragment, so that one page has one key. */
export const normaliseUrl = (address: string): string => {
  const url = new URL(address);
  url.hash = "";
  return url.href;
};
