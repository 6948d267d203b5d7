/** Reads sitemaps in pieces, so that the state never holds all of a large one. */
import { intervalMs } from "../../contract/interval.ts";
import { siteOf } from "../../contract/site.ts";
import type { SitemapStep } from "../../contract/steps/steps.ts";
import { TargetError } from "../egress/index.ts";
import { READ_LIMIT_MS, withTimeLimit } from "../extract/extract.ts";
import { parseRobots, robotsAddress, type Visiting } from "../manners/index.ts";
import type { FetchFile, TextFile } from "../page/index.ts";
import { isChosen, parseSitemap, type SitemapEntry } from "../sitemap/index.ts";
import { type LogLevel, nameStep, type PageScope } from "../steps/index.ts";
import type { CollectionDeps } from "./deps.ts";
import { toCollectionError } from "./errors.ts";
import { type CollectionPlan, stepAt } from "./plan.ts";
import type { SitemapFile, Task } from "./state.ts";

export type SitemapTask = Extract<Task, { kind: "sitemap" }>;

const MAX_FILES = 500;
const MAX_DEPTH = 3;
/** Pages queued at a time. */
const WINDOW = 500;

interface SitemapMeans {
  /** The flow's URL: sitemaps are looked up on its site. */
  readonly startUrl: string;
  readonly step: SitemapStep;
  readonly now: number;
  readonly log: PageScope["log"];
  /** Fetches a file under the run's manners, and stores it. */
  readonly read: (url: string) => Promise<TextFile>;
}

interface SitemapPiece {
  readonly tasks: readonly Task[];
  /** A sitemap could not be read, or there are too many: pages may be missing. */
  readonly isPartial: boolean;
}

/** The sitemaps listed in robots.txt, or the default location. */
const findSitemaps = async ({ startUrl, read }: SitemapMeans): Promise<SitemapFile[]> => {
  const { origin } = new URL(startUrl);
  const named = await read(robotsAddress(origin))
    .then(({ html }) => parseRobots(origin, html).sitemaps)
    .catch((error: unknown) => {
      if (error instanceof TargetError) return [];
      throw error;
    });
  const urls = named.map((url) => URL.parse(url, origin)?.href).filter((url) => url !== undefined);
  const found = urls.length > 0 ? urls : [`${origin}/sitemap.xml`];
  return [...new Set(found)].slice(0, MAX_FILES).map((url) => ({ url, depth: 0 }));
};

interface Choice {
  readonly urls: readonly string[];
  /** Some matching pages are left out because they were not modified recently. */
  readonly leavesOut: boolean;
}

/** The wanted pages of a sitemap, in its order: on the site, matching, modified recently enough. */
const choose = (
  entries: readonly SitemapEntry[],
  { step, startUrl, now }: SitemapMeans,
  isIndex: boolean,
): Choice => {
  const { modifiedWithin } = step;
  // A sitemap that the flow names may be hosted elsewhere; it may list pages of its own site and the flow's.
  const sites = new Set([startUrl, ...(step.url === undefined ? [] : [step.url])].map(siteOf));
  const sinceMs = modifiedWithin === undefined ? 0 : now - (intervalMs(modifiedWithin) ?? 0);
  const fits = entries.filter(({ url }) => sites.has(siteOf(url)) && (isIndex || isChosen(url, step)));
  const wanted = fits.filter(({ modifiedAtMs }) => (modifiedAtMs ?? now) >= sinceMs);
  return { urls: [...new Set(wanted.map(({ url }) => url))], leavesOut: wanted.length < fits.length };
};

/** Reads the next sitemap; if it is the only one, its failure is the step's. */
const readFile = async (
  { url }: SitemapFile,
  isOnly: boolean,
  name: string,
  { read, log }: SitemapMeans,
): Promise<TextFile | null> => {
  try {
    return await read(url);
  } catch (error) {
    if (!(error instanceof TargetError) || isOnly) throw error;
    log("warn", `${name}: skipped the sitemap ${url}: ${error.message}`);
    return null;
  }
};

/** Queues the sitemaps of an index ahead of the others. */
const queueFiles = (
  task: SitemapTask,
  { url, depth }: SitemapFile,
  { urls, leavesOut }: Choice,
  note: (level: LogLevel, message: string) => void,
): SitemapPiece => {
  note("info", `${urls.length} sitemaps in ${url}`);
  const isDeep = depth >= MAX_DEPTH;
  if (isDeep) note("warn", `${url} is nested more than ${MAX_DEPTH} indexes deep`);
  const inside = isDeep ? [] : urls.map((inner) => ({ url: inner, depth: depth + 1 }));
  const files = [...inside, ...(task.files ?? [])];
  const tasks = files.length > 0 ? [{ ...task, files: files.slice(0, MAX_FILES) }] : [];
  return { tasks, isPartial: isDeep || leavesOut || files.length > MAX_FILES };
};

/** Queues the next pages of a sitemap, and the tasks that follow. */
const queuePages = (
  task: SitemapTask,
  next: SitemapTask,
  { urls, leavesOut }: Choice,
  maxPages = Number.POSITIVE_INFINITY,
): SitemapPiece => {
  const { path, offset } = task;
  const end = Math.min(urls.length, offset + WINDOW, offset + maxPages - task.pages);
  const links = urls.slice(offset, end).map((url): Task => ({ kind: "link", visit: { url, path } }));
  const pages = task.pages + links.length;
  const isRead = end >= urls.length;
  const after = isRead ? { ...next, pages } : { ...task, offset: end, pages };
  const isOver = isRead && next.files?.length === 0;
  const isFull = !isOver && pages >= maxPages;
  return { tasks: isOver || isFull ? links : [...links, after], isPartial: leavesOut || isFull };
};

/**
 * Reads one sitemap and returns the tasks that replace `task`.
 * @throws TargetError if no sitemap could be read · TimeLimitError if it takes too long
 */
const readNext = async (task: SitemapTask, means: SitemapMeans): Promise<SitemapPiece> => {
  const { step, log } = means;
  const { path, filesRead, offset } = task;
  const name = nameStep(step, path);
  const note = (level: LogLevel, message: string): void => log(level, `${name}: ${message}`);
  const named = step.url === undefined ? null : [{ url: step.url, depth: 0 }];
  const files = task.files ?? named ?? (await findSitemaps(means));
  const [file, ...rest] = files;
  if (!file) return { tasks: [], isPartial: false };
  if (filesRead >= MAX_FILES) {
    note("warn", `stopped after ${MAX_FILES} sitemaps`);
    return { tasks: [], isPartial: true };
  }
  const next: SitemapTask = { ...task, files: rest, filesRead: filesRead + 1, offset: 0 };
  const text = await readFile(file, filesRead === 0 && rest.length === 0, name, means);
  if (!text) return { tasks: rest.length > 0 ? [next] : [], isPartial: true };
  const { isIndex, entries } = withTimeLimit(READ_LIMIT_MS, () => parseSitemap(text.html, text.url));
  const choice = choose(entries, means, isIndex);
  if (isIndex) return queueFiles(next, file, choice, note);
  if (offset === 0)
    note("info", `${choice.urls.length} of ${entries.length} pages in ${file.url} are wanted`);
  return queuePages({ ...task, files }, next, choice, step.maxPages);
};

const noFiles: FetchFile = () =>
  Promise.reject(new TargetError("target-failed", "No sitemap can be read here.", { retryable: false }));

/**
 * Reads a step's next sitemap and returns the tasks that replace it.
 * @throws CollectionError if there is none, unless the step is optional · as `Manners.visit`
 */
export const openSitemap = async (
  { fetchFile = noFiles, keepPage, manners, signal, now }: CollectionDeps,
  plan: CollectionPlan,
  task: SitemapTask,
  log: PageScope["log"],
): Promise<SitemapPiece> => {
  const step = stepAt(plan, task.path) as SitemapStep;
  const { timeoutMs } = step;
  const read = async (url: string): Promise<TextFile> => {
    const work = (visiting?: Visiting) => fetchFile(url, { signal, timeoutMs, ...visiting });
    const file = await (manners ? manners.visit(url, work, { signal, log, isOffered: true }) : work());
    keepPage?.(url, file);
    return file;
  };
  try {
    return await readNext(task, { startUrl: plan.url, step, now: now(), log, read });
  } catch (error) {
    const name = nameStep(step, task.path);
    const failure = toCollectionError(error, task.files?.[0]?.url ?? step.url ?? plan.url, name);
    if (!failure) throw error;
    if (step.optional !== true) throw failure;
    log("warn", `${name}: skipped: ${failure.message}`);
    return { tasks: [], isPartial: true };
  }
};
