import { DomainError } from "../../contract/errors.ts";
import { ofStatus } from "../../contract/flows/flowStatus.ts";
import type { ClosedAccount } from "../../store/account/accounts.ts";
import type { AlertRecord } from "../../store/account/alerts.ts";
import type { ActivityRecord } from "../../store/account/journal.ts";
import type { DeliveryRecord } from "../../store/deliveries/deliveries.ts";
import type { DestinationDeliveryRecord } from "../../store/deliveries/destinationDeliveries.ts";
import type { ExportRecord } from "../../store/deliveries/exports.ts";
import type { MailRecord } from "../../store/deliveries/mails.ts";
import type { EventRecord } from "../../store/deliveries/outbox.ts";
import { type DueKind, dueFailuresOf, recordOf } from "../../store/due.ts";
import type { FlowList } from "../../store/flows/flowLists.ts";
import type { FlowRecord } from "../../store/flows/flows.ts";
import type { ChangeRecord } from "../../store/monitors/changes.ts";
import type { RecordSetEntry } from "../../store/monitors/records.ts";
import { isOfAccount } from "../../store/partitions.ts";
import type { ForgottenRun } from "../../store/runs/runDetail.ts";
import type { RunRecord } from "../../store/runs/runs.ts";
import { ConditionFailed, type Item, type Write } from "../../store/table.ts";
import { sweepClosedAccount } from "../accounts/eraseAccount.ts";
import { handOverDestinationDelivery } from "../destinations/due.ts";
import { handOverExport } from "../exports/due.ts";
import { scheduleFloorMs } from "../flows/checkSchedule.ts";
import { handOverFlowList } from "../flows/flowLists.ts";
import { nextRunAt } from "../flows/nextRun.ts";
import { addActivity } from "../journal/journal.ts";
import { handOverMail } from "../mail/deliverMail.ts";
import { sendDigest } from "../mail/digest.ts";
import { handOverEvent } from "../outbox/events.ts";
import type {
  Deps,
  WithDashboard,
  WithDeliveryQueue,
  WithDestinationQueue,
  WithEventQueue,
  WithExportQueue,
  WithMailQueue,
  WithObjects,
  WithRunQueue,
  WithStuck,
} from "../ports.ts";
import { queueRun } from "../runs/begin/createRun.ts";
import { openNextShard } from "../runs/shards/open.ts";
import { promoteWaiting } from "../runs/slots.ts";
import { RUN_TIMING } from "../runs/timing.ts";
import { handOverDelivery } from "../webhooks/due.ts";
import {
  handOverActivity,
  handOverAlert,
  handOverChange,
  handOverForgottenRun,
  handOverPastRun,
  handOverQuietChange,
  handOverRecordSet,
} from "./retention.ts";

/** Runs due this soon are handed over now, with a delay, so that a lost lease does not wait for the next tick. */
export const LOOK_AHEAD_MS = 14_000;
const BATCH_PER_SHARD = 250;
const PARALLEL = 20;
/** Time left for work in progress to finish before the deadline; a slow write takes a few seconds. */
const MARGIN_MS = 5_000;

type DueDeps = Deps &
  WithRunQueue &
  WithEventQueue &
  WithDeliveryQueue &
  WithDestinationQueue &
  WithExportQueue &
  WithMailQueue &
  WithDashboard &
  WithStuck &
  WithObjects;

/** When the worker's lease ends. Renewing a lease does not change when the run comes due, so it is read here. */
const heldUntilMs = async ({ store }: DueDeps, run: RunRecord): Promise<number> => {
  if (run.status !== "running") return 0;
  const current = await store.runs.get(run.accountId, run.id);
  return current?.leaseUntil ? Date.parse(current.leaseUntil) : 0;
};

/** For a split run: announces shards without a worker, and opens the next shard if a slot is free. */
const handOverShards = async (deps: DueDeps, run: RunRecord, dueAt: string): Promise<void> => {
  const { store, runQueue, now } = deps;
  await store.runs.handOver(run, dueAt, now() + RUN_TIMING.announceAgainMs);
  const split = await store.runs.getSplit(run.accountId, run.id);
  for (const shard of split?.shards ?? []) {
    if (shard.isDone) continue;
    const freeAtMs = Math.max(...[shard.leaseUntil, shard.resumeAt].map((at) => (at ? Date.parse(at) : 0)));
    if (freeAtMs <= now() + LOOK_AHEAD_MS) await runQueue.send(shard, Math.max(0, freeAtMs - now()));
  }
  await openNextShard(deps, run);
};

const lookAgainMsOf = ({ status, hasSlot }: RunRecord): number => {
  if (status !== "queued") return RUN_TIMING.announceAgainMs;
  return hasSlot ? RUN_TIMING.lookFirstMs : RUN_TIMING.lookAtWaitingMs;
};

/** Handles a queued run whose message may be lost, or a running one whose worker sent no heartbeat. */
const handOverRun = async (deps: DueDeps, run: RunRecord, dueAt: string): Promise<void> => {
  const { store, runQueue, now } = deps;
  if (run.shards !== undefined) return handOverShards(deps, run, dueAt);
  const heldUntil = await heldUntilMs(deps, run);
  if (heldUntil > now() + LOOK_AHEAD_MS) return store.runs.handOver(run, dueAt, heldUntil);
  const waits = run.status === "queued" && !run.hasSlot;
  await store.runs.handOver(run, dueAt, now() + lookAgainMsOf(run));
  if (waits) await promoteWaiting(deps, run.accountId);
  else await runQueue.send(run, Math.max(0, heldUntil - now(), Date.parse(dueAt) - now()));
};

const skippedActivity = (deps: Deps, { id, accountId, name }: FlowRecord, reason: string): Write[] =>
  addActivity(deps, accountId, {
    type: "run.skipped",
    message: `A scheduled run of "${name}" was skipped: ${reason}.`,
    flowId: id,
    subject: id,
  });

/** Starts a scheduled flow: the run and the next date are written in one transaction. */
const startScheduledRun = async (deps: DueDeps, due: FlowRecord): Promise<void> => {
  const { store, now } = deps;
  const [account, flow] = await Promise.all([
    store.accounts.get(due.accountId),
    store.flows.get(due.accountId, due.id),
  ]);
  if (!account || !flow?.nextRunAt || flow.nextRunAt !== due.nextRunAt || !ofStatus(flow).isScheduled) return;
  const next = store.flows.reschedule(
    flow,
    nextRunAt(flow, now(), {
      lastMs: Date.parse(flow.nextRunAt),
      floorMs: scheduleFloorMs(account.plan),
    }),
  );
  if (account.suspended) {
    await store.commit(next, skippedActivity(deps, flow, "the account is suspended"));
    return;
  }
  const unfinished = await Promise.all(
    (["queued", "running"] as const).map((status) => store.runs.count(flow.accountId, flow.id, status)),
  );
  if (unfinished.some((count) => count > 0)) {
    await store.commit(next, skippedActivity(deps, flow, "the last one is still in progress"));
    return;
  }
  try {
    const request = { origin: "schedule", input: flow.schedule?.input } as const;
    await queueRun(deps, account, flow, request, () => next);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "quota-exceeded") throw error;
    await store.commit(next, skippedActivity(deps, flow, "this month's quota is used up"));
  }
};

const HANDLERS: Readonly<Record<DueKind, (deps: DueDeps, item: Item) => Promise<void>>> = {
  run: (deps, item) => handOverRun(deps, recordOf<RunRecord>(item), item.dueAt as string),
  pastRun: (deps, item) => handOverPastRun(deps, recordOf<RunRecord>(item), item.dueAt as string),
  forgottenRun: (deps, item) => handOverForgottenRun(deps, recordOf<ForgottenRun>(item)),
  flowList: (deps, item) => handOverFlowList(deps, recordOf<FlowList>(item), item.dueAt as string),
  flow: (deps, item) => startScheduledRun(deps, recordOf<FlowRecord>(item)),
  event: (deps, item) => handOverEvent(deps, recordOf<EventRecord>(item), item.dueAt as string),
  delivery: (deps, item) => handOverDelivery(deps, recordOf<DeliveryRecord>(item), item.dueAt as string),
  destinationDelivery: (deps, item) =>
    handOverDestinationDelivery(deps, recordOf<DestinationDeliveryRecord>(item), item.dueAt as string),
  export: (deps, item) => handOverExport(deps, recordOf<ExportRecord>(item), item.dueAt as string),
  mail: (deps, item) => handOverMail(deps, recordOf<MailRecord>(item), item.dueAt as string),
  change: (deps, item) => handOverChange(deps, recordOf<ChangeRecord>(item), item.dueAt as string),
  quietChange: (deps, item) => handOverQuietChange(deps, recordOf<ChangeRecord>(item), item.dueAt as string),
  alert: (deps, item) => handOverAlert(deps, recordOf<AlertRecord>(item), item.dueAt as string),
  activity: (deps, item) => handOverActivity(deps, recordOf<ActivityRecord>(item), item.dueAt as string),
  recordSet: (deps, item) => handOverRecordSet(deps, recordOf<RecordSetEntry>(item), item.dueAt as string),
  closedAccount: (deps, item) =>
    sweepClosedAccount(deps, recordOf<ClosedAccount>(item), item.dueAt as string),
  digest: (deps, item) => sendDigest(deps, item.accountId as string, item.dueAt as string),
};

/** After this many failed attempts (about four hours) an alarm is raised; the record is still retried every hour. */
const LAST_TRY = 10;
const MAX_DELAY_MS = 3_600_000;

/** Waits one minute after the first failure, then doubles. */
const delayMs = (failures: number): number => Math.min(MAX_DELAY_MS, 60_000 * 2 ** (failures - 1));

/** Postpones a record whose hand-over failed, so that it does not delay the others. */
const postpone = async (deps: DueDeps, item: Item, error: unknown): Promise<void> => {
  const { store, now, log, stuck } = deps;
  const failures = dueFailuresOf(item) + 1;
  const named = { pk: item.pk, sk: item.sk, kind: item.dueKind, failures };
  log.error("something due was not handed over; it is tried again", { ...named, error });
  try {
    await store.postponeDue(item, now() + delayMs(failures), failures);
    if (failures === LAST_TRY)
      await stuck.send({
        type: "due",
        accountId: String(item.accountId),
        ...named,
        error: String(error),
      });
  } catch (failure) {
    // The record has changed, or the table is not answering: it stays due and is found again.
    if (!(failure instanceof ConditionFailed))
      log.warn("it could not be postponed", { ...named, error: failure });
  }
};

const handOver = async (deps: DueDeps, item: Item): Promise<void> => {
  try {
    if (!isOfAccount(item.pk, item.accountId))
      throw new Error(`${item.pk} holds what would be due for ${item.accountId}`);
    await HANDLERS[item.dueKind as DueKind](deps, item);
  } catch (error) {
    // Another worker handed it over first, or the record has changed.
    if (!(error instanceof ConditionFailed)) await postpone(deps, item, error);
  }
};

/** What must happen soon, each time to another record. All else of an account waits for one another at its counters and slots. */
const SIDE_BY_SIDE: ReadonlySet<unknown> = new Set<DueKind>([
  "run",
  "event",
  "delivery",
  "destinationDelivery",
  "export",
  "mail",
]);

const laneOf = ({ pk, sk, dueKind, accountId }: Item): string =>
  SIDE_BY_SIDE.has(dueKind) ? `${pk}\n${sk}` : String(accountId);

/** @returns how many were begun before `lastStartMs` */
const handOverAll = async (deps: DueDeps, items: readonly Item[], lastStartMs: number): Promise<number> => {
  const lanes = Map.groupBy(items, laneOf).values();
  let begun = 0;
  const work = async (): Promise<void> => {
    // One shared iterator: each takes the next lane.
    for (const lane of lanes)
      for (const item of lane) {
        if (deps.now() >= lastStartMs) return;
        begun += 1;
        await handOver(deps, item);
      }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return begun;
};

/** Later than anything is due. */
export const END_OF_TIME_MS = Date.parse("9999-12-31T00:00:00.000Z");

/** Moves what is not due yet out of a partition that is no longer written to, since there are fewer. */
const moveAll = async ({ store, now, log }: DueDeps, shard: number, lastStartMs: number): Promise<void> => {
  let moved = 0;
  for (let found = BATCH_PER_SHARD; found === BATCH_PER_SHARD && now() < lastStartMs; ) {
    const items = await store.listDue(END_OF_TIME_MS, BATCH_PER_SHARD, shard);
    const outcomes = await Promise.allSettled(items.map((item) => store.moveDue(item)));
    const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    moved += items.length - failures.length;
    const refused = failures.filter((reason) => !(reason instanceof ConditionFailed));
    if (refused.length > 0)
      log.error("what is due later was not moved; the next round tries again", {
        shard,
        items: refused.length,
        error: refused[0],
      });
    // The index lags, or items have changed: the next round moves what is left.
    found = failures.length > 0 ? 0 : items.length;
  }
  if (moved > 0) log.info("what is due later was moved to the partitions in use", { shard, moved });
};

/**
 * Hands over everything that is due. Each hand-over is a conditional write, so two workers hand it over once. Starts
 * nothing new in the last seconds before `deadlineMs`; the next worker continues.
 *
 * @param shard the shard of the `due` index (default: all)
 */
export const handOverDue = async (
  deps: DueDeps,
  deadlineMs: number,
  shard?: number,
): Promise<{ handedOver: number }> => {
  const { store, now } = deps;
  const lastStartMs = deadlineMs - MARGIN_MS;
  let handedOver = 0;
  for (;;) {
    const due = await store.listDue(now() + LOOK_AHEAD_MS, BATCH_PER_SHARD, shard);
    const ready = due.filter((item) => item.dueKind === "run" || Date.parse(item.dueAt as string) <= now());
    handedOver += await handOverAll(deps, ready, lastStartMs);
    if (ready.length < BATCH_PER_SHARD || now() >= lastStartMs) break;
  }
  if (shard !== undefined && shard >= store.duePartitions) await moveAll(deps, shard, lastStartMs);
  return { handedOver };
};
