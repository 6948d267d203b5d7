/** The writes that move a run from one state to another; those of a split run are in `runShards.ts`. */
import type { collection } from "../collection.ts";
import { dueAttributes } from "../due.ts";
import type { Condition, Write } from "../table.ts";
import { additionWrites, lastWrites, leaveBehind, type RunAdditions } from "./runDetail.ts";
import { putUrls } from "./runPages.ts";
import type { RunRecord } from "./runRecord.ts";
import { allows } from "./runStates.ts";
import { changeWork, claimWork, unmoved, without, withoutWork, workOf } from "./runWork.ts";

export type Runs = ReturnType<typeof collection<RunRecord, "flowId", "status">>;

/** The collection that holds a run: runs or previews. */
export type RunKind = Pick<Runs, "insert" | "change" | "remove" | "get">;

const sameFence = ({ fence }: RunRecord): Condition => ({ fence: { eq: fence } });

/** Fields that say the same if they are absent. A run's record is little smaller than what a write unit holds. */
const OPTIONAL = ["opening", "reading", "suspect", "screenshots"] as const;

const emptyOf = (patch: Partial<RunRecord>) =>
  OPTIONAL.filter((name) => patch[name] === null || (name === "screenshots" && patch[name]?.length === 0));

const isFirst = ({ fence }: RunRecord): boolean => fence === 0;

/** @param kindOf returns the collection that holds a run */
export const runLife = (kindOf: (run: RunRecord) => RunKind) => ({
  /** A new run with its URLs; checked again at `dueAtMs` in case its message is lost. */
  insert: (run: RunRecord, dueAtMs: number, urls?: readonly string[]): Write[] => [
    ...kindOf(run).insert(run, dueAttributes("run", run.id, dueAtMs)),
    ...(urls ? putUrls(run, urls) : []),
  ],

  /** Gives a waiting run a slot. */
  giveSlot: (run: RunRecord, dueAtMs: number): Write[] =>
    kindOf(run).change(run, { hasSlot: true }, allows("giveSlot", run), {
      set: dueAttributes("run", run.id, dueAtMs),
    }),

  /**
   * Makes the caller the run's worker: `after` carries the next fence and a lease. If the worker is the run's first, the run stays
   * due when it would be looked at without one, because to move it would cost another entry of the index.
   */
  claim: (before: RunRecord, after: RunRecord & { readonly hasWork: true }): Write[] => [
    ...kindOf(before).change(
      before,
      withoutWork(after),
      { ...allows("claim", before), ...sameFence(before), ...(!before.hasWork && unmoved(before)) },
      isFirst(before)
        ? {}
        : { set: dueAttributes("run", after.id, Date.parse(after.leaseUntil ?? after.startedAt)) },
    ),
    claimWork(before, after),
  ],

  /** Commits what was collected; the worker continues. */
  progress: (before: RunRecord, patch: Partial<RunRecord>, additions: RunAdditions): Write[] => [
    changeWork(before, patch),
    ...additionWrites(before, additions),
  ],

  /** Commits what was collected and releases the run: another worker continues. It comes due at `dueAtMs`. */
  handOn: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...kindOf(before).change(
      before,
      withoutWork(patch),
      { ...allows("handOn", before), ...sameFence(before) },
      { set: dueAttributes("run", before.id, dueAtMs) },
    ),
    changeWork(before, patch),
    ...additionWrites(before, additions),
  ],

  /** Ends the run by its worker; its retention is checked at `dueAtMs`. */
  finish: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => {
    const ended = { ...workOf(before), ...patch };
    const empty = emptyOf(ended);
    return [
      ...kindOf(before).change(
        before,
        without(ended, empty),
        { ...allows("finish", before), ...sameFence(before) },
        { set: dueAttributes("pastRun", before.id, dueAtMs), remove: empty },
      ),
      ...lastWrites(before, additions),
    ];
  },

  /** Ends the run from outside: the fence rises, so that its worker can write no more. */
  cancel: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => {
    // Every commit changes the checkpoint key, so an unchanged key means that the counts are final.
    const uncommitted: Condition = { checkpointKey: { eq: before.checkpointKey } };
    return [
      ...kindOf(before).change(
        before,
        { ...workOf(before), ...patch, fence: before.fence + 1 },
        { ...allows("cancel", before), ...sameFence(before), ...(!before.hasWork && uncommitted) },
        { set: dueAttributes("pastRun", before.id, dueAtMs) },
      ),
      ...(before.hasWork ? lastWrites(before, additions, uncommitted) : additionWrites(before, additions)),
    ];
  },

  /** Deletes a finished run; refused if its due time has changed since it was read. Its details are due at once. */
  forget: (run: RunRecord, seenDueAt: string, nowMs: number): Write[] => [
    ...kindOf(run).remove(run, { ...allows("remove", run), dueAt: { eq: seenDueAt } }),
    leaveBehind(run.accountId, run.id, nowMs, run.draft && run.retentionDays),
  ],

  /** Deletes a finished run early, including pages and screenshots that would otherwise expire later. */
  remove: (run: RunRecord, nowMs: number): Write[] => [
    ...kindOf(run).remove(run, allows("remove", run)),
    leaveBehind(run.accountId, run.id, nowMs, run.retentionDays),
  ],
});
