/** A job that reads one page. */
import { DomainError, ERRORS, type ErrorCode } from "../../contract/errors.ts";
import type { FirecrawlDocument } from "../../contract/firecrawl/answers.ts";
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import type { Item, RunError } from "../../contract/runs/runs.ts";
import type { JobAbout, RunRecord } from "../../store/runs/runs.ts";
import type { WithFileLinks } from "../files/links.ts";
import { readFirstItems } from "../items/items.ts";
import type { Deps, WithEventQueue, WithObjects, WithRunQueue, WithTimers } from "../ports.ts";
import { showRunShots } from "../screenshots/runShots.ts";
import { toDocument } from "./document.ts";
import { isOver } from "./jobs.ts";
import { SHOT_LABEL } from "./labels.ts";
import { type PagePlan, shownOf, toFlow } from "./plan.ts";

export type ScrapeDeps = Deps & WithRunQueue & WithEventQueue & WithObjects & WithFileLinks & WithTimers;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const GROWTH = 1.3;

export const scrapeOf = (
  url: string,
  plan: PagePlan,
  given: Pick<JobAbout, "requestHash" | "untilMs">,
): { readonly flow: FlowDefinition; readonly about: JobAbout } => {
  const { step, actions, outputSchema, request, permissions, render, wanted, isList, warnings } = plan;
  const steps = [...actions, step];
  const flow = toFlow({ name: url, url, steps, request, permissions, render, outputSchema });
  return {
    flow: { ...flow, limits: { maxPages: 1 } },
    about: { kind: "scrape", url, ...given, isList, warnings, ...shownOf(wanted) },
  };
};

/** The job once it has ended, or as it is when the time is up. */
export const watch = async (
  deps: Pick<Deps, "store" | "now"> & WithTimers,
  started: RunRecord,
  untilMs: number,
): Promise<RunRecord> => {
  let run = started;
  for (let pauseMs = FIRST_PAUSE_MS; !isOver(run); pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * GROWTH)) {
    const leftMs = untilMs - deps.now();
    if (leftMs <= 0) break;
    await new Promise<void>((resolve) => deps.after(Math.min(pauseMs, leftMs), resolve));
    run = (await deps.store.runs.get(run.accountId, run.id)) ?? run;
  }
  return run;
};

/** A failure of the run as one of the request. */
const failureOf = (error: RunError | null, status: string): DomainError => {
  if (!error) return new DomainError("conflict", `The job was ${status}.`);
  const { code, message, retryable } = error;
  return new DomainError(Object.hasOwn(ERRORS, code) ? (code as ErrorCode) : "target-failed", message, {
    retryable,
  });
};

/** What the actions collected on their way. */
const actionResults = (items: readonly Item[], screenshots: Awaited<ReturnType<typeof showRunShots>>) => ({
  screenshots: screenshots
    .filter(({ step, isFailure }) => step.startsWith(SHOT_LABEL) && !isFailure)
    .map(({ screenshotUrl }) => screenshotUrl),
  scrapes: items.map(({ url, html }) => ({ url, html })),
});

/**
 * The page of a job that has ended.
 *
 * @param asked the page's URL as it was sent, and where the service answers
 * @throws DomainError as the page failed
 */
export const readDocument = async (
  deps: Deps & WithObjects & WithFileLinks,
  run: RunRecord,
  { actions }: PagePlan,
  { url, origin }: { readonly url: string; readonly origin: string },
): Promise<FirecrawlDocument> => {
  if (run.status !== "completed") throw failureOf(run.error, run.status);
  const [items, screenshots] = await Promise.all([
    readFirstItems(deps, run, actions.length + 1),
    showRunShots(deps, run, origin),
  ]);
  const last = items.at(-1);
  if (!run.job || !last) throw new DomainError("target-failed", `${url} gave nothing to read.`);
  const { job } = run;
  const document = toDocument(last, { job, screenshots, sourceUrl: url, warnings: job.warnings });
  return {
    ...document,
    metadata: { ...document.metadata, scrapeId: run.id },
    ...(actions.length > 0 && { actions: actionResults(items.slice(0, -1), screenshots) }),
  };
};
