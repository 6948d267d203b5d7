import { PLANS } from "../../../contract/account/plans.ts";
import { DomainError } from "../../../contract/errors.ts";
import type { EachUrl } from "../../../contract/flows/eachUrl.ts";
import type { FlowDefinition } from "../../../contract/flows/flowDefinition.ts";
import type { RunInput } from "../../../contract/flows/inputs.ts";
import { chooseEngine, QUEUE_OF } from "../../../contract/flows/rendering.ts";
import type { RunOrigin, RunSummary } from "../../../contract/runs/runs.ts";
import type { AccountRecord } from "../../../store/account/accounts.ts";
import type { FlowRecord } from "../../../store/flows/flows.ts";
import { type JobAbout, NEW_RUN, type RunRecord } from "../../../store/runs/runs.ts";
import { ConditionFailed, type Write } from "../../../store/table.ts";
import { notFound } from "../../errors.ts";
import { checkAddresses, checkCount, eachOnce } from "../../flows/addresses.ts";
import { checkNotUsed } from "../../flows/flowLists.ts";
import { auditRun } from "../../journal/journal.ts";
import type { Caller, Deps, WithLists, WithRunQueue } from "../../ports.ts";
import { readUpload } from "../../uploads/readUpload.ts";
import { NO_COST } from "../../usage/cost.ts";
import { type Quota, takeQuota } from "../../usage/usage.ts";
import { announceRun } from "../announceRun.ts";
import { type KeptList, keepList } from "../lists.ts";
import { showRunSummary } from "../show.ts";
import { slotLimit } from "../slots.ts";
import { RUN_TIMING } from "../timing.ts";
import { checkInput } from "./checkInput.ts";

/** Attempts at queueing a run while slots are taken and freed. */
const ATTEMPTS = 20;

interface RunRequest {
  readonly origin: RunOrigin;
  readonly trigger?: string;
  /** Values for the flow's inputs. */
  readonly input?: RunInput | undefined;
  /** The run's id (default: a new one). */
  readonly id?: string;
  /** What each URL of the list is (default: as the flow says). */
  readonly eachUrl?: EachUrl | undefined;
  /** URLs to open instead of the flow's own. */
  readonly list?: KeptList | undefined;
  /** The run that is retried. */
  readonly retryOf?: string;
  /** Read this run's saved pages instead of visiting the site. */
  readonly snapshotsOf?: string;
  /** The definition of a preview or job, which is not stored as a flow. */
  readonly draft?: FlowDefinition;
  readonly job?: JobAbout;
}

/** A stored flow, or the draft of a preview. */
type RunFlow = FlowDefinition & Pick<FlowRecord, "id" | "accountId" | "version">;

const newRun = (
  deps: Deps,
  { plan }: AccountRecord,
  flow: RunFlow,
  { origin, input = {}, list, eachUrl, id = deps.newId("run"), ...given }: RunRequest,
): Omit<RunRecord, "hasSlot"> => ({
  ...NEW_RUN,
  id,
  accountId: flow.accountId,
  flowId: flow.id,
  flowName: flow.name,
  flowVersion: flow.version,
  queue: QUEUE_OF[chooseEngine(flow, { isReplay: given.snapshotsOf !== undefined }).engine],
  origin,
  retentionDays: PLANS[plan].retentionDays,
  ...given,
  ...(Object.keys(input).length > 0 && { input }),
  ...(eachUrl && { eachUrl }),
  ...(list && { urlCount: list.count }),
  ...(list?.key !== undefined && { urlsKey: list.key }),
  startedAt: new Date(deps.now()).toISOString(),
  cost: NO_COST,
});

/**
 * Queues a run of the flow. It takes a slot of the account if one is free, and otherwise waits in line. Previews
 * count toward the month's quota only.
 *
 * @param besides writes for the same transaction, given the run's id; the caller handles their ConditionFailed
 * @throws DomainError `quota-exceeded`, `unavailable`
 */
export const queueRun = async (
  deps: Deps & WithRunQueue,
  account: AccountRecord,
  flow: RunFlow,
  request: RunRequest,
  besides: (runId: string) => readonly Write[] = () => [],
): Promise<RunRecord> => {
  const { store, now } = deps;
  const limit = slotLimit(account);
  const draft = newRun(deps, account, flow, request);
  const tallyKey = store.flows.tallyKey(flow.accountId, flow.id);
  /** Null: not known yet. Asked for before the first attempt, because one that is refused keeps others from these items. */
  let hasSlot: boolean | null = null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const [quota, used]: [Quota, number] = await Promise.all([
      takeQuota(deps, account, draft.startedAt, request.draft === undefined),
      hasSlot === null ? store.slots.countUsed(account.id) : 0,
    ]);
    hasSlot ??= used < limit;
    const run: RunRecord = { ...draft, hasSlot };
    const lookAgainMs = hasSlot ? RUN_TIMING.lookFirstMs : RUN_TIMING.lookAtWaitingMs;
    try {
      await store.commit(
        store.runs.insert(run, now() + lookAgainMs, request.list?.urls),
        hasSlot ? store.slots.take(account.id, limit) : store.slots.wait(account.id, run.id, limit),
        request.draft ? [] : store.flows.countQueued(flow, run.startedAt),
        quota.writes,
        besides(run.id),
      );
    } catch (error) {
      if (!(error instanceof ConditionFailed) || error.refused(tallyKey)) throw error;
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

interface GivenRun extends Omit<RunRequest, "id" | "list"> {
  readonly urls?: readonly string[] | undefined;
  readonly uploadId?: string | undefined;
}

/** The run's URLs, without duplicates. */
const readGiven = async (
  deps: WithLists,
  caller: Caller,
  { urls, uploadId }: GivenRun,
): Promise<readonly string[] | undefined> => {
  const given = uploadId === undefined ? urls : await readUpload(deps, caller, uploadId);
  return given && eachOnce(given);
};

/**
 * @throws DomainError `not-found` if there is no such flow; `conflict` if the upload was already used; and as
 *   `checkInput`, `readUpload`, `checkCount` and `checkAddresses`
 */
export const createRun = async (
  deps: Deps & WithRunQueue & WithLists,
  caller: Caller,
  flowId: string,
  request: GivenRun,
): Promise<RunSummary> => {
  const { store, now } = deps;
  const [account, flow] = await Promise.all([caller.account, store.flows.get(caller.accountId, flowId)]);
  if (!flow) throw notFound("flow", flowId);
  checkInput(deps, flow, request.input);
  const { urls: _, uploadId, ...given } = request;
  const urls = await readGiven(deps, caller, request);
  checkCount(account, urls, uploadId);
  // A retry's URLs were allowed or discovered by the earlier run.
  if (request.origin !== "retry") checkAddresses(caller, flow, urls);
  const id = deps.newId("run");
  const list = urls && (await keepList(deps, account, id, urls));
  const metadata = { flowId, ...given, ...(urls && { urls: urls.length }), ...(uploadId && { uploadId }) };
  try {
    const run = await queueRun(deps, account, flow, { ...given, id, list }, (runId) => [
      ...auditRun(deps, caller, { action: "run.created", resource: runId, metadata }),
      ...(uploadId ? store.uploads.take(caller.accountId, uploadId, { runId }, now()) : []),
    ]);
    return showRunSummary(run, now());
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    if (uploadId) checkNotUsed(deps, caller, uploadId, error);
    throw notFound("flow", flowId);
  }
};
