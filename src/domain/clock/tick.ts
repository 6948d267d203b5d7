import type { Item } from "../../store/table.ts";
import type { Deps, WithDueWorkers, WithStuck } from "../ports.ts";
import { END_OF_TIME_MS, LOOK_AHEAD_MS } from "./handOverDue.ts";

/** A record that is overdue by this much is stuck: raise an alarm. */
const OVERDUE_MS = 15 * 60_000;
/** The clock runs about once a minute and keeps no state, so each stuck record is sent once or twice. */
const SENT_WITHIN_MS = 90_000;

type TickDeps = Deps & WithDueWorkers & WithStuck;

/** Reports a stuck record: in the log on every round, and once in the queue of what is stuck. */
const reportOverdue = async ({ log, stuck }: TickDeps, item: Item, overdueMs: number) => {
  if (overdueMs < OVERDUE_MS) return;
  const named = { pk: item.pk, sk: item.sk, kind: item.dueKind };
  const minutes = Math.floor(overdueMs / 60_000);
  log.error("something due has not been handed over", { ...named, accountId: item.accountId, minutes });
  if (overdueMs >= OVERDUE_MS + SENT_WITHIN_MS) return;
  await stuck.send({
    type: "due",
    accountId: String(item.accountId),
    ...named,
    failures: 0,
    error: "It has been due for 15 minutes, and nothing has handed it over.",
  });
};

/**
 * Calls the worker of a shard that has something due. What is overdue is reported first, so that it is known even if
 * the call fails.
 *
 * @returns how late the shard's oldest item is; null if nothing is due
 * @throws the first failure, after everything was tried
 */
const callFor = async (deps: TickDeps, shard: number): Promise<number | null> => {
  const { store, now, log, dueWorkers } = deps;
  try {
    const isInUse = shard < store.duePartitions;
    const [oldest] = await store.listDue(isInUse ? now() + LOOK_AHEAD_MS : END_OF_TIME_MS, 1, shard);
    if (oldest === undefined) return null;
    const overdueMs = Math.max(0, now() - Date.parse(oldest.dueAt as string));
    const reported = await Promise.allSettled([reportOverdue(deps, oldest, overdueMs)]);
    await dueWorkers.call({ shard });
    for (const each of reported) if (each.status === "rejected") throw each.reason;
    return overdueMs;
  } catch (error) {
    // It stays due: the next tick finds it.
    log.error("the worker of a shard could not be called", { shard, error });
    throw error;
  }
};

/**
 * Checks every partition that the `due` index ever had, a shard each, and calls a worker for each that has something
 * due, without waiting for it. A lost worker is called again a minute later; two workers on one shard do no harm. After a
 * whole round it leaves a heartbeat, which `/health` and an alarm watch.
 *
 * @throws {AggregateError} if any shard failed, after all were tried
 */
export const tick = async (deps: TickDeps): Promise<{ called: number }> => {
  const partitions = await deps.store.clock.notePartitions(deps.store.duePartitions);
  const shards = Array.from({ length: partitions }, (_, shard) => callFor(deps, shard));
  const outcomes = await Promise.allSettled(shards);
  const failures = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${partitions} shards failed: ${failures[0]}`);
  const late = outcomes.flatMap((each) =>
    each.status === "fulfilled" && each.value !== null ? [each.value] : [],
  );
  await deps.store.clock.noteRound(new Date(deps.now()).toISOString());
  deps.metrics.roundFinished(Math.floor(Math.max(0, ...late) / 1_000));
  return { called: late.length };
};
