import type { RunQueueName } from "../contract/operation.ts";
import type { LogEntry, RunError, RunOrigin, RunStatus } from "../contract/runs.ts";
import { collection } from "./collection.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "./due.ts";
import type { Condition, Item, Table, Write } from "./table.ts";

/** Nano-dollars by what they were spent on. */
export interface CostNanos {
  readonly compute: number;
  readonly table: number;
  readonly objects: number;
  readonly queue: number;
}

/** A picture that a run took. */
export interface RunShot {
  readonly objectKey: string;
  readonly step: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly takenAt: string;
  readonly isFailure: boolean;
}

export interface RunRecord {
  readonly id: string;
  readonly accountId: string;
  readonly flowId: string;
  readonly flowName: string;
  readonly flowVersion: number;
  /** Whose workers work on it. */
  readonly queue: RunQueueName;
  readonly status: RunStatus;
  readonly origin: RunOrigin;
  readonly trigger?: string;
  readonly retryOf?: string;
  /** The run whose kept pages are read instead of visiting any. */
  readonly snapshotsOf?: string;
  /** How long its pages and pictures are kept: what the plan said when it was queued. */
  readonly retentionDays: number;
  /** Raw pages that were kept, and their size. */
  readonly snapshotPages?: number;
  readonly snapshotBytes?: number;
  readonly screenshots?: readonly RunShot[];
  readonly startedAt: string;
  readonly executionStartedAt: string | null;
  readonly finishedAt: string | null;
  readonly durationMs: number;
  readonly itemsExtracted: number;
  readonly pagesFetched: number;
  readonly dataPoints: number;
  readonly cost: CostNanos;
  readonly error: RunError | null;
  /** Whether the run holds one of its account's slots, or waits for one. */
  readonly hasSlot: boolean;
  /** Rises with every claim; only the worker that holds the present one may write. */
  readonly fence: number;
  /** Until when the present worker holds the run; null between workers. */
  readonly leaseUntil: string | null;
  /** Claims in a row that made no progress. */
  readonly stalls: number;
  /** Object that holds the engine's state after the last commit. */
  readonly checkpointKey: string | null;
  readonly logCount: number;
  readonly logBytes: number;
  /** Entries left out because the log was full. */
  readonly logsDropped: number;
  /** Names of the fields seen in items so far, in the order in which they came: columns of an export. */
  readonly fieldNames: readonly string[];
}

/** What every run has before any work was done on it. */
export const NEW_RUN = {
  status: "queued",
  executionStartedAt: null,
  finishedAt: null,
  durationMs: 0,
  itemsExtracted: 0,
  pagesFetched: 0,
  dataPoints: 0,
  error: null,
  fence: 0,
  leaseUntil: null,
  stalls: 0,
  checkpointKey: null,
  logCount: 0,
  logBytes: 0,
  logsDropped: 0,
  fieldNames: [],
} as const satisfies Partial<RunRecord>;

/** A piece of output: `items` lines of NDJSON, of which the first is item number `first` of the run. */
export interface OutputPart {
  readonly first: number;
  readonly items: number;
  readonly objectKey: string;
}

/** What a commit adds beside the run's own fields. */
export interface RunAdditions {
  readonly part?: OutputPart;
  readonly logs?: readonly LogEntry[];
  /** Items for the preview: the next ones after those that it shows already. */
  readonly preview?: readonly Record<string, unknown>[];
}

const runs = collection<RunRecord, "flowId", "status">({
  name: "RUNS",
  first: "flowId",
  second: "status",
  firstIsUnbounded: true,
});

const MAX_LOG_ITEM_BYTES = 100_000;

const detailPartition = (accountId: string, runId: string) => `RUN#${accountId}#${runId}`;
const partsPartition = (accountId: string, runId: string) => `RUNPARTS#${accountId}#${runId}`;
const ordinal = (n: number) => String(n).padStart(12, "0");

/** Entries in pieces that each fit an item well. */
const chunkBySize = (entries: readonly LogEntry[]): LogEntry[][] => {
  const chunks: LogEntry[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (bytes + size > MAX_LOG_ITEM_BYTES) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(entry);
    bytes += size;
  }
  return chunks;
};

const additionWrites = (run: RunRecord, { part, logs = [], preview }: RunAdditions): Write[] => {
  const pk = detailPartition(run.accountId, run.id);
  const writes: Write[] = [];
  if (part)
    writes.push({
      kind: "put",
      item: { pk: partsPartition(run.accountId, run.id), sk: ordinal(part.first), ...part },
    });
  let logged = run.logCount;
  for (const entries of chunkBySize(logs)) {
    writes.push({ kind: "put", item: { pk, sk: `LOG#${ordinal(logged)}`, entries } });
    logged += entries.length;
  }
  if (preview && preview.length > 0) {
    // As text: the table does not keep the order of a map's keys.
    const items = preview.map((item) => JSON.stringify(item));
    writes.push({ kind: "put", item: { pk, sk: `PREVIEW#${ordinal(run.itemsExtracted)}`, items } });
  }
  return writes;
};

const toPart = (item: Item): OutputPart => ({
  first: item.first as number,
  items: item.items as number,
  objectKey: item.objectKey as string,
});

/** Only the worker that holds the fence, and only while the run is under way. */
const held = (run: RunRecord): Condition => ({
  fence: { eq: run.fence },
  status: { eq: "running" },
});

export const runStore = (table: Table) => ({
  key: runs.key,

  /** A new run, looked at again at `dueAtMs` in case its message is lost. */
  insert: (run: RunRecord, dueAtMs: number): Write[] =>
    runs.insert(run, dueAttributes("run", run.id, dueAtMs)),

  /** A waiting run that has been given a slot. */
  giveSlot: (run: RunRecord, dueAtMs: number): Write[] =>
    runs.change(
      run,
      { hasSlot: true },
      { status: { eq: "queued" }, hasSlot: { eq: false } },
      { set: dueAttributes("run", run.id, dueAtMs) },
    ),

  /** Makes the caller the run's worker: `after` carries the next fence and a lease. */
  claim: (before: RunRecord, after: RunRecord): Write[] =>
    runs.change(
      before,
      after,
      {
        fence: { eq: before.fence },
        status: { eq: before.status },
        // A worker that was only slow may have committed, or shown that it lives, since the run was read.
        checkpointKey: { eq: before.checkpointKey },
        leaseUntil: { eq: before.leaseUntil },
      },
      { set: dueAttributes("run", after.id, Date.parse(after.leaseUntil ?? after.startedAt)) },
    ),

  /** Prolongs the lease. @throws ConditionFailed when the run is no longer the caller's. */
  async renew(run: RunRecord, leaseUntilMs: number): Promise<void> {
    await table.update({
      key: runs.key(run.accountId, run.id),
      set: {
        leaseUntil: new Date(leaseUntilMs).toISOString(),
        ...dueAttributes("run", run.id, leaseUntilMs),
      },
      // A run that was handed on has no lease to renew.
      when: { ...held(run), leaseUntil: { gte: "" } },
    });
  },

  /** Keeps what was collected since the last commit; the run goes on, and comes due at `dueAtMs`. */
  progress: (
    before: RunRecord,
    patch: Partial<RunRecord>,
    additions: RunAdditions,
    dueAtMs: number,
  ): Write[] => [
    ...runs.change(before, patch, held(before), { set: dueAttributes("run", before.id, dueAtMs) }),
    ...additionWrites(before, additions),
  ],

  /** Ends the run by its worker. */
  finish: (before: RunRecord, patch: Partial<RunRecord>, additions: RunAdditions): Write[] => [
    ...runs.change(before, patch, held(before), { remove: DUE_ATTRIBUTES }),
    ...additionWrites(before, additions),
  ],

  /** Ends the run from outside: the fence rises, so that its worker can write no more. */
  cancel: (before: RunRecord, patch: Partial<RunRecord>, additions: RunAdditions): Write[] => [
    ...runs.change(
      before,
      { ...patch, fence: before.fence + 1 },
      {
        fence: { eq: before.fence },
        status: { eq: before.status },
        hasSlot: { eq: before.hasSlot },
        // Each commit of the worker moves it: what is counted at the end is what the run holds.
        checkpointKey: { eq: before.checkpointKey },
      },
      { remove: DUE_ATTRIBUTES },
    ),
    ...additionWrites(before, additions),
  ],

  /** Moves the time at which the run is looked at next, on condition that no one else has. */
  async handOver(run: RunRecord, seenDueAt: string, nextDueAtMs: number): Promise<void> {
    await table.update({
      key: runs.key(run.accountId, run.id),
      set: dueAttributes("run", run.id, nextDueAtMs),
      when: { dueAt: { eq: seenDueAt } },
    });
  },

  get: (accountId: string, id: string) => runs.get(table, accountId, id),

  list: (
    accountId: string,
    filters: { flowId?: string | undefined; status?: RunStatus | undefined },
    page: { limit: number; afterId?: string | undefined },
  ) => runs.list(table, accountId, filters, page),

  /** How many runs a flow has in a state. */
  count: (accountId: string, flowId: string, status: RunStatus): Promise<number> =>
    runs.total(table, accountId, { flowId, status }),

  /** The whole log and the preview of a run, in one query. */
  async getDetail(
    accountId: string,
    runId: string,
  ): Promise<{ logs: LogEntry[]; preview: Record<string, unknown>[] }> {
    const items = await table.query({ pk: detailPartition(accountId, runId) });
    const logs = items.flatMap((item) => (item.entries as LogEntry[] | undefined) ?? []);
    const preview = items.flatMap((item) => (item.items as string[] | undefined) ?? []);
    return { logs, preview: preview.map((text) => JSON.parse(text) as Record<string, unknown>) };
  },

  /** The part that holds item number `index`, if there is one. */
  async findPart(accountId: string, runId: string, index: number): Promise<OutputPart | null> {
    const [item] = await table.query({
      pk: partsPartition(accountId, runId),
      below: ordinal(index + 1),
      descending: true,
      limit: 1,
    });
    return item ? toPart(item) : null;
  },

  /** Up to `limit` parts from the one that begins with item number `first`, in order. */
  async listParts(accountId: string, runId: string, first: number, limit?: number): Promise<OutputPart[]> {
    const items = await table.query({
      pk: partsPartition(accountId, runId),
      from: ordinal(first),
      ...(limit !== undefined && { limit }),
    });
    return items.map(toPart);
  },
});
