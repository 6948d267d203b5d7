/** Rows in parts that are small enough to send, the same each time. */
import type { DestinationFormat } from "../../contract/destinations.ts";

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
