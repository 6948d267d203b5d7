/** Opens the page of one task and runs its steps: what comes out are the tasks that take its place. */
import { TargetError } from "../egress/index.ts";
import type { FetchPage, Page } from "../page/index.ts";
import {
  type Item,
  type LivePage,
  type LogLevel,
  NeedsBrowser,
  nameStep,
  type PageScope,
  runStep,
  type Shot,
  type Visit,
  type Yield,
} from "../steps/index.ts";
import { toCollectionError } from "./errors.ts";
import { collectMore } from "./more.ts";
import { type CollectionPlan, type PlacedStep, type Segment, stepAt, stepsInside } from "./plan.ts";
import { isClientRendered } from "./shell.ts";
import type { CollectionLog, Task } from "./state.ts";

/** The browser of one run: its pages share one profile, and so its cookies. */
export interface CollectionBrowser {
  /** Opens the run's one live page at an address. */
  openLive(url: string, options: { signal: AbortSignal; timeoutMs?: number | undefined }): Promise<LivePage>;
  saveShot(shot: Shot): Promise<string>;
  /** Takes up where another worker's browser was put down. */
  resume(session: unknown): Promise<void>;
  /** What another worker's browser needs to go on: plain JSON. */
  suspend(): Promise<unknown>;
}

export interface CollectionDeps {
  readonly fetchPage: FetchPage;
  /** Keeps a page as it was when it was opened at an address. */
  readonly keepPage?: ((url: string, page: Page) => Promise<void>) | undefined;
  /** Absent: pages are fetched and never run. */
  readonly browser?: CollectionBrowser | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface Opened {
  readonly tasks: readonly Task[];
  readonly logs: readonly CollectionLog[];
  /** List pages that were opened or queued. */
  readonly visited: readonly string[];
}

type PageTask = Extract<Task, { kind: "page" }>;
type StepRef = { readonly path: readonly number[] } | null;

/** Statuses of a page that was there once: the record that led to it is still worth having. */
const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** The same page under the same name, whatever part of it is linked to. */
export const normaliseUrl = (address: string): string => {
  const url = new URL(address);
  url.hash = "";
  return url.href;
};

const toTasks = (yields: readonly Yield[]): Task[] =>
  yields.flatMap(({ record, visits }): Task[] =>
    record ? [{ kind: "record", record, visits }] : visits.map((visit) => ({ kind: "link", visit })),
  );

const noShots = (): Promise<string> => Promise.reject(new NeedsBrowser("a screenshot is asked for"));

/** Whether a record holds anything at all. */
const hasValues = (record: Item | null): boolean =>
  record !== null && Object.values(record).some((value) => value !== null);

/** Whether a record has gained values since it was written down. */
const addsValues = (before: string, record: Item): boolean => {
  const known = JSON.parse(before) as Item;
  return Object.entries(record).some(([name, value]) => value !== null && (known[name] ?? null) === null);
};

/** What was opened for a list page: the page as read, and the live one behind it, if any. */
interface OpenedPage {
  readonly page: Page;
  readonly live: LivePage | null;
}

export const createOpener = (
  deps: CollectionDeps,
  plan: CollectionPlan,
  segment: Segment,
  itemsLeft: number,
) => {
  const createLog = () => {
    const logs: CollectionLog[] = [];
    const log = (level: LogLevel, message: string): void => {
      logs.push({ level, message, timestamp: new Date(deps.now()).toISOString() });
    };
    return { logs, log };
  };

  const fetchPage = async (url: string, timeoutMs: number | undefined): Promise<OpenedPage> => ({
    page: await deps.fetchPage(url, { signal: deps.signal, timeoutMs }),
    live: null,
  });
  const { browser } = deps;
  /** List pages are live where there is a browser, so that steps can act on them. */
  const openLive = browser
    ? async (url: string, timeoutMs: number | undefined): Promise<OpenedPage> => {
        const live = await browser.openLive(url, { signal: deps.signal, timeoutMs });
        return { page: await live.snapshot(), live };
      }
    : fetchPage;

  let hasSkipped = false;
  /** Gets a page for a step. Null: it is not there, and the run goes on without it. */
  const open = async (
    url: string,
    ref: StepRef,
    log: PageScope["log"],
    isFollowed: boolean,
  ): Promise<OpenedPage | null> => {
    const step = ref ? stepAt(plan, ref.path) : null;
    const startedAt = deps.now();
    try {
      const opened = await (isFollowed ? fetchPage : openLive)(url, step?.timeoutMs);
      await deps.keepPage?.(url, opened.page);
      const { status } = opened.page;
      log(isFollowed ? "debug" : "info", `Opened ${url} (${status}) in ${deps.now() - startedAt} ms`);
      return opened;
    } catch (error) {
      const name = step && ref ? nameStep(step, ref.path) : undefined;
      const failure = toCollectionError(error, url, name);
      if (!failure) throw error;
      const isGone = isFollowed && error instanceof TargetError && GONE.has(error.httpStatus);
      if (!isGone && step?.optional !== true) throw failure;
      log("warn", `${name}: skipped ${url}: ${failure.message}`);
      hasSkipped = true;
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
    now: deps.now,
    log,
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
        if (step.optional !== true) throw failure;
        scope.log("warn", `${name}: skipped: ${failure.message}`);
      }
    }
  };

  /** @throws NeedsBrowser where nothing was found on a page that its own scripts fill in */
  const checkShell = (scope: PageScope, foundNothing: boolean): void => {
    if (plan.render !== "auto" || scope.live || browser || !foundNothing) return;
    if (isClientRendered(scope.page.document))
      throw new NeedsBrowser(`${scope.page.url} is filled in by its scripts`);
  };

  const openPage = async (task: PageTask, visited: ReadonlySet<string>): Promise<Opened> => {
    const { logs, log } = createLog();
    const ref = task.path ? { path: task.path } : segment.opener;
    const opened = await open(task.url, ref, log, false);
    if (!opened) return { tasks: [], logs, visited: [] };
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
    if (!scope.next || next === null) return { tasks, logs, visited: [here] };
    if (next === here || visited.has(next)) log("info", `Stopped paging: ${next} was opened before`);
    else if (tasks.length === 0 && task.number > 1)
      log("info", `Stopped paging: nothing was found on ${here}`);
    else tasks.push({ kind: "page", url: next, number: task.number + 1, path: scope.next.path });
    return { tasks, logs, visited: [here, next] };
  };

  const openVisit = async (visit: Visit, completes: Item | null) => {
    const { logs, log } = createLog();
    const opened = await open(visit.url, visit, log, true);
    // One followed page is one of many: what is news on a list page is detail here.
    const quiet: PageScope["log"] = (level, message) => log(level === "info" ? "debug" : level, message);
    const scope = opened && createScope(opened, quiet, { completes });
    const before = JSON.stringify(completes);
    if (scope) {
      await runSteps(stepsInside(plan, visit.path), scope);
      const isEmpty = scope.yields.every(({ record }) => !hasValues(record)) && scope.visits.length === 0;
      checkShell(scope, isEmpty && (completes === null || !addsValues(before, completes)));
    }
    return { logs, visits: scope?.visits ?? [], yields: scope?.yields ?? [] };
  };

  const openTask = async (task: Task, visited: ReadonlySet<string>): Promise<Opened> => {
    if (task.kind === "page") return openPage(task, visited);
    if (task.kind === "link") {
      const { logs, yields } = await openVisit(task.visit, null);
      return { tasks: toTasks(yields), logs, visited: [] };
    }
    const [visit, ...rest] = task.visits;
    if (!visit) return { tasks: [task], logs: [], visited: [] };
    const record = { ...task.record };
    const { logs, visits } = await openVisit(visit, record);
    return { tasks: [{ kind: "record", record, visits: [...visits, ...rest] }], logs, visited: [] };
  };

  /** `hasSkipped`: a page was not there, and the collection went on without it. */
  return { openTask, hasSkipped: () => hasSkipped };
};
