/** Rows in parts that are small enough to send, the same each time. */
import type { DestinationFormat } from "../../contract/destinations.ts";
import { ENCODINGS, type Table } from "./encode.ts";

/** The name of a part's file. */
export const partName = (number: number, format: DestinationFormat): string =>
  `part-${String(number).padStart(5, "0")}.${format}`;

export interface Part<T> {
  /** From 1. */
  readonly number: number;
  readonly lines: readonly T[];
  readonly isLast: boolean;
}

/** @param maxBytes a part has at least one row, and more as long as they fit */
export const inParts = async function* <T extends string | { readonly line: string }>(
  lines: AsyncIterable<T> | Iterable<T>,
  maxBytes: number,
): AsyncGenerator<Part<T>> {
  let waiting: T[] = [];
  let bytes = 0;
  let number = 1;
  for await (const line of lines) {
    const length = Buffer.byteLength(typeof line === "string" ? line : line.line) + 1;
    if (waiting.length > 0 && bytes + length > maxBytes) {
      yield { number, lines: waiting, isLast: false };
      number += 1;
      waiting = [];
      bytes = 0;
    }
    waiting.push(line);
    bytes += length;
  }
  if (waiting.length > 0) yield { number, lines: waiting, isLast: true };
};

/** The file of a part. */
interface PartFile<T> {
  /** From 1. */
  readonly number: number;
  readonly items: number;
  readonly body: Buffer;
  /** The last of its lines. */
  readonly last: T;
}

/** Bytes of lines that are encoded at a time: what is held of a part beside its file. */
const BATCH_BYTES = 4_000_000;

/** The same parts as files, encoded as their lines come. */
export const inFiles = async function* <T extends string | { readonly line: string }>(
  lines: AsyncIterable<T> | Iterable<T>,
  { format, maxBytes, table }: { format: DestinationFormat; maxBytes: number; table: Table },
): AsyncGenerator<PartFile<T>> {
  const { open } = ENCODINGS[format];
  let file = open(table);
  let batch: string[] = [];
  let [number, items, bytes, batchBytes] = [1, 0, 0, 0];
  let last: T | undefined;
  const encodeBatch = async (): Promise<void> => {
    await file.add(batch);
    [batch, batchBytes] = [[], 0];
  };
  const end = async (ending: T): Promise<PartFile<T>> => {
    if (batch.length > 0) await encodeBatch();
    return { number, items, body: await file.end(), last: ending };
  };
  for await (const each of lines) {
    const line = typeof each === "string" ? each : each.line;
    const length = Buffer.byteLength(line) + 1;
    if (last !== undefined && bytes + length > maxBytes) {
      yield await end(last);
      file = open(table);
      [number, items, bytes] = [number + 1, 0, 0];
    }
    batch.push(line);
    [items, bytes, batchBytes] = [items + 1, bytes + length, batchBytes + length];
    last = each;
    if (batchBytes >= BATCH_BYTES) await encodeBatch();
  }
  if (last !== undefined) yield await end(last);
};
