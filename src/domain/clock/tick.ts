import { DUE_SHARDS } from "../../store/due.ts";
import type { Item } from "../../store/table.ts";
import type { Deps, WithDeadLetters, WithDueWorkers } from "../ports.ts";
import { LOOK_AHEAD_MS } from "./handOverDue.ts";

/** A record that is overdue by this much is stuck: raise an alarm. */
const OVERDUE_MS = 15 * 60_000;
/** The clock runs about once a minute and keeps no state, so each stuck record is reported once or twice. */
const TOLD_WITHIN_MS = 90_000;

type TickDeps = Deps & WithDueWorkers & WithDeadLetters;

const tellOverdue = async ({ now, deadLetters }: TickDeps, item: Item): Promise<void> => {
  const overdueMs = now() - Date.parse(item.dueAt as string);
  if (overdueMs < OVERDUE_MS || overdueMs >= OVERDUE_MS + TOLD_WITHIN_MS) return;
  await deadLetters.send({
    type: "due",
    accountId: String(item.accountId),
    pk: item.pk,
    sk: item.sk,
    kind: item.dueKind,
    failures: 0,
    error: "It has been due for 15 minutes, and nothing has handed it over.",
  });
};

/** Calls the worker of a shard that has something due. @returns whether there was anything */
const callFor = async (deps: TickDeps, shard: number): Promise<boolean> => {
  const { store, now, log, dueWorkers } = deps;
  try {
    const [oldest] = await store.listDue(now() + LOOK_AHEAD_MS, 1, shard);
    if (oldest === undefined) return false;
    await dueWorkers.call({ shard });
    await tellOverdue(deps, oldest);
    return true;
  } catch (error) {
    // It stays due: the next tick finds it.
    log.error("the worker of a shard could not be called", { shard, error });
    return false;
  }
};

/**
 * Checks every shard of the `due` index and calls a worker for each that has something due, without waiting for it. A
 * lost worker is called again a minute later; two workers on one shard do no harm.
 */
export const tick = async (deps: TickDeps): Promise<{ called: number }> => {
  const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => callFor(deps, shard));
  const called = (await Promise.all(shards)).filter(Boolean);
  return { called: called.length };
};
