/** Rows in parts that are small enough to send, the same each time. */
import type { DestinationFormat } from "../../contract/deliveries/destinations.ts";
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

type Row = string | { readonly line: string };

/** Rows with their text and its bytes, and whether a part begins with them: it has at least one row, and more as long as they fit. */
const cutParts = async function* <T extends Row>(
  rows: AsyncIterable<T> | Iterable<T>,
  maxBytes: number,
): AsyncGenerator<{ row: T; line: string; length: number; begins: boolean }> {
  let bytes = 0;
  for await (const row of rows) {
    const line = typeof row === "string" ? row : row.line;
    const length = Buffer.byteLength(line) + 1;
    const begins = bytes === 0 || bytes + length > maxBytes;
    bytes = begins ? length : bytes + length;
    yield { row, line, length, begins };
  }
};

/** @param maxBytes a part has at least one row, and more as long as they fit */
export const inParts = async function* <T extends Row>(
  rows: AsyncIterable<T> | Iterable<T>,
  maxBytes: number,
): AsyncGenerator<Part<T>> {
  let waiting: T[] = [];
  let number = 0;
  for await (const { row, begins } of cutParts(rows, maxBytes)) {
    if (begins) {
      if (number > 0) yield { number, lines: waiting, isLast: false };
      number += 1;
      waiting = [];
    }
    waiting.push(row);
  }
  if (number > 0) yield { number, lines: waiting, isLast: true };
};

/** The file of a part. */
interface PartFile<T> {
  /** From 1. */
  readonly number: number;
  readonly items: number;
  readonly body: Buffer;
  /** The last of its rows. */
  readonly last: T;
}

/** Bytes of lines that are encoded at a time: what is held of a part beside its file. */
const BATCH_BYTES = 4_000_000;

/** The same parts as files, encoded as their rows come. */
export const inFiles = async function* <T extends Row>(
  rows: AsyncIterable<T> | Iterable<T>,
  { format, maxBytes, table }: { format: DestinationFormat; maxBytes: number; table: Table },
): AsyncGenerator<PartFile<T>> {
  const { open } = ENCODINGS[format];
  let file = open(table);
  let batch: string[] = [];
  let [number, items, batchBytes] = [1, 0, 0];
  let last: T | undefined;
  const encodeBatch = async (): Promise<void> => {
    await file.add(batch);
    [batch, batchBytes] = [[], 0];
  };
  const end = async (ending: T): Promise<PartFile<T>> => {
    if (batch.length > 0) await encodeBatch();
    return { number, items, body: await file.end(), last: ending };
  };
  for await (const { row, line, length, begins } of cutParts(rows, maxBytes)) {
    if (begins && last !== undefined) {
      yield await end(last);
      file = open(table);
      [number, items] = [number + 1, 0];
    }
    batch.push(line);
    [items, batchBytes] = [items + 1, batchBytes + length];
    last = row;
    if (batchBytes >= BATCH_BYTES) await encodeBatch();
  }
  if (last !== undefined) yield await end(last);
};
