/** How long requests take, and how many calls in a row they wait for. */
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type Probe } from "./measure.ts";
import type { SeededAccount } from "./seed.ts";

export interface Timing {
  /** Calls to the table, objects or secrets that follow one another; those in progress together count once. */
  readonly roundTrips: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** At most 100 requests per second: the largest plan allows 200. */
const EVERY_MS = 10;

let roundTrips = 0;
const inProgress = new Set<ClientRequest>();
const endOf = (message: unknown): void => {
  inProgress.delete((message as { readonly request: ClientRequest }).request);
};
subscribe("http.client.request.start", (message) => {
  if (inProgress.size === 0) roundTrips += 1;
  inProgress.add((message as { readonly request: ClientRequest }).request);
});
subscribe("http.client.response.finish", endOf);
subscribe("http.client.request.error", endOf);

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10;

/** Times a request, the function's own work and the table's included. */
export const time = async (probe: Probe, account: SeededAccount, requests: number): Promise<Timing> => {
  const tookMs: number[] = [];
  let most = 0;
  for (let request = 0; request < requests; request += 1) {
    roundTrips = 0;
    const sinceMs = performance.now();
    await call(probe, account);
    const ms = performance.now() - sinceMs;
    tookMs.push(ms);
    most = Math.max(most, roundTrips);
    await sleep(Math.max(0, EVERY_MS - ms));
  }
  const sorted = tookMs.toSorted((a, b) => a - b);
  return { roundTrips: most, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
};
