import type { Touches } from "../src/contract/operation.ts";
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

const WORKERS = Object.values(QUEUE_WORKERS);
/** Fewest and most functions that event sources keep busy together. */
const ALL_LEAST = LEAST * sum(WORKERS.map(sizeOf));
const ALL_MOST = sum(WORKERS.map((worker) => worker.maxConcurrency * sizeOf(worker)));

/** The concurrency at which no event source is limited. */
export const FULL_CONCURRENCY = Math.ceil(ALL_MOST / SHARE_OF_WORKERS);

/**
 * How many workers an event source may start if the account can run `concurrency` functions at once: the minimum plus
 * its share of the rest, so that full queues do not keep the API from answering.
 */
export const capWithin = (cap: number, concurrency: number | undefined): number => {
  if (concurrency === undefined || concurrency >= FULL_CONCURRENCY) return cap;
  const rest = Math.max(0, SHARE_OF_WORKERS * concurrency - ALL_LEAST);
  return LEAST + Math.floor(((cap - LEAST) * rest) / (ALL_MOST - ALL_LEAST));
};
