/** Fetches a page of a collection, and runs steps on it. */

import { DomainError } from "../../contract/errors.ts";
import { withoutDescriptions } from "../../contract/fields/outputSchema.ts";
import { BROWSER_REASONS, NeedsBrowser, rendersScripts } from "../../contract/flows/rendering.ts";
import { isActionType } from "../../contract/steps/actionSteps.ts";
import { TargetError } from "../egress/index.ts";
import type { Healing } from "../extract/slots/healing/index.ts";
import { isTextless, warningsOn } from "../page/index.ts";
import { nameStep, type PageScope, runStep, untouched } from "../steps/index.ts";
import type { Arrivals } from "./arrivals.ts";
import { refuseBlockPage } from "./blockPage.ts";
import type { CollectionDeps } from "./deps.ts";
import { toCollectionError } from "./errors.ts";
import { shootFailure } from "./failureShot.ts";
import type { OpenedPage } from "./flights.ts";
import { type CollectionPlan, needsLivePages, type PlacedStep, type Segment, stepAt } from "./plan.ts";
import { isClientRendered } from "./shell.ts";
import { findSignIn, refuseLoginPage, signedOutBy } from "./signIn/signInSteps.ts";

/** The context of a batch's pages. */
export interface Work {
  readonly deps: CollectionDeps;
  readonly plan: CollectionPlan;
  readonly segment: Segment;
  readonly arrivals: Arrivals;
  /** Items that may still be collected. */
  readonly itemsLeft: number;
  readonly healing: Healing | null;
  readonly notePartial: PageScope["notePartial"];
  readonly noteCurrencies: PageScope["noteCurrencies"];
  /** The sign-in in progress, if any. */
  readonly signingIn: { current: Promise<boolean> | null };
  /** Notes that a document was read, and whether it has any text. */
  readonly noteDocument: (hasText: boolean) => void;
}

type StepRef = { readonly path: readonly number[] } | null;
/** How a page was reached: by the flow itself, a URL list, a sitemap or crawl, pagination, or a link. */
export type Lead = "flow" | "listed" | "found" | "pager" | "link";
/** Origins whose pages each have an outcome: none may be skipped silently. */
const TOLD: ReadonlySet<Lead> = new Set<Lead>(["listed", "found"]);

/** Pages that the site, or the flow's own policy, keeps a run from. */
const BARRED: ReadonlySet<string> = new Set(["robots-disallowed", "use-reserved"]);

/** Statuses of a page that is gone; the record that linked to it is still worth keeping. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

const noShots = (): Promise<string> => Promise.reject(new NeedsBrowser(BROWSER_REASONS.screenshot));

/** Fetches a page for a step; null if it does not exist and the run continues without it. */
export const getPage = async (
  { deps, plan, segment, arrivals, noteDocument }: Work,
  url: string,
  ref: StepRef,
  log: PageScope["log"],
  lead: Lead,
): Promise<OpenedPage | null> => {
  const { manners, signal } = deps;
  const step = ref ? stepAt(plan, ref.path) : null;
  const isFollowed = lead === "link" || lead === "found";
  const isFetched = isFollowed && !(ref && needsLivePages(plan, ref.path));
  try {
    const { opened, ms } = await arrivals.get(url, step?.timeoutMs, isFetched, log);
    const { page, live } = opened;
    if (plan.session?.keep && !(live && findSignIn(segment))) refuseLoginPage(url, page);
    // A browser follows redirects by itself.
    if (page.url !== url) await manners?.check(page.url, signal);
    deps.keepPage?.(url, page);
    // Its content would look like a change, and become the next run's baseline.
    if (plan.mode === "monitor") refuseBlockPage(page.document);
    const how = page.isUnchanged ? "not modified" : page.status;
    if (page.document.format === "document") noteDocument(!isTextless(page.document));
    for (const warning of warningsOn(page)) log("warn", `${url}: ${warning}`);
    log(isFollowed || lead === "listed" ? "debug" : "info", `Opened ${url} (${how}) in ${ms} ms`);
    const { reserved = [] } = page.permissions ?? {};
    if (reserved.length > 0)
      log(isFollowed || lead === "listed" ? "debug" : "info", `${url} reserves ${reserved.join(", ")}`);
    return opened;
  } catch (thrown) {
    const error = (plan.session?.keep && signedOutBy(url, thrown)) || thrown;
    const name = step && ref ? nameStep(step, ref.path) : undefined;
    const failure = toCollectionError(error, url, name);
    if (!failure) throw error;
    if (TOLD.has(lead)) throw failure;
    const isGone = isFollowed && error instanceof TargetError && GONE.has(error.httpStatus);
    const isBarred = lead !== "flow" && error instanceof DomainError && BARRED.has(error.code);
    if (!isGone && !isBarred && step?.optional !== true) throw failure;
    log("warn", `${name}: skipped ${url}: ${failure.message}`);
    return null;
  }
};

export const createScope = (
  { deps, plan, healing, notePartial, noteCurrencies }: Work,
  { page, live }: OpenedPage,
  log: PageScope["log"],
  options: Partial<PageScope>,
): PageScope => ({
  page,
  live,
  mayRender: rendersScripts(plan, deps.browser ? "browser" : "http"),
  ...untouched(),
  saveShot: deps.browser ? deps.browser.saveShot : noShots,
  asked: plan.outputSchema ?? {},
  schema: withoutDescriptions(plan.outputSchema ?? {}),
  secrets: plan.secrets ?? [],
  askModel: deps.askModel ?? null,
  pictures: plan.pictures ?? { ignore: [] },
  now: deps.now,
  log,
  notePartial,
  noteCurrencies,
  healing,
  isWatched: plan.mode === "monitor",
  isFirst: false,
  completes: null,
  pageNumber: 1,
  ...options,
});

/** Runs one step on the page; a failure ends the collection unless the step is optional. */
const runPlaced = async (
  { deps, plan, notePartial }: Work,
  { step, path }: PlacedStep,
  scope: PageScope,
): Promise<void> => {
  // An action gets the time that the page needs to react.
  const settled = isActionType(step.type) ? deps.opening?.(scope.live?.url() ?? scope.page.url) : undefined;
  try {
    await runStep(step, scope, path);
  } catch (error) {
    const name = nameStep(step, path);
    const failure = toCollectionError(error, scope.live?.url() ?? scope.page.url, name);
    if (!failure) throw error;
    if (step.optional !== true) {
      await shootFailure(deps, plan, scope, name);
      throw failure;
    }
    scope.log("warn", `${name}: skipped: ${failure.message}`);
    // A skipped optional action, such as closing a banner, loses no data.
    if (isActionType(step.type)) return;
    notePartial("values");
    if (!scope.completes) notePartial("records");
  } finally {
    settled?.();
  }
};

/** Runs the steps on the page; a failure ends the collection unless the step is optional. */
export const runSteps = async (work: Work, steps: readonly PlacedStep[], scope: PageScope): Promise<void> => {
  const { reading } = work.deps;
  if (reading) await reading(scope.page.url, scope.page.html.length);
  for (const placed of steps) await runPlaced(work, placed, scope);
};

/** @throws NeedsBrowser if nothing was found on a page that is rendered by scripts */
export const checkShell = ({ deps, plan }: Work, scope: PageScope, foundNothing: boolean): void => {
  if (!foundNothing || !rendersScripts(plan, deps.browser ? "browser" : "http")) return;
  const { document, url } = scope.page;
  if (isClientRendered(document)) throw new NeedsBrowser(BROWSER_REASONS.scripts(url));
};
