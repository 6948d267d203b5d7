/**
 * Lists that only grow, such as the addresses that a crawl knows. What is new is written as a segment and never
 * changed. Small segments are merged into larger ones, so that a list of any length has few of them, and each record
 * is written three times at most.
 */
import { HOUR_MS } from "../../contract/units.ts";

/** Where segments are kept. */
export interface SegmentStore {
  /** @returns a name by which any worker of the run can read it */
  put(bytes: Buffer): Promise<string>;
  get(name: string): Promise<Buffer>;
}

/** A written part of a list. Plain JSON. */
export interface Segment {
  readonly name: string;
  /** Number of records. */
  readonly count: number;
  /** When it was written, in hours since the epoch. */
  readonly hour: number;
}

/** Fewer new records than this stay in the checkpoint. */
export const LEAST_RECORDS = 256;
/** Segments of one level that make one of the next. */
const FAN_IN = 16;
/** Segments of this level are not merged: 65,536 records, of which a list of ten million needs 150. */
const TOP_LEVEL = 2;

/** The object store deletes the files of a run's workers after a day; segments are written again before that. */
const RENEW_AFTER_HOURS = 10;
/** Segments that are renewed at a time. */
const RENEWED_AT_ONCE = 8;

export const hourOf = (nowMs: number): number => Math.floor(nowMs / HOUR_MS);

const levelOf = (count: number, least: number): number =>
  Math.min(TOP_LEVEL, Math.max(0, Math.floor(Math.log(count / least) / Math.log(FAN_IN) + 1e-9)));

/** The first of the last segments that make a larger one together with the new records. */
const mergedFrom = (
  segments: readonly Segment[],
  added: number,
  { kept, least }: { readonly kept: number; readonly least: number },
): number => {
  let from = segments.length;
  let count = added;
  for (let at = segments.length - 1; at >= kept; at -= 1) {
    const segment = segments[at] as Segment;
    const level = levelOf(segment.count, least);
    if (level >= TOP_LEVEL) break;
    count += segment.count;
    if (levelOf(count, least) > level) from = at;
  }
  return from;
};

export interface Growth {
  /** New records, in order. Those of several segments are put together by joining their bytes. */
  readonly bytes: Buffer;
  readonly count: number;
  readonly hour: number;
  /** The first segments that are not merged, because they are being read. */
  readonly kept?: number;
  readonly least?: number;
}

/** Writes new records of a list as a segment, together with small ones before it. @returns the list's segments */
export const growSegments = async (
  store: SegmentStore,
  segments: readonly Segment[],
  { bytes, count, hour, kept = 0, least = LEAST_RECORDS }: Growth,
): Promise<readonly Segment[]> => {
  const from = mergedFrom(segments, count, { kept, least });
  const merged = segments.slice(from);
  const before = await Promise.all(merged.map(({ name }) => store.get(name)));
  const name = await store.put(merged.length > 0 ? Buffer.concat([...before, bytes]) : bytes);
  const total = merged.reduce((sum, segment) => sum + segment.count, count);
  return [...segments.slice(0, from), { name, count: total, hour }];
};

/** Writes some of the segments again that would soon be deleted. @returns the list's segments */
export const renewSegments = async (
  store: SegmentStore,
  segments: readonly Segment[],
  hour: number,
): Promise<readonly Segment[]> => {
  const isOld = (segment: Segment): boolean => hour - segment.hour >= RENEW_AFTER_HOURS;
  const due = new Set(segments.filter(isOld).slice(0, RENEWED_AT_ONCE));
  if (due.size === 0) return segments;
  return Promise.all(
    segments.map(async (segment) =>
      due.has(segment) ? { ...segment, name: await store.put(await store.get(segment.name)), hour } : segment,
    ),
  );
};
