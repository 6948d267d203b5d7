/** The stored form of a run. */
import type { Currencies } from "../../contract/currencies.ts";
import type { EachUrl } from "../../contract/flows/eachUrl.ts";
import type { RunWarning } from "../../contract/flows/expect.ts";
import type { FlowDefinition } from "../../contract/flows/flowDefinition.ts";
import type { RunInput } from "../../contract/flows/inputs.ts";
import type { RunQueueName } from "../../contract/operation.ts";
import type { PageCounts } from "../../contract/runs/runPages.ts";
import type { RunError, RunOpening, RunOrigin, RunStatus } from "../../contract/runs/runs.ts";

/** Nano-dollars by cost category. */
export interface CostNanos {
  readonly compute: number;
  readonly table: number;
  readonly objects: number;
  readonly queue: number;
}

/** A screenshot that a run took. */
export interface RunShot {
  readonly objectKey: string;
  readonly step: string;
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly takenAt: string;
  readonly isFailure: boolean;
}

/** Where the events of a job are sent. */
export interface JobWebhook {
  readonly url: string;
  /** Which of its events are sent: `started`, `page`, `completed`, `failed`. */
  readonly events: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The signing secret and the further headers, sealed for the account and the job. */
  readonly sealed: string;
  /** Where the service answers, for links to screenshots. */
  readonly origin: string;
}

/** How a job was asked for, and how its answer is to be shown. */
export interface JobAbout {
  readonly kind: "scrape" | "crawl" | "batch" | "extract";
  readonly url: string;
  /** Hash of the request, by which a repeated request finds the job. */
  readonly requestHash?: string;
  /** When the client gives up, in epoch milliseconds. */
  readonly untilMs?: number;
  /** Field of the schema's data in the answer. */
  readonly jsonAs?: "json" | "extract";
  /** The schema is a list: its records are the data. */
  readonly isList?: boolean;
  readonly hasSources?: boolean;
  /** The documents have a `summary`, which is made of the Markdown. */
  readonly isSummary?: boolean;
  readonly showsMarkdown?: boolean;
  readonly webhook?: JobWebhook;
  /** Options that were ignored, and limits that apply. */
  readonly warnings: readonly string[];
}

/** Most names that `fieldNames` holds; items may have more fields. */
export const MAX_FIELD_NAMES = 500;

export interface RunRecord {
  readonly id: string;
  readonly accountId: string;
  readonly flowId: string;
  readonly flowName: string;
  readonly flowVersion: number;
  /** The queue whose workers process it. */
  readonly queue: RunQueueName;
  readonly status: RunStatus;
  readonly origin: RunOrigin;
  readonly trigger?: string;
  /** Values for the flow's inputs; absent if it has none. */
  readonly input?: RunInput;
  /** URLs given to the run, stored beside it: see `getUrls`; absent: the flow's own. */
  readonly urlCount?: number;
  /** Object that holds the URLs, if there are too many for the table. */
  readonly urlsKey?: string;
  /** What each of the URLs given to it is; absent: as its flow says. */
  readonly eachUrl?: EachUrl | undefined;
  /** How many shards its list is split into; absent: it is not split. */
  readonly shards?: number;
  /** The shard this record is a view of, for its worker; absent on the run itself. */
  readonly shard?: number;
  /** Items of each shard. */
  readonly shardItems?: readonly number[];
  /** Finished pages of a list or a crawl; absent if there are none. */
  readonly outcomes?: PageCounts;
  /** Finished sites of a list of sites; absent if there are none. */
  readonly sites?: PageCounts;
  readonly retryOf?: string;
  /** What a preview or job runs in place of a stored flow; absent on runs. */
  readonly draft?: FlowDefinition;
  /** What started a job; absent on runs and previews. */
  readonly job?: JobAbout;
  /** Read this run's stored pages instead of visiting the site. */
  readonly snapshotsOf?: string;
  /** How long its pages and screenshots are kept, from the plan when it was queued. */
  readonly retentionDays: number;
  /** Raw pages stored, and their size. */
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
  /** How a completed run falls short of its flow's expectations; absent on others. */
  readonly warnings?: readonly RunWarning[];
  /** Whether the run holds one of its account's slots or waits for one. */
  readonly hasSlot: boolean;
  /**
   * What its worker changes is stored beside it (`runWork.ts`); absent until a worker of this release has claimed it.
   */
  readonly hasWork?: true;
  /** Incremented with every claim; only the worker with the current fence may write. */
  readonly fence: number;
  /** When the current worker's lease ends; null between workers. */
  readonly leaseUntil: string | null;
  /** What its worker was waiting for when the run was last written. */
  readonly opening?: RunOpening | null;
  /** Claims in a row without progress. */
  readonly stalls: number;
  /** The page that its worker is about to read, noted if the page may be more than a worker can take. */
  readonly reading?: string | null;
  /** The page at which the last workers died, and how many in a row; null once there is progress. */
  readonly suspect?: { readonly url: string; readonly deaths: number } | null;
  /** Object that holds the engine's state after the last commit. */
  readonly checkpointKey: string | null;
  readonly logCount: number;
  readonly logBytes: number;
  /** Entries left out because the log was full. */
  readonly logsDropped: number;
  /** Names of the fields seen in items so far, in order of appearance: the columns of an export. */
  readonly fieldNames: readonly string[];
  /** In how many items each field has a value; absent before the first commit. */
  readonly filledCounts?: Readonly<Record<string, number>>;
  /** Currencies of the price fields; absent if none is known. */
  readonly currencies?: Currencies;
  /** Documents, such as PDF files, that were read, and those of them without text; absent: none. */
  readonly documents?: { readonly read: number; readonly textless: number };
}

/** The initial state of a run. */
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
