import { QUEUE_WORKERS } from "../src/contract/workers.ts";

/** What a new account has. @see https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
export const MIN_CONCURRENCY = 10;
/** Below this the workers leave too little for the API: a higher quota should be asked for. */
export const ENOUGH_CONCURRENCY = 50;
/** The least that Lambda takes as the maximum concurrency of an event source. */
const LEAST = 2;
/** What event sources may take together; the rest answers requests. */
const SHARE_OF_WORKERS = 0.7;

const CAPS: readonly number[] = Object.values(QUEUE_WORKERS).map(({ maxConcurrency }) => maxConcurrency);

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Concurrency with which no event source is held back. */
export const FULL_CONCURRENCY = Math.ceil(sum(CAPS) / SHARE_OF_WORKERS);

/**
 * How many workers an event source may start where the account runs no more than `concurrency` functions at
 * once: the least, and its share of the rest, so that queues that are full do not keep the API from answering.
 */
export const capWithin = (cap: number, concurrency: number | undefined): number => {
  if (concurrency === undefined || concurrency >= FULL_CONCURRENCY) return cap;
  const least = LEAST * CAPS.length;
  const rest = Math.max(0, SHARE_OF_WORKERS * concurrency - least);
  return LEAST + Math.floor(((cap - LEAST) * rest) / (sum(CAPS) - least));
};
