/** Jobs: runs without a stored flow, which count toward the month and wait for a slot like any other. */
import type { FlowDefinition } from "../../contract/flowDefinition.ts";
import { hasEnded, type JobAbout, type RunRecord } from "../../store/runs.ts";
import { notFound } from "../errors.ts";
import { checkCount, eachOnce } from "../flows/addresses.ts";
import { checkTargets } from "../flows/checkTargets.ts";
import type { Caller, Deps, WithLists, WithRunQueue } from "../ports.ts";
import { queueRun } from "../runs/createRun.ts";
import { keepList } from "../runs/lists.ts";

export type StartDeps = Deps & WithRunQueue & WithLists;

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
  deps: Deps & WithRunQueue & Partial<WithLists>,
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
  return queueRun(
    deps,
    account,
    { ...flow, id, accountId, version: 1 },
    { id, origin: "api", draft: flow, job: about, list },
  );
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
