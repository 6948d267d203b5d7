/** A run as it is kept. */
import type { RunWarning } from "../contract/expect.ts";
import type { RunInput } from "../contract/inputs.ts";
import type { RunQueueName } from "../contract/operation.ts";
import type { PageCounts } from "../contract/runPages.ts";
import type { RunError, RunOpening, RunOrigin, RunStatus } from "../contract/runs.ts";

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
  /** Values for the flow's inputs; absent where it has none. */
  readonly input?: RunInput;
  /** Addresses that it was given, kept beside it: see `getUrls`; absent: those of its flow. */
  readonly urlCount?: number;
  /** Object that holds them, where they are too many for the table. */
  readonly urlsKey?: string;
  /** How many shards its list is split into; absent: one worker at a time has all of it. */
  readonly shards?: number;
  /** The shard that this is a view of, as its worker has it; absent of the run itself. */
  readonly shard?: number;
  /** Items of each shard. */
  readonly shardItems?: readonly number[];
  /** Pages of a list or a crawl that are done; absent where there are none. */
  readonly outcomes?: PageCounts;
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
  /** What a run that completed is not as its flow expects; absent of others. */
  readonly warnings?: readonly RunWarning[];
  /** Whether the run holds one of its account's slots, or waits for one. */
  readonly hasSlot: boolean;
  /** What its worker changes lies beside it (`runWork.ts`); absent of runs that no worker of this release has held. */
  readonly hasWork?: true;
  /** Rises with every claim; only the worker that holds the present one may write. */
  readonly fence: number;
  /** Until when the present worker holds the run; null between workers. */
  readonly leaseUntil: string | null;
  /** What its worker waited for when the run was last written. */
  readonly opening?: RunOpening | null;
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
  /** In how many items each of them holds something; absent before the first commit. */
  readonly filledCounts?: Readonly<Record<string, number>>;
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
