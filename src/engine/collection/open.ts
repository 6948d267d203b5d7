/** Opens the page of one task and runs its steps: what comes out are the tasks that take its place. */
import { TargetError } from "../egress/index.ts";
import type { FetchPage, Page } from "../page/index.ts";
import {
  type Item,
  type LogLevel,
  nameStep,
  type PageScope,
  runStep,
  type Visit,
  type Yield,
} from "../steps/index.ts";
import { toCollectionError } from "./errors.ts";
import { type CollectionPlan, type Segment, stepAt, stepsInside } from "./plan.ts";
import type { CollectionLog, Task } from "./state.ts";

export interface CollectionDeps {
  readonly fetchPage: FetchPage;
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

export const createOpener = (deps: CollectionDeps, plan: CollectionPlan, segment: Segment) => {
  const createLog = () => {
    const logs: CollectionLog[] = [];
    const log = (level: LogLevel, message: string): void => {
      logs.push({ level, message, timestamp: new Date(deps.now()).toISOString() });
    };
    return { logs, log };
  };

  /** Gets a page for a step. Null: it is not there, and the run goes on without it. */
  const open = async (
    url: string,
    ref: StepRef,
    log: PageScope["log"],
    isFollowed: boolean,
  ): Promise<Page | null> => {
    const step = ref ? stepAt(plan, ref.path) : null;
    const startedAt = deps.now();
    try {
      const page = await deps.fetchPage(url, { signal: deps.signal, timeoutMs: step?.timeoutMs });
      log(isFollowed ? "debug" : "info", `Opened ${url} (${page.status}) in ${deps.now() - startedAt} ms`);
      return page;
    } catch (error) {
      const name = step && ref ? nameStep(step, ref.path) : undefined;
      const failure = toCollectionError(error, url, name);
      if (!failure) throw error;
      const isGone = isFollowed && error instanceof TargetError && GONE.has(error.httpStatus);
      if (!isGone && step?.optional !== true) throw failure;
      log("warn", `${name}: skipped ${url}: ${failure.message}`);
      return null;
    }
  };

  const createScope = (page: Page, log: PageScope["log"], options: Partial<PageScope>): PageScope => ({
    page,
    schema: plan.outputSchema ?? {},
    now: deps.now,
    log,
    isFirst: false,
    completes: null,
    yields: [],
    lastList: null,
    visits: [],
    next: null,
    pageNumber: 1,
    ...options,
  });

  const openPage = async (task: PageTask, visited: ReadonlySet<string>): Promise<Opened> => {
    const { logs, log } = createLog();
    const ref = task.path ? { path: task.path } : segment.opener;
    const page = await open(task.url, ref, log, false);
    if (!page) return { tasks: [], logs, visited: [] };
    const scope = createScope(page, log, { isFirst: task.number === 1, pageNumber: task.number });
    for (const { step, path } of segment.steps) runStep(step, scope, path);
    const tasks = toTasks(scope.yields);
    const here = normaliseUrl(page.url);
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
    const page = await open(visit.url, visit, log, true);
    // One followed page is one of many: what is news on a list page is detail here.
    const quiet: PageScope["log"] = (level, message) => log(level === "info" ? "debug" : level, message);
    const scope = page && createScope(page, quiet, { completes });
    if (scope) for (const { step, path } of stepsInside(plan, visit.path)) runStep(step, scope, path);
    return { logs, visits: scope?.visits ?? [], yields: scope?.yields ?? [] };
  };

  return async (task: Task, visited: ReadonlySet<string>): Promise<Opened> => {
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
};
