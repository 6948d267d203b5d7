import { type CalledName, type QueueName, RUN_QUEUES, type Touches } from "./operation.ts";

interface WorkerSize {
  readonly memoryMb: number;
  /**
   * Largest semi-space of V8's young generation, in MB. Absent: 5 % of the memory, set by Lambda's runtime. For code
   * that allocates many short-lived objects, that is more than fits in the processor's cache.
   */
  readonly semiSpaceMb?: number;
  readonly timeoutSeconds: number;
  readonly touches: Touches;
}

interface QueueWorker extends WorkerSize {
  readonly queue: QueueName;
  readonly batchSize: number;
  /** Maximum concurrency of the event source; the account slots keep tenants fair below it. */
  readonly maxConcurrency: number;
  /** Deliveries before a message goes to the dead-letter queue. */
  readonly maxReceiveCount: number;
}

/** More than the slots of the largest plan, so that no account can occupy all workers. */
const RUN_WORKERS = 60;
const BROWSER_RUN_SECONDS = 600;

/** Functions fed by a queue: `functions/queue/<name>.ts`. */
export const QUEUE_WORKERS = {
  executeRun: {
    queue: "runs",
    batchSize: 1,
    maxConcurrency: RUN_WORKERS,
    maxReceiveCount: 6,
    memoryMb: 1024,
    semiSpaceMb: 16,
    timeoutSeconds: 300,
    touches: {
      table: "write",
      indexes: ["byBoth"],
      objects: "write",
      sends: [...RUN_QUEUES, "events"],
      secret: true,
      web: true,
      signs: true,
      model: true,
    },
  },
  startBrowserRun: {
    queue: "browserRuns",
    batchSize: 1,
    maxConcurrency: RUN_WORKERS,
    maxReceiveCount: 6,
    memoryMb: 256,
    timeoutSeconds: BROWSER_RUN_SECONDS + 30,
    touches: { secret: true, calls: ["executeBrowserRun"] },
  },
  fanOutEvent: {
    queue: "events",
    batchSize: 10,
    maxConcurrency: 5,
    maxReceiveCount: 6,
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "update", sends: ["deliveries", "destinations", "mails"] },
  },
  deliverWebhook: {
    queue: "deliveries",
    batchSize: 10,
    maxConcurrency: 10,
    maxReceiveCount: 6,
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: {
      table: "update",
      objects: "read",
      sends: ["events", "deliveries"],
      secret: true,
      web: true,
    },
  },
  deliverData: {
    queue: "destinations",
    batchSize: 1,
    maxConcurrency: 10,
    maxReceiveCount: 6,
    memoryMb: 1024,
    // A million items take some minutes.
    timeoutSeconds: 600,
    touches: {
      table: "write",
      objects: "read",
      sends: ["events", "destinations"],
      secret: true,
      web: true,
      roles: true,
    },
  },
  writeExport: {
    queue: "exports",
    batchSize: 1,
    maxConcurrency: 5,
    maxReceiveCount: 6,
    memoryMb: 1024,
    timeoutSeconds: 600,
    touches: { table: "update", objects: "write", sends: ["events", "exports"] },
  },
  deliverMail: {
    queue: "mails",
    batchSize: 5,
    // SES allows a new account 14 mails per second, so more workers would only be throttled.
    maxConcurrency: 2,
    maxReceiveCount: 6,
    memoryMb: 256,
    timeoutSeconds: 30,
    touches: { table: "update", objects: "read", sends: ["mails"], mail: true },
  },
} as const satisfies Record<string, QueueWorker>;

/** Time limit of an inspection, including all its steps. */
export const INSPECT_SECONDS = 90;

/**
 * Functions that another function calls: `functions/called/<name>.ts`. Calls are not retried, and those that nobody waits for
 * expire after a minute: the clock calls again for due items, and people can inspect a page again.
 *
 * What a confined function touches is granted to the sessions that its callers begin, not to its own role.
 */
export const CALLED_WORKERS = {
  handOverDue: {
    // Lambda provides one full vCPU at this size: 10,000 schedules of one minute then take seconds.
    memoryMb: 1769,
    timeoutSeconds: 55,
    touches: {
      table: "write",
      indexes: ["due", "byFirst"],
      objects: "erase",
      sends: [...RUN_QUEUES, "events", "deliveries", "destinations", "exports", "mails"],
      stuck: true,
    },
  },
  inspectPage: {
    memoryMb: 2048,
    timeoutSeconds: INSPECT_SECONDS,
    touches: { table: "update", objects: "add", web: true, signs: true, browser: true },
  },
  /** Opens a page for a request that needs a browser. */
  openPage: {
    memoryMb: 2048,
    // No request takes longer.
    timeoutSeconds: 29,
    touches: { table: "read", objects: "add", web: true, signs: true, browser: true },
  },
  /** A message of the queue `browserRuns`, which startBrowserRun passes on. */
  executeBrowserRun: {
    memoryMb: 2048,
    timeoutSeconds: BROWSER_RUN_SECONDS,
    touches: {
      table: "write",
      indexes: ["byBoth"],
      objects: "write",
      sends: [...RUN_QUEUES, "events"],
      web: true,
      signs: true,
      model: true,
      browser: true,
    },
  },
} as const satisfies Record<CalledName, WorkerSize>;

interface ClockWorker extends WorkerSize {
  readonly everyMinutes: number;
}

/** Functions called by the clock: `functions/clock/<name>.ts`. */
export const CLOCK_WORKERS = {
  tick: {
    everyMinutes: 1,
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "update", indexes: ["due"], calls: ["handOverDue"], stuck: true, build: true },
  },
} as const satisfies Record<string, ClockWorker>;

/** Functions that only an operator with IAM rights, or a topic of the stack, may invoke: `functions/admin/<name>.ts`. */
export const ADMIN_FUNCTIONS = {
  createAccount: {
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "update" },
  },
  changeAccount: {
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "update" },
  },
  denyTargets: {
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "write" },
  },
  operateQueues: {
    memoryMb: 512,
    timeoutSeconds: 120,
    touches: { table: "update", operates: true },
  },
  explainRun: {
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "read" },
  },
  deleteAccount: {
    memoryMb: 512,
    timeoutSeconds: 120,
    touches: { table: "write", objects: "erase" },
  },
  recordMailEvents: {
    memoryMb: 256,
    timeoutSeconds: 30,
    touches: { table: "update" },
  },
} as const satisfies Record<string, WorkerSize>;
