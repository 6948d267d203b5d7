/** The pages of a search's results, each read by a job that counts as a run. */
import { DomainError, type ErrorCode } from "../../contract/errors.ts";
import { MAX_EXTRACT_URLS } from "../../contract/extraction/extract.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import type { Caller } from "../ports.ts";
import { endJob } from "../runs/cancelRun.ts";
import { isOver, startJob } from "./jobs.ts";
import type { PagePlan } from "./plan.ts";
import { readDocument, type ScrapeDeps, scrapeOf, watch } from "./scrapeJob.ts";

/** A page is hardly read in less: no run is spent on it. */
const LEAST_MS = 2_000;
const WHY_ENDED = " because the search that wanted it has ended";
/** Errors that concern one page. Others would meet the next one, too. */
const OF_ONE_PAGE: ReadonlySet<ErrorCode> = new Set(["target-refused", "invalid-request"]);

/** Starts a scrape of each page, one after the other: they count on the same month and take the same slots. */
const startScrapes = async (
  deps: ScrapeDeps,
  caller: Caller,
  urls: readonly string[],
  plan: PagePlan,
  untilMs: number,
) => {
  const runs = new Map<string, RunRecord>();
  const warnings: string[] = [];
  for (const url of urls) {
    if (untilMs - deps.now() < LEAST_MS) {
      warnings.push("Not all pages were read: the search left no time for them.");
      break;
    }
    try {
      runs.set(url, await startJob(deps, caller, scrapeOf(url, plan, { untilMs })));
    } catch (error) {
      if (!(error instanceof DomainError)) {
        await Promise.allSettled([...runs.values()].map((run) => endJob(deps, run, WHY_ENDED)));
        throw error;
      }
      if (!OF_ONE_PAGE.has(error.code)) {
        warnings.push(`Not all pages were read: ${error.message}`);
        break;
      }
      warnings.push(`${url}: ${error.message}`);
    }
  }
  return { runs, warnings };
};

/** The fields of the pages by URL, and why others could not be read. Those that are not read in time are cancelled. */
export const scrapeEach = async (
  deps: ScrapeDeps,
  caller: Caller,
  found: readonly string[],
  { plan, untilMs, origin }: { readonly plan: PagePlan; readonly untilMs: number; readonly origin: string },
) => {
  const distinct = [...new Set(found)];
  const urls = distinct.slice(0, MAX_EXTRACT_URLS);
  const { runs, warnings } = await startScrapes(deps, caller, urls, plan, untilMs);
  if (distinct.length > urls.length) warnings.push(`Only the first ${urls.length} pages were read.`);
  const pages = new Map<string, object>();
  const read = await Promise.allSettled(
    [...runs].map(async ([url, started]) => {
      const run = await watch(deps, started, untilMs);
      if (!isOver(run)) {
        await endJob(deps, run, WHY_ENDED);
        warnings.push(`${url} was not read in time.`);
        return;
      }
      try {
        pages.set(url, await readDocument(deps, run, plan, { url, origin }));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        warnings.push(`${url}: ${error.message}`);
      }
    }),
  );
  const failed = read.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
  return { pages, warnings };
};
