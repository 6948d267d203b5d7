import type { OnObjectRequest } from "../adapters/objects.ts";
import type { Usage } from "../domain/usage/cost.ts";
import type { OnConsumed } from "../store/dynamo/dynamoTable.ts";

interface Counters {
  tableReadUnits: number;
  tableWriteUnits: number;
  objectReads: number;
  objectWrites: number;
  queueRequests: number;
  invocations: number;
  browserGbSeconds: number;
}

const none = (): Counters => ({
  tableReadUnits: 0,
  tableWriteUnits: 0,
  objectReads: 0,
  objectWrites: 0,
  queueRequests: 0,
  invocations: 0,
  browserGbSeconds: 0,
});

let counters = none();
let countedFromMs = 0;

/** Measures what this function instance uses. It handles one event at a time, so all usage belongs to that event. */
export const meter = {
  onConsumed: (({ read, write }) => {
    counters.tableReadUnits += read;
    counters.tableWriteUnits += write;
  }) satisfies OnConsumed,

  onObjectRequest: ((kind) => {
    if (kind === "read") counters.objectReads += 1;
    else counters.objectWrites += 1;
  }) satisfies OnObjectRequest,

  /** Counts a function with a browser that was waited for. */
  onBrowserCalled(memoryMb: number, ms: number): void {
    counters.invocations += 1;
    counters.browserGbSeconds += (memoryMb / 1024) * (ms / 1000);
  },

  /** Starts measuring for a message, including its invocations and its receipt and removal from the queue. */
  start(nowMs: number, invocations = 1): void {
    counters = { ...none(), invocations, queueRequests: 2 };
    countedFromMs = nowMs;
  },

  /** What was used since `start` or the last `take`. */
  take(memoryMb: number, nowMs: number): Usage {
    const gbSeconds = (memoryMb / 1024) * ((nowMs - countedFromMs) / 1000);
    const usage = { ...counters, gbSeconds };
    counters = none();
    countedFromMs = nowMs;
    return usage;
  },
};
