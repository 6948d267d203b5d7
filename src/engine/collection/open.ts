/** Opens the page of one task and runs its steps: what comes out are the tasks that take its place. */
import { isActionType } from "../../contract/actionSteps.ts";
import { DomainError } from "../../contract/errors.ts";
import { BROWSER_REASONS, NeedsBrowser, rendersScripts } from "../../contract/rendering.ts";
import { isCollected, tellPage, type Visited } from "../crawl/index.ts";
import { TargetError } from "../egress/index.ts";
import type { Healing } from "../extract/slots/healing/index.ts";
import { type Item, nameStep, type PageScope, runStep, type Visit, type Yield } from "../steps/index.ts";
import type { Arrivals } from "./arrivals.ts";
import { refuseBlockPage } from "./blockPage.ts";
import type { CollectionDeps } from "./deps.ts";
import { CollectionError, toCollectionError } from "./errors.ts";
import { shootFailure } from "./failureShot.ts";
import type { OpenedPage } from "./flights.ts";
import { type CollectionLog, createLog } from "./log.ts";
import { collectMore } from "./more.ts";
import { comesAgainAfter, faultOf } from "./outcomes.ts";
import {
  type CollectionPlan,
  crawlOf,
  findsPages,
  normaliseUrl,
  type PlacedStep,
  rulesOf,
  type Segment,
  stepAt,
  stepsInside,
} from "./plan.ts";
import { isClientRendered } from "./shell.ts";
import { openSitemap, type SitemapTask } from "./sitemap.ts";
import type { PageFault, Task } from "./state.ts";

export interface Opened {
  readonly tasks: readonly Task[];
  readonly logs: readonly CollectionLog[];
  /** List pages that were opened or queued. */
  readonly visited: readonly string[];
  /** It was too early for the site: nothing was done, and the task is left as it was. */
  readonly waitMs?: number;
  /** Of a page of a list or a crawl: what went wrong. */
  readonly fault?: PageFault;
  /** Of a page of a crawl: what it leads to. */
  readonly visit?: Visited;
}

type PageTask = Extract<Task, { kind: "page" }>;
type LinkTask = Extract<Task, { kind: "link" }>;
type StepRef = { readonly path: readonly number[] } | null;
/** What led to a page: the flow itself, a list of addresses, a sitemap or a crawl, a pager, a link. */
type Lead = "flow" | "listed" | "found" | "pager" | "link";
/** Leads to pages that have an outcome of their own: none of them is passed over. */
const TOLD: ReadonlySet<Lead> = new Set<Lead>(["listed", "found"]);

/** Statuses of a page that was there once: the record that led to it is still worth having. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

const toTasks = (yields: readonly Yield[]): Task[] =>
  yields.flatMap(({ record, visits }): Task[] =>
    record ? [{ kind: "record", record, visits }] : visits.map((visit) => ({ kind: "link", visit })),
  );

const noShots = (): Promise<string> => Promise.reject(new NeedsBrowser(BROWSER_REASONS.screenshot));

/** Whether a record holds anything at all. */
const hasValues = (record: Item | null): boolean =>
  record !== null && Object.values(record).some((value) => value !== null);

/** Whether a record has gained values since it was written down. */
const addsValues = (before: string, record: Item): boolean => {
  const known = JSON.parse(before) as Item;
  return Object.entries(record).some(([name, value]) => value !== null && (known[name] ?? null) === null);
};

export const createOpener = (
  deps: CollectionDeps,
  plan: CollectionPlan,
  segment: Segment,
  arrivals: Arrivals,
  itemsLeft: number,
  healing: Healing | null,
) => {
  const { browser, manners, signal } = deps;
  const lacking = new Set<"records" | "values">();
  const notePartial: PageScope["notePartial"] = (what) => {
    lacking.add(what);
  };
  /** Gets a page for a step. Null: it is not there, and the run continues without it. */
  const open = async (
    url: string,
    ref: StepRef,
    log: PageScope["log"],
    lead: Lead,
  ): Promise<OpenedPage | null> => {
    const step = ref ? stepAt(plan, ref.path) : null;
    const isFollowed = lead === "link" || lead === "found";
    try {
      const { opened, ms } = await arrivals.get(url, step?.timeoutMs, isFollowed, log);
      const { page } = opened;
      // A browser follows redirects by itself.
      if (page.url !== url) await manners?.check(page.url, signal);
      deps.keepPage?.(url, page);
      // Collected, it would be a change, and the baseline of the next run.
      if (plan.mode === "monitor") refuseBlockPage(page.document);
      const how = page.isUnchanged ? "not modified" : page.status;
      log(isFollowed || lead === "listed" ? "debug" : "info", `Opened ${url} (${how}) in ${ms} ms`);
      return opened;
    } catch (error) {
      const name = step && ref ? nameStep(step, ref.path) : undefined;
      const failure = toCollectionError(error, url, name);
      if (!failure) throw error;
      if (TOLD.has(lead)) throw failure;
      const isGone = isFollowed && error instanceof TargetError && GONE.has(error.httpStatus);
      const isBarred = lead !== "flow" && error instanceof DomainError && error.code === "robots-disallowed";
      if (!isGone && !isBarred && step?.optional !== true) throw failure;
      log("warn", `${name}: skipped ${url}: ${failure.message}`);
      return null;
    }
  };

  const createScope = (
    { page, live }: OpenedPage,
    log: PageScope["log"],
    options: Partial<PageScope>,
  ): PageScope => ({
    page,
    live,
    isStale: false,
    saveShot: browser ? browser.saveShot : noShots,
    schema: plan.outputSchema ?? {},
    secrets: plan.secrets ?? [],
    now: deps.now,
    log,
    notePartial,
    healing,
    isFirst: false,
    completes: null,
    yields: [],
    lastList: null,
    visits: [],
    next: null,
    more: null,
    pageNumber: 1,
    ...options,
  });

  /** Runs the steps on the page; one that fails ends the collection, unless it is optional. */
  const runSteps = async (steps: readonly PlacedStep[], scope: PageScope): Promise<void> => {
    for (const { step, path } of steps) {
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
        // An optional action, such as closing a banner, leaves nothing out.
        if (isActionType(step.type)) continue;
        notePartial("values");
        if (!scope.completes) notePartial("records");
      }
    }
  };

  /** @throws NeedsBrowser where nothing was found on a page that its own scripts fill in */
  const checkShell = (scope: PageScope, foundNothing: boolean): void => {
    if (!foundNothing || !rendersScripts(plan, browser ? "browser" : "http")) return;
    const { document, url } = scope.page;
    if (isClientRendered(document)) throw new NeedsBrowser(BROWSER_REASONS.scripts(url));
  };

  const openPage = async (task: PageTask, visited: ReadonlySet<string>): Promise<Opened> => {
    const { logs, log } = createLog(deps.now);
    const ref = task.path ? { path: task.path } : segment.opener;
    const lead = task.of === undefined ? "flow" : "listed";
    const opened = await open(task.url, ref, log, task.path ? "pager" : lead);
    if (!opened) {
      notePartial("records");
      return { tasks: [], logs, visited: [] };
    }
    const scope = createScope(opened, log, { isFirst: task.number === 1, pageNumber: task.number });
    await runSteps(segment.steps, scope);
    const asksForNothing = segment.steps.some(({ path }) => path.length === 0);
    const isEmpty = scope.yields.every(({ record, visits }) => !hasValues(record) && visits.length === 0);
    checkShell(scope, asksForNothing || isEmpty);
    if (scope.more)
      scope.yields.push(
        ...(await collectMore(scope, scope.more, itemsLeft, (again) => runSteps(segment.steps, again))),
      );
    const tasks = toTasks(scope.yields);
    const here = normaliseUrl(opened.page.url);
    const next = scope.next ? normaliseUrl(scope.next.url) : null;
    // Of a list, only pages with a pager are remembered.
    if (!scope.next || next === null) return { tasks, logs, visited: task.of === undefined ? [here] : [] };
    if (next === here || visited.has(next)) log("info", `Stopped paginating: ${next} was already fetched`);
    else if (tasks.length === 0 && task.number > 1)
      log("info", `Stopped paginating: nothing found on ${here}`);
    else tasks.push({ kind: "page", url: next, number: task.number + 1, path: scope.next.path });
    return { tasks, logs, visited: [here, next] };
  };

  const openVisit = async (visit: Visit, completes: Item | null, lead: Lead = "link", isWanted = true) => {
    const { logs, log } = createLog(deps.now);
    const opened = await open(visit.url, visit, log, lead);
    if (!opened) notePartial(completes ? "values" : "records");
    // One followed page is one of many: what is news on a list page is detail here.
    const quiet: PageScope["log"] = (level, message) => log(level === "info" ? "debug" : level, message);
    const scope = opened && createScope(opened, quiet, { completes });
    const before = JSON.stringify(completes);
    if (scope && isWanted) {
      await runSteps(stepsInside(plan, visit.path), scope);
      const isEmpty = scope.yields.every(({ record }) => !hasValues(record)) && scope.visits.length === 0;
      checkShell(scope, isEmpty && (completes === null || !addsValues(before, completes)));
    }
    return { logs, visits: scope?.visits ?? [], yields: scope?.yields ?? [], page: opened?.page ?? null };
  };

  /** Whether a link is a page of a list or a crawl, not one that such a page leads to. */
  const isFound = ({ of, visit }: LinkTask): boolean =>
    of !== undefined && findsPages(segment) && visit.path.length === 1;

  /** Opens a page of a list, or of a crawl: one that the crawl has found leads on. */
  const openFound = async ({ visit, lead }: LinkTask): Promise<Opened> => {
    const step = crawlOf(segment);
    const isWanted = !lead || !step || isCollected(lead.url, rulesOf(step));
    const { logs, yields, page } = await openVisit(visit, null, "found", isWanted);
    const opened = { tasks: toTasks(yields), logs, visited: [] };
    if (!lead || !page) return opened;
    return { ...opened, visit: { lead, page: tellPage(page.document, page.url) } };
  };

  const openSitemapTask = async (task: SitemapTask): Promise<Opened> => {
    const { logs, log } = createLog(deps.now);
    const piece = await openSitemap(deps, plan, task, log);
    if (piece.isPartial) notePartial("records");
    return { tasks: piece.tasks, logs, visited: [] };
  };

  const openKind = async (task: Task, visited: ReadonlySet<string>): Promise<Opened> => {
    if (task.kind === "page") return openPage(task, visited);
    if (task.kind === "sitemap") return openSitemapTask(task);
    if (task.kind === "link") {
      if (isFound(task)) return openFound(task);
      const { logs, yields } = await openVisit(task.visit, null);
      return { tasks: toTasks(yields), logs, visited: [] };
    }
    const [visit, ...rest] = task.visits;
    if (!visit) return { tasks: [task], logs: [], visited: [] };
    const record = { ...task.record };
    const { logs, visits } = await openVisit(visit, record);
    return { tasks: [{ kind: "record", record, visits: [...visits, ...rest] }], logs, visited: [] };
  };

  /** What becomes of a page of a list or a crawl that fails: the others go on. @throws what is not the page's */
  const meetFault = (task: Task, error: unknown): Opened => {
    if (!(error instanceof CollectionError)) throw error;
    const { logs, log } = createLog(deps.now);
    const waitMs = comesAgainAfter(error, task);
    if (waitMs !== null) {
      log("info", `${task.of} asked to wait ${Math.ceil(waitMs / 1_000)} s; it is tried again.`);
      return { tasks: [{ ...task, tries: (task.tries ?? 1) + 1 }], logs, visited: [], waitMs };
    }
    const lead = task.kind === "link" ? task.lead : undefined;
    const fault = faultOf(error, lead !== undefined);
    notePartial("records");
    log(fault.status === "failed" ? "warn" : "debug", `${fault.status} ${task.of}: ${error.message}`);
    const visit = lead && { lead, page: null, isFile: error.code === "target-unsupported" };
    const tasks: Task[] = task.kind === "record" ? [{ ...task, visits: [] }] : [];
    return { tasks, logs, visited: [], fault, ...(visit && { visit }) };
  };

  const openTask = async (task: Task, visited: ReadonlySet<string>): Promise<Opened> => {
    const { of } = task;
    if (of === undefined) return openKind(task, visited);
    const opened = await openKind(task, visited).catch((error: unknown) => meetFault(task, error));
    return { ...opened, tasks: opened.tasks.map((next) => ({ ...next, of })) };
  };

  return {
    openTask,
    /** Whether something was skipped, or a bound was reached, so that these may be missing. */
    lacks: (what: "records" | "values") => lacking.has(what),
  };
};
