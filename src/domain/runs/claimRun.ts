import type { RunMessage } from "../../contract/messages.ts";
import type { RunQueueName } from "../../contract/operation.ts";
import type { RunShard } from "../../store/runs/readRun.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Deps, WithEventQueue, WithRunQueue } from "../ports.ts";
import { cancelOrphan } from "./cancelRun.ts";
import { patiently } from "./patiently.ts";
import { openNextShard } from "./shards/open.ts";
import { MAX_STALLS, RUN_TIMING } from "./timing.ts";

/** A run, or a shard of one. */
type Claimable = RunRecord & Partial<RunShard>;

/** Whether a worker may take the run now. A message is only a hint: it may be late, duplicated or wrong. */
const isClaimable = (run: Claimable, serves: RunQueueName, nowMs: number): boolean => {
  // Workers take the shards of a split run, never the run itself.
  if (run.queue !== serves || (run.shards !== undefined && run.shard === undefined)) return false;
  if (run.isDone) return false;
  if (run.status === "queued") return run.hasSlot;
  if (run.status !== "running") return false;
  return run.leaseUntil === null || Date.parse(run.leaseUntil) <= nowMs;
};

const isShard = (run: Claimable): run is RunShard => run.shard !== undefined;

const findRun = async (
  { store }: Deps,
  { accountId, runId, shard }: RunMessage,
): Promise<Claimable | null> =>
  shard === undefined
    ? store.runs.get(accountId, runId)
    : ((await store.runs.getSplit(accountId, runId))?.shards[shard] ?? null);

/** The page at which the last worker died, if that is known, and how many have died there in a row. */
const suspectOf = ({ reading, suspect = null }: RunRecord): NonNullable<RunRecord["suspect"]> | null => {
  if (!reading) return suspect;
  return { url: reading, deaths: suspect?.url === reading ? suspect.deaths + 1 : 1 };
};

/**
 * Makes the caller the only worker of the run, or of one of its shards, by raising the fence and taking a lease.
 *
 * @returns the claimed run; null if there is nothing to do for this worker
 */
export const claimRun = async (
  deps: Deps & WithRunQueue & WithEventQueue & { readonly serves: RunQueueName },
  message: RunMessage,
): Promise<RunRecord | null> => {
  const { store, now } = deps;
  const { accountId } = message;
  const [run, account] = await Promise.all([findRun(deps, message), store.accounts.get(accountId)]);
  // The runs of a suspended account stay due, and continue once it is no longer suspended.
  if (!run || !account || account.suspended || !isClaimable(run, deps.serves, now())) return null;
  if (!run.draft && !(await store.flows.get(accountId, run.flowId))) {
    await cancelOrphan(deps, run);
    return null;
  }
  const nowMs = now();
  const lost = run.status === "running" && run.leaseUntil !== null;
  const stalls = lost ? run.stalls + 1 : run.stalls;
  const suspect = lost ? suspectOf(run) : (run.suspect ?? null);
  const claimed = {
    ...run,
    status: "running",
    executionStartedAt: run.executionStartedAt ?? new Date(nowMs).toISOString(),
    fence: run.fence + 1,
    leaseUntil: new Date(nowMs + RUN_TIMING.leaseMs).toISOString(),
    // A run that fails after too many stalls reports the page that its last worker was waiting for.
    opening: stalls > MAX_STALLS ? (run.opening ?? null) : null,
    hasWork: true,
    stalls,
    reading: null,
    suspect,
  } as const satisfies RunRecord;
  try {
    const writes = isShard(run) ? store.runs.claimShard(run, claimed) : store.runs.claim(run, claimed);
    await patiently(() => store.commit(writes));
  } catch (error) {
    if (error instanceof ConditionFailed) return null;
    throw error;
  }
  if (isShard(run) && run.fence === 0) await openNextShard(deps, run);
  return claimed;
};
