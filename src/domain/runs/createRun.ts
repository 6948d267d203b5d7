import { DomainError } from "../../contract/errors.ts";
import type { RunInput } from "../../contract/inputs.ts";
import { PLANS } from "../../contract/plans.ts";
import { chooseEngine, QUEUE_OF } from "../../contract/rendering.ts";
import type { RunOrigin, RunSummary } from "../../contract/runs.ts";
import type { AccountRecord } from "../../store/accounts.ts";
import type { FlowRecord } from "../../store/flows.ts";
import { NEW_RUN, type RunRecord } from "../../store/runs.ts";
import { ConditionFailed, type Write } from "../../store/table.ts";
import { audit } from "../accounts/journal.ts";
import { notFound } from "../errors.ts";
import type { Caller, Deps, WithRunQueue } from "../ports.ts";
import { takeQuota } from "../usage/usage.ts";
import { checkAddresses, eachOnce } from "./addresses.ts";
import { announceRun } from "./announceRun.ts";
import { checkInput } from "./checkInput.ts";
import { NO_COST } from "./cost.ts";
import { showRunSummary } from "./show.ts";
import { slotLimit } from "./slots.ts";
import { RUN_TIMING } from "./timing.ts";

/** Attempts at queueing a run while slots come and go. */
const ATTEMPTS = 20;

interface RunRequest {
  readonly origin: RunOrigin;
  readonly trigger?: string;
  /** Values for the flow's inputs. */
  readonly input?: RunInput | undefined;
  /** Opened in the place of the flow's own addresses. */
  readonly urls?: readonly string[] | undefined;
  /** The run that is repeated. */
  readonly retryOf?: string;
  /** The run whose kept pages are read instead of visiting any. */
  readonly snapshotsOf?: string;
}

const newRun = (
  deps: Deps,
  { plan }: AccountRecord,
  flow: FlowRecord,
  { origin, input = {}, urls, ...given }: RunRequest,
): Omit<RunRecord, "hasSlot"> => ({
  ...NEW_RUN,
  id: deps.newId("run"),
  accountId: flow.accountId,
  flowId: flow.id,
  flowName: flow.name,
  flowVersion: flow.version,
  queue: QUEUE_OF[chooseEngine(flow, { isReplay: given.snapshotsOf !== undefined }).engine],
  origin,
  retentionDays: PLANS[plan].retentionDays,
  ...given,
  ...(Object.keys(input).length > 0 && { input }),
  ...(urls && { urlCount: urls.length }),
  startedAt: new Date(deps.now()).toISOString(),
  cost: NO_COST,
});

/**
 * Queues a run of the flow, with a slot of its account if one is free, else in the line for one.
 *
 * @param besides writes that belong to the same transaction, for the run of this id; their
 *   ConditionFailed is the caller's
 * @throws DomainError `quota-exceeded`, `unavailable`
 */
export const queueRun = async (
  deps: Deps & WithRunQueue,
  account: AccountRecord,
  flow: FlowRecord,
  request: RunRequest,
  besides: (runId: string) => readonly Write[] = () => [],
): Promise<RunRecord> => {
  const { store, now } = deps;
  const limit = slotLimit(account);
  const draft = newRun(deps, account, flow, request);
  const flowKey = store.flows.key(flow.accountId, flow.id);
  let hasSlot = true;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const run: RunRecord = { ...draft, hasSlot };
    const quota = await takeQuota(deps, account, run.startedAt);
    const lookAgainMs = hasSlot ? RUN_TIMING.announceAgainMs : RUN_TIMING.lookAtWaitingMs;
    try {
      await store.commit(
        store.runs.insert(run, now() + lookAgainMs, request.urls),
        hasSlot ? store.slots.take(account.id, limit) : store.slots.wait(account.id, run.id, limit),
        store.flows.countQueued(flow.accountId, flow.id, run.startedAt),
        store.days.count(run, { runs: 1 }),
        quota.writes,
        besides(run.id),
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.refused(flowKey)) throw error;
      const isSlotRefused = error.refused(store.slots.key(account.id));
      if (!isSlotRefused && !quota.isStale(error)) throw error;
      if (isSlotRefused) hasSlot = !hasSlot;
      continue;
    }
    if (hasSlot) await announceRun(deps, run);
    return run;
  }
  throw new DomainError("unavailable", "Too many runs are being queued at once: try again in a moment.", {
    headers: { "retry-after": "1" },
  });
};

/** @throws DomainError `not-found` when there is no such flow, and as `checkInput` and `checkAddresses` */
export const createRun = async (
  deps: Deps & WithRunQueue,
  caller: Caller,
  flowId: string,
  request: RunRequest,
): Promise<RunSummary> => {
  const [account, flow] = await Promise.all([caller.account, deps.store.flows.get(caller.accountId, flowId)]);
  if (!flow) throw notFound("flow", flowId);
  checkInput(deps, flow, request.input);
  // What is retried was allowed, or found, before.
  if (request.origin !== "retry") checkAddresses(caller, flow, request.urls);
  const { urls, ...given } = request;
  const metadata = { flowId, ...given, ...(urls && { urls: urls.length }) };
  try {
    const wanted = { ...given, ...(urls && { urls: eachOnce(urls) }) };
    const run = await queueRun(deps, account, flow, wanted, (runId) =>
      audit(deps, caller, { action: "run.created", resource: runId, metadata }),
    );
    return showRunSummary(run, deps.now());
  } catch (error) {
    if (error instanceof ConditionFailed) throw notFound("flow", flowId);
    throw error;
  }
};
