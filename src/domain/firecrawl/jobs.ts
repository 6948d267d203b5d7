/** Jobs: runs without a stored flow, which count toward the month and wait for a slot like any other. */
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import { hasEnded, type JobAbout, type RunRecord } from "../../store/runs/runs.ts";
import { notFound } from "../errors.ts";
import { checkCount, eachOnce } from "../flows/addresses.ts";
import { checkTargets } from "../flows/checkTargets.ts";
import { announceEvents } from "../outbox/events.ts";
import { emitOfJob } from "../outbox/jobEvents.ts";
import type { Caller, Deps, WithEventQueue, WithLists, WithRunQueue, WithSeals } from "../ports.ts";
import { queueRun } from "../runs/begin/createRun.ts";
import { keepList } from "../runs/lists.ts";

export type StartDeps = Deps & WithRunQueue & WithLists;
/** Needed to start jobs that have a webhook. */
export type TellingDeps = StartDeps & WithEventQueue & WithSeals;

interface NewJob {
  readonly flow: FlowDefinition;
  readonly about: JobAbout;
  /** URLs to open instead of the flow's. */
  readonly urls?: readonly string[];
}

/**
 * @param id the job's id (default: a new one)
 * @throws DomainError `target-refused`, `invalid-request`, `quota-exceeded`, `unavailable` · ConditionFailed if the id is taken
 */
export const startJob = async (
  deps: Deps & WithRunQueue & Partial<WithLists & WithEventQueue>,
  caller: Caller,
  { flow, about, urls }: NewJob,
  id = deps.newId("job"),
): Promise<RunRecord> => {
  const { accountId } = caller;
  checkTargets(deps, flow);
  const account = await caller.account;
  const distinct = urls && eachOnce(urls);
  checkCount(account, distinct, undefined);
  for (const url of distinct ?? []) deps.checkTarget(url);
  const list = distinct && deps.lists && (await keepList({ lists: deps.lists }, account, id, distinct));
  const started = emitOfJob(deps, { id, accountId, job: about }, "started");
  const run = await queueRun(
    deps,
    account,
    { ...flow, id, accountId, version: 1 },
    { id, origin: "api", draft: flow, job: about, list },
    () => started,
  );
  const { eventQueue } = deps;
  if (eventQueue) await announceEvents({ ...deps, eventQueue }, started);
  return run;
};

/** @throws DomainError `not-found` */
export const findJob = async (
  { store }: Pick<Deps, "store">,
  { accountId }: Pick<Caller, "accountId">,
  id: string,
  ...kinds: readonly JobAbout["kind"][]
): Promise<RunRecord & { readonly job: JobAbout }> => {
  const run = await store.runs.get(accountId, id);
  if (!run?.job || !kinds.includes(run.job.kind)) throw notFound("job", id);
  return { ...run, job: run.job };
};

export const isOver = ({ status }: Pick<RunRecord, "status">): boolean => hasEnded(status);
