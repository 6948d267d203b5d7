import type { QueueName, Touches } from "./operation.ts";

interface WorkerSize {
  readonly memoryMb: number;
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

/** Functions fed by a queue: `functions/queue/<name>.ts`. */
export const QUEUE_WORKERS = {
  executeRun: {
    queue: "runs",
    batchSize: 1,
    maxConcurrency: 50,
    maxReceiveCount: 6,
    memoryMb: 1024,
    timeoutSeconds: 300,
    touches: { table: "write", objects: "write", sends: ["runs"] },
  },
} as const satisfies Record<string, QueueWorker>;

interface ClockWorker extends WorkerSize {
  readonly everyMinutes: number;
}

/** Functions called by the clock: `functions/clock/<name>.ts`. */
export const CLOCK_WORKERS = {
  tick: {
    everyMinutes: 1,
    memoryMb: 512,
    timeoutSeconds: 55,
    touches: { table: "write", objects: "write", sends: ["runs"] },
  },
} as const satisfies Record<string, ClockWorker>;

/** Functions that only an operator with IAM rights may invoke: `functions/admin/<name>.ts`. */
export const ADMIN_FUNCTIONS = {
  createAccount: {
    memoryMb: 512,
    timeoutSeconds: 30,
    touches: { table: "write" },
  },
} as const satisfies Record<string, WorkerSize>;
