/** The addresses that a crawl has yet to open, first in, first out. Of a long queue, only the front is in memory. */
import { growSegments, LEAST_RECORDS, renewSegments, type Segment, type SegmentStore } from "./segments.ts";

/** A URL in the queue. */
export interface Lead {
  readonly url: string;
  /** Number of links from the start. */
  readonly depth: number;
  /** Found on a page whose URL has the same pattern. */
  readonly isChained?: true;
}

/** Plain JSON. */
export interface Queue {
  readonly stored: readonly Segment[];
  /** How many leads of the first segment were taken. */
  readonly taken: number;
  /** Leads that are in no segment yet. */
  readonly recent: readonly Lead[];
}

export const queueOf = (recent: readonly Lead[]): Queue => ({ stored: [], taken: 0, recent });

/** Leads that are read ahead: enough for two batches. */
const AHEAD = 512;
/** Written segments up to this many leads are not read again by the worker that wrote them. */
const MAX_REMEMBERED = 4_096;

/** The leads of segments that this worker has read or written. */
const leads = new WeakMap<Segment, readonly Lead[]>();

/** One line each; URLs contain no spaces. */
const toLines = (some: readonly Lead[]): Buffer =>
  Buffer.from(some.map(({ url, depth, isChained }) => `${depth}${isChained ? "c" : ""} ${url}\n`).join(""));

const parseLine = (line: string): Lead => {
  const space = line.indexOf(" ");
  const isChained = line[space - 1] === "c";
  return {
    url: line.slice(space + 1),
    depth: Number.parseInt(line, 10),
    ...(isChained && { isChained }),
  };
};

const fromLines = (bytes: Buffer): Lead[] =>
  bytes
    .toString()
    .split("\n")
    .flatMap((line) => (line === "" ? [] : parseLine(line)));

export const countWaiting = ({ stored, taken, recent }: Queue): number =>
  stored.reduce((sum, { count }) => sum + count, recent.length) - taken;

/** Whether the next lead has to be read from the store. */
export const isUnread = ({ stored: [first] }: Queue): boolean => first !== undefined && !leads.has(first);

/** Reads the front of the queue. */
export const openQueue = async (queue: Queue, store: SegmentStore): Promise<Queue> => {
  let ahead = -queue.taken;
  for (const segment of queue.stored) {
    if (ahead >= AHEAD) break;
    if (!leads.has(segment)) leads.set(segment, fromLines(await store.get(segment.name)));
    ahead += segment.count;
  }
  return queue;
};

/** Takes leads off the front until `visit` returns false, or the rest has to be read first. */
export const takeWhile = (queue: Queue, visit: (lead: Lead) => boolean): Queue => {
  const { stored, recent } = queue;
  let { taken } = queue;
  for (const [index, segment] of stored.entries()) {
    const some = leads.get(segment);
    if (!some) return { stored: stored.slice(index), taken, recent };
    for (; taken < some.length; taken += 1)
      if (!visit(some[taken] as Lead)) return { stored: stored.slice(index), taken, recent };
    taken = 0;
  }
  const end = recent.findIndex((lead) => !visit(lead));
  return queueOf(end < 0 ? [] : recent.slice(end));
};

export const addLeads = (queue: Queue, found: readonly Lead[]): Queue =>
  found.length === 0 ? queue : { ...queue, recent: [...queue.recent, ...found] };

/** Moves leads to the store once there are enough of them. */
export const storeQueue = async (
  queue: Queue,
  store: SegmentStore,
  { hour, least = LEAST_RECORDS }: { readonly hour: number; readonly least?: number },
): Promise<Queue> => {
  const { taken, recent } = queue;
  const renewed = await renewSegments(store, queue.stored, hour);
  if (recent.length < least) return renewed === queue.stored ? queue : { stored: renewed, taken, recent };
  const growth = { bytes: toLines(recent), count: recent.length, hour, least, kept: 1 };
  const grown = await growSegments(store, renewed, growth);
  const last = grown.at(-1);
  if (last?.count === recent.length && recent.length < MAX_REMEMBERED) leads.set(last, recent);
  return { stored: grown, taken, recent: [] };
};
