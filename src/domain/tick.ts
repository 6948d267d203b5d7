import { type DueKind, recordOf } from "../store/due.ts";
import type { FlowRecord } from "../store/flows.ts";
import type { RunRecord } from "../store/runs.ts";
import { ConditionFailed, type Item } from "../store/table.ts";
import { nextRunAt } from "./flows/nextRun.ts";
import type { Deps, WithRunQueue } from "./ports.ts";
import { queueRun } from "./runs/createRun.ts";
import { promoteWaiting } from "./runs/slots.ts";
import { RUN_TIMING } from "./runs/timing.ts";

/** What comes due this soon is handed over now, with a delay: no one waits for the next tick. */
const LOOK_AHEAD_MS = 14_000;
const BATCH_PER_SHARD = 250;
const PARALLEL = 20;

type TickDeps = Deps & WithRunQueue;

/** A queued run whose message may be lost, or a running one whose worker gave no sign of life. */
const handOverRun = async (deps: TickDeps, run: RunRecord, dueAt: string): Promise<void> => {
  const { store, runQueue, now } = deps;
  const waits = run.status === "queued" && !run.hasSlot;
  const lookAgainMs = waits ? RUN_TIMING.lookAtWaitingMs : RUN_TIMING.announceAgainMs;
  await store.runs.handOver(run, dueAt, now() + lookAgainMs);
  if (waits) await promoteWaiting(deps, run.accountId);
  else await runQueue.send(run.accountId, run.id, Math.max(0, Date.parse(dueAt) - now()));
};

/** A flow whose schedule says now: the run and the next date are one transaction. */
const startScheduledRun = async (deps: TickDeps, due: FlowRecord): Promise<void> => {
  const { store, now, log } = deps;
  const [account, flow] = await Promise.all([
    store.accounts.get(due.accountId),
    store.flows.get(due.accountId, due.id),
  ]);
  if (!account || !flow || flow.nextRunAt !== due.nextRunAt) return;
  const next = store.flows.reschedule(flow, nextRunAt(flow, now()));
  const unfinished = await Promise.all(
    (["queued", "running"] as const).map((status) =>
      store.runs.list(flow.accountId, { flowId: flow.id, status }, { limit: 1 }),
    ),
  );
  if (unfinished.some(({ total }) => total > 0)) {
    log.info("a scheduled run was skipped: the last one is still under way", { flowId: flow.id });
    await store.commit(next);
    return;
  }
  await queueRun(deps, account, flow, { origin: "schedule" }, () => next);
};

const HANDLERS: Readonly<Record<DueKind, (deps: TickDeps, item: Item) => Promise<void>>> = {
  run: (deps, item) => handOverRun(deps, recordOf<RunRecord>(item), item.dueAt as string),
  flow: (deps, item) => startScheduledRun(deps, recordOf<FlowRecord>(item)),
};

const handOver = async (deps: TickDeps, item: Item): Promise<void> => {
  try {
    await HANDLERS[item.dueKind as DueKind](deps, item);
  } catch (error) {
    // Another tick was quicker, or the record has moved on.
    if (error instanceof ConditionFailed) return;
    deps.log.error("something due was not handed over; the next tick tries again", { item: item.sk, error });
  }
};

/**
 * Hands everything that is due to whoever does it. Each hand-over is a conditional write: two ticks
 * at once do it once. Stops at `deadlineMs`; what is left is found by the next tick.
 */
export const tick = async (deps: TickDeps, deadlineMs: number): Promise<{ handedOver: number }> => {
  const { store, now } = deps;
  let handedOver = 0;
  for (;;) {
    const due = await store.listDue(now() + LOOK_AHEAD_MS, BATCH_PER_SHARD);
    const ready = due.filter((item) => item.dueKind === "run" || Date.parse(item.dueAt as string) <= now());
    for (let i = 0; i < ready.length && now() < deadlineMs; i += PARALLEL) {
      await Promise.all(ready.slice(i, i + PARALLEL).map((item) => handOver(deps, item)));
    }
    handedOver += ready.length;
    if (ready.length < BATCH_PER_SHARD || now() >= deadlineMs) return { handedOver };
  }
};
