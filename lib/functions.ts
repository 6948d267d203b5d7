import { needsPerson, type Operation, type QueueName, type Touches } from "../src/contract/operation.ts";
import { OPERATIONS } from "../src/contract/operations.ts";
import { ADMIN_FUNCTIONS, CALLED_WORKERS, CLOCK_WORKERS, QUEUE_WORKERS } from "../src/contract/workers.ts";

const DEFAULT_MEMORY_MB = 512;
/** Longer than the attempts of an AWS client that gets no answer (`src/contract/awsRequests.ts`). */
const DEFAULT_TIMEOUT_SECONDS = 20;

export const FUNCTION_KINDS = ["http", "queue", "called", "clock", "admin"] as const;
export type FunctionKind = (typeof FUNCTION_KINDS)[number];

/** One Lambda function: its code, its size and its permissions. */
export interface FunctionRow {
  /** The operation's or worker's name, which is also its file, logical id and bundle folder. */
  readonly name: string;
  readonly kind: FunctionKind;
  readonly memoryMb: number;
  /** Max semi-space of V8's young generation (default: as Lambda's runtime sets it). */
  readonly semiSpaceMb?: number;
  readonly timeoutSeconds: number;
  readonly touches: Touches;
  /** Set if a deployment can leave it out: see the setting of this name. */
  readonly dialect?: Operation["dialect"];
  /** Whether it checks an API key, counts the request and records the key's last use. */
  readonly authenticates: boolean;
  /** Whether it answers a GET, and so only reads the queues in `sends`. */
  readonly safe: boolean;
  /** The queue that feeds it. */
  readonly consumes?: QueueName;
}

/** Answers requests that match no route, with an error body like the API's. */
export const UNKNOWN_ROUTE: FunctionRow = {
  name: "unknownRoute",
  kind: "http",
  memoryMb: 256,
  timeoutSeconds: 5,
  touches: {},
  authenticates: false,
  safe: true,
};

const operationRow = (name: string, operation: Operation): FunctionRow => ({
  name,
  kind: "http",
  memoryMb: operation.memoryMb ?? DEFAULT_MEMORY_MB,
  timeoutSeconds: operation.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS,
  touches: operation.touches,
  authenticates: operation.scope !== null || needsPerson(operation),
  safe: operation.method === "GET",
  ...(operation.dialect && { dialect: operation.dialect }),
});

interface WorkerRow {
  readonly memoryMb: number;
  readonly semiSpaceMb?: number;
  readonly timeoutSeconds: number;
  readonly touches: Touches;
  readonly queue?: QueueName;
}

const workerRow = (kind: FunctionKind, name: string, worker: WorkerRow): FunctionRow => ({
  name,
  kind,
  memoryMb: worker.memoryMb,
  ...(worker.semiSpaceMb !== undefined && { semiSpaceMb: worker.semiSpaceMb }),
  timeoutSeconds: worker.timeoutSeconds,
  touches: worker.touches,
  authenticates: false,
  safe: false,
  ...(worker.queue === undefined ? {} : { consumes: worker.queue }),
});

const workerRows = (kind: FunctionKind, workers: Readonly<Record<string, WorkerRow>>): FunctionRow[] =>
  Object.entries(workers).map(([name, worker]) => workerRow(kind, name, worker));

/** Every function of the service by name, from the contract's tables. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(
  [
    ...Object.entries(OPERATIONS).map(([name, operation]) => operationRow(name, operation)),
    UNKNOWN_ROUTE,
    ...workerRows("queue", QUEUE_WORKERS),
    ...workerRows("called", CALLED_WORKERS),
    ...workerRows("clock", CLOCK_WORKERS),
    ...workerRows("admin", ADMIN_FUNCTIONS),
  ].map((row) => [row.name, row]),
);

/** Everything that an event leads through: a worker, and the functions that it calls. */
const chainOf = (row: FunctionRow): readonly FunctionRow[] => [
  row,
  ...(row.touches.calls ?? []).flatMap((name) => FUNCTIONS.get(name) ?? []),
];

/** Whether what a function does can feed it again: through the queue of its worker, which may be itself. */
export const feedsItself = (row: FunctionRow): boolean =>
  [...FUNCTIONS.values()].some((worker) => {
    const { consumes } = worker;
    const chain = consumes === undefined ? [] : chainOf(worker);
    return (
      chain.includes(row) && chain.some(({ touches }) => touches.sends?.some((queue) => queue === consumes))
    );
  });

/** Shares of a function's memory that Lambda's Node.js 24 bootstrap gives V8, unless NODE_OPTIONS sets either. */
const [SEMI_SPACE_SHARE, OLD_SPACE_SHARE] = [0.05, 0.9];

/** The options of Node.js that bound a function's heap. */
export const heapOptionsOf = ({
  memoryMb,
  semiSpaceMb = memoryMb * SEMI_SPACE_SHARE,
}: Pick<FunctionRow, "memoryMb" | "semiSpaceMb">): string[] => [
  `--max-semi-space-size=${Math.floor(semiSpaceMb)}`,
  `--max-old-space-size=${Math.floor(memoryMb * OLD_SPACE_SHARE)}`,
];

/** Path of a function's file, relative to the repository's root. */
export const entryOf = (row: Pick<FunctionRow, "kind" | "name">): string =>
  `functions/${row.kind}/${row.name}.ts`;
