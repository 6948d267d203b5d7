/** Opens the page of one task and runs its steps, which yields the tasks that replace it. */
import { type Currencies, joinCurrencies } from "../../contract/currencies.ts";
import type { PagePermissions } from "../../contract/permissions.ts";
import { shortHash } from "../crawl/address.ts";
import { isCollected, readVisitedPage, type Visited } from "../crawl/index.ts";
import { UseReserved } from "../permissions/index.ts";
import type { Item, PageScope, Visit, Yield } from "../steps/index.ts";
import { CollectionError, endsRun } from "./errors.ts";
import { type CollectionLog, createLog } from "./log.ts";
import { collectMore } from "./more.ts";
import { comesAgainAfter, faultOf } from "./outcomes.ts";
import { checkShell, createScope, type Lead, runSteps, type Work } from "./pageWork.ts";
import { crawlOf, findsPages, normaliseUrl, readsWholePages, rulesOf, stepsInside } from "./plan.ts";
import { isShellRecord } from "./shell.ts";
import { besidesSignIn, getPageSignedIn, runPageSteps } from "./signIn/signIn.ts";
import { openSitemap, type SitemapTask } from "./sitemap.ts";
import { type DocumentCounts, NO_DOCUMENTS, type PageFault, type Task } from "./state.ts";

export interface Opened {
  readonly tasks: readonly Task[];
  readonly logs: readonly CollectionLog[];
  /** List pages that were opened or queued. */
  readonly visited: readonly string[];
  /** It was too early for the site: the task is unchanged. */
  readonly waitMs?: number;
  /** For a page of a list or a crawl: what went wrong. */
  readonly fault?: PageFault;
  /** What the page's owner permits, if anything is said. */
  readonly permissions?: PagePermissions | undefined;
  /** For a page of a crawl: its links. */
  readonly visit?: Visited;
}

type PageTask = Extract<Task, { kind: "page" }>;
type LinkTask = Extract<Task, { kind: "link" }>;

const toTasks = (yields: readonly Yield[]): Task[] =>
  yields.flatMap(({ record, visits }): Task[] =>
    record ? [{ kind: "record", record, visits }] : visits.map((visit) => ({ kind: "link", visit })),
  );

/** Whether a record has any value. */
const hasValues = (record: Item | null): boolean =>
  record !== null && Object.values(record).some((value) => value !== null);

/** Whether a record has gained values since it was stored. */
const addsValues = (before: string, record: Item): boolean => {
  const known = JSON.parse(before) as Item;
  return Object.entries(record).some(([name, value]) => value !== null && (known[name] ?? null) === null);
};

const openPage = async (work: Work, task: PageTask, visited: ReadonlySet<string>): Promise<Opened> => {
  const { logs, log } = createLog(work.deps.now);
  const ref = task.path ? { path: task.path } : work.segment.opener;
  const lead = task.of === undefined ? "flow" : "listed";
  const open = () => getPageSignedIn(work, task.url, ref, log, task.path ? "pager" : lead);
  const opened = await open();
  if (!opened) {
    work.notePartial("records");
    return { tasks: [], logs, visited: [] };
  }
  const scope = createScope(work, opened, log, { isFirst: task.number === 1, pageNumber: task.number });
  await runPageSteps(work, scope, { url: task.url, open });
  const asksForNothing =
    work.segment.steps.some(({ path }) => path.length === 0) || readsWholePages(work.segment.steps);
  const foundNothing = scope.yields.every(({ record, visits }) => !hasValues(record) && visits.length === 0);
  checkShell(work, scope, asksForNothing || foundNothing || isShellRecord(work.segment.steps, scope));
  if (scope.more)
    scope.yields.push(
      ...(await collectMore(scope, scope.more, work.itemsLeft, (again) =>
        runSteps(work, besidesSignIn(work), again),
      )),
    );
  const here = normaliseUrl(opened.page.url);
  const after = shortHash(JSON.stringify(scope.yields.map(({ record, visits }) => [record, visits])));
  // One record alone may well be on two pages.
  const isRepeated = scope.yields.length > 1 && task.after === after;
  const tasks = isRepeated ? [] : toTasks(scope.yields);
  if (isRepeated) {
    work.notePartial("records");
    log("warn", `${here} has the same records as the page before: they are not collected again`);
  }
  // In a list, only paginated pages are remembered.
  const { permissions } = opened.page;
  if (!scope.next) return { tasks, logs, visited: task.of === undefined ? [here] : [], permissions };
  const { url, declared, path } = scope.next;
  const isNew = (address: string): boolean => address !== here && !visited.has(address);
  const linked = normaliseUrl(url);
  const others = declared === undefined ? [] : [normaliseUrl(declared)];
  const next = (isRepeated ? others : [linked, ...others]).find(isNew);
  if (next !== undefined && next !== linked)
    log("warn", `The link to the next page leads back: rel="next" of ${here} is followed instead`);
  if (next === undefined)
    log(
      isRepeated ? "warn" : "info",
      `Stopped paginating: ${isRepeated ? "the next page repeats this one" : `${linked} was already fetched`}`,
    );
  else if (tasks.length === 0 && !isRepeated && task.number > 1)
    log("info", `Stopped paginating: nothing found on ${here}`);
  else tasks.push({ kind: "page", url: next, number: task.number + 1, path, after });
  return { tasks, logs, visited: [here, next ?? linked], permissions };
};

const openVisit = async (
  work: Work,
  visit: Visit,
  completes: Item | null,
  lead: Lead = "link",
  isWanted = true,
) => {
  const { logs, log } = createLog(work.deps.now);
  const opened = await getPageSignedIn(work, visit.url, visit, log, lead);
  if (!opened) work.notePartial(completes ? "values" : "records");
  // Logged as info for list pages, as debug for followed pages, of which there are many.
  const quiet: PageScope["log"] = (level, message) => log(level === "info" ? "debug" : level, message);
  const scope = opened && createScope(work, opened, quiet, { completes });
  const before = JSON.stringify(completes);
  if (scope && isWanted) {
    const steps = stepsInside(work.plan, visit.path);
    await runSteps(work, steps, scope);
    const hasNothing = scope.yields.every(({ record }) => !hasValues(record)) && scope.visits.length === 0;
    const isEmpty = hasNothing || readsWholePages(steps);
    checkShell(work, scope, isEmpty && (completes === null || !addsValues(before, completes)));
  }
  return { logs, visits: scope?.visits ?? [], yields: scope?.yields ?? [], page: opened?.page ?? null };
};

/** Whether a link is itself a page of a list or a crawl, not one linked from such a page. */
const isFound = ({ segment }: Work, { of, visit }: LinkTask): boolean =>
  of !== undefined && findsPages(segment) && visit.path.length === 1;

/** Opens a page of a list or a crawl; a crawled page also yields links. */
const openFound = async (work: Work, { visit, lead }: LinkTask): Promise<Opened> => {
  const step = crawlOf(work.segment);
  const isWanted = !lead || !step || isCollected(lead.url, rulesOf(step));
  const { logs, yields, page } = await openVisit(work, visit, null, "found", isWanted);
  const opened = { tasks: toTasks(yields), logs, visited: [], permissions: page?.permissions };
  if (!lead || !page) return opened;
  return { ...opened, visit: { lead, page: readVisitedPage(page.document, page.url) } };
};

const openSitemapTask = async (work: Work, task: SitemapTask): Promise<Opened> => {
  const { logs, log } = createLog(work.deps.now);
  const piece = await openSitemap(work.deps, work.plan, task, log);
  if (piece.isPartial) work.notePartial("records");
  return { tasks: piece.tasks, logs, visited: [] };
};

const openKind = async (work: Work, task: Task, visited: ReadonlySet<string>): Promise<Opened> => {
  if (task.kind === "page") return openPage(work, task, visited);
  if (task.kind === "sitemap") return openSitemapTask(work, task);
  if (task.kind === "link") {
    if (isFound(work, task)) return openFound(work, task);
    const { logs, yields } = await openVisit(work, task.visit, null);
    return { tasks: toTasks(yields), logs, visited: [] };
  }
  const [visit, ...rest] = task.visits;
  if (!visit) return { tasks: [task], logs: [], visited: [] };
  const record = { ...task.record };
  const { logs, visits } = await openVisit(work, visit, record);
  return { tasks: [{ kind: "record", record, visits: [...visits, ...rest] }], logs, visited: [] };
};

/** Records the failure of one page of a list or a crawl; the others continue. @throws errors that are not the page's */
const meetFault = (work: Work, task: Task, error: unknown): Opened => {
  if (!(error instanceof CollectionError) || endsRun(error)) throw error;
  const { logs, log } = createLog(work.deps.now);
  const waitMs = comesAgainAfter(error, task);
  if (waitMs !== null) {
    log("info", `${task.of} asked to wait ${Math.ceil(waitMs / 1_000)} s; it is tried again.`);
    return { tasks: [{ ...task, tries: (task.tries ?? 1) + 1 }], logs, visited: [], waitMs };
  }
  const lead = task.kind === "link" ? task.lead : undefined;
  const fault = faultOf(error, lead !== undefined);
  work.notePartial("records");
  log(fault.status === "failed" ? "warn" : "debug", `${fault.status} ${task.of}: ${error.message}`);
  const visit = lead && { lead, page: null, isFile: error.code === "target-unsupported" };
  const tasks: Task[] = task.kind === "record" ? [{ ...task, visits: [] }] : [];
  const permissions = error.cause instanceof UseReserved ? error.cause.permissions : undefined;
  return { tasks, logs, visited: [], fault, permissions, ...(visit && { visit }) };
};

const openTask = async (work: Work, task: Task, visited: ReadonlySet<string>): Promise<Opened> => {
  const { of } = task;
  if (of === undefined) return openKind(work, task, visited);
  const opened = await openKind(work, task, visited).catch((error: unknown) => meetFault(work, task, error));
  return { ...opened, tasks: opened.tasks.map((next) => ({ ...next, of })) };
};

/** Opens the tasks of one batch. */
export const createOpener = (
  given: Omit<Work, "notePartial" | "noteCurrencies" | "noteDocument" | "signingIn">,
) => {
  const lacking = new Set<"records" | "values">();
  const notePartial: PageScope["notePartial"] = (what) => {
    lacking.add(what);
  };
  let currencies: Currencies = {};
  const noteCurrencies: PageScope["noteCurrencies"] = (found) => {
    currencies = joinCurrencies(currencies, found);
  };
  let documents: DocumentCounts = NO_DOCUMENTS;
  const noteDocument: Work["noteDocument"] = (hasText) => {
    documents = { read: documents.read + 1, textless: documents.textless + (hasText ? 0 : 1) };
  };
  const work: Work = { ...given, notePartial, noteCurrencies, noteDocument, signingIn: { current: null } };
  return {
    openTask: (task: Task, visited: ReadonlySet<string>): Promise<Opened> => openTask(work, task, visited),
    /** Whether something was skipped or a limit was reached, so that these may be missing. */
    lacks: (what: "records" | "values") => lacking.has(what),
    /** Currencies of the prices that were found. */
    currencies: () => currencies,
    /** Documents that were read, such as PDF files. */
    documents: () => documents,
  };
};
