import type { QueueName, Touches } from "../src/contract/operation.ts";
import { QUEUE_WORKERS } from "../src/contract/workers.ts";

/** The default quota of a new account. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MIN_CONCURRENCY = 10;
/** Below this the workers leave too little for the API, and you should request a higher quota. */
export const ENOUGH_CONCURRENCY = 50;
/** Lambda's minimum for the maximum concurrency of an event source. */
const LEAST = 2;
/** Share of the concurrency that event sources may use together. The rest answers requests. */
const SHARE_OF_WORKERS = 0.7;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Functions that one event keeps busy: its worker, and another one that the worker waits for. */
const sizeOf = ({ touches }: { readonly touches: Touches }): number => 1 + (touches.calls ?? []).length;

/** The settings that decide how many workers there are. */
interface WorkerSettings {
  readonly runWorkers?: number | undefined;
  readonly deliveryWorkers?: number | undefined;
}

const SET_BY: Readonly<Record<QueueName, keyof WorkerSettings | undefined>> = {
  runs: "runWorkers",
  browserRuns: "runWorkers",
  deliveries: "deliveryWorkers",
  destinations: "deliveryWorkers",
  events: undefined,
  exports: undefined,
  mails: undefined,
};

type WorkerName = keyof typeof QUEUE_WORKERS;

const WORKERS = Object.values(QUEUE_WORKERS);

/** The most workers of a queue, as the operator has set it. */
const mostOf = ({ queue, maxConcurrency }: (typeof WORKERS)[number], settings: WorkerSettings): number => {
  const setting = SET_BY[queue];
  return (setting && settings[setting]) ?? maxConcurrency;
};

/** Fewest functions that event sources keep busy together. */
const ALL_LEAST = LEAST * sum(WORKERS.map(sizeOf));
/** Most functions that they do. */
const allMost = (settings: WorkerSettings): number =>
  sum(WORKERS.map((worker) => mostOf(worker, settings) * sizeOf(worker)));

/** The concurrency at which no event source is limited. */
export const fullConcurrency = (settings: WorkerSettings): number =>
  Math.ceil(allMost(settings) / SHARE_OF_WORKERS);

/**
 * How many workers an event source may start if the account can run `concurrency` functions at once: the minimum plus
 * its share of the rest, so that full queues do not keep the API from answering.
 */
export const workersOf = (
  name: WorkerName,
  settings: WorkerSettings,
  concurrency: number | undefined,
): number => {
  const most = mostOf(QUEUE_WORKERS[name], settings);
  if (concurrency === undefined || concurrency >= fullConcurrency(settings)) return most;
  const rest = Math.max(0, SHARE_OF_WORKERS * concurrency - ALL_LEAST);
  return LEAST + Math.floor(((most - LEAST) * rest) / Math.max(1, allMost(settings) - ALL_LEAST));
};
