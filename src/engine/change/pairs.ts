/** Which records of two collections are the same. */
import type { Currencies } from "../../contract/currencies.ts";
import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { matchRecords, parametersOfReads } from "./identity.ts";
import { inferKey, type KeyedRecord } from "./keys.ts";
import { quietRecord } from "./noise.ts";
import type { PictureFinding } from "./pictures.ts";
import type { Gaps, RecordSet } from "./sets.ts";

export interface Collected extends Gaps {
  readonly items: readonly Item[];
  readonly currencies?: Currencies | undefined;
  /** How the records' pictures differ. Those that are the same, or differ by noise, are given as they were before. */
  readonly pictures?: readonly PictureFinding[] | undefined;
  /** What the first pages gave when they were read once more, seconds before; absent: they were not. */
  readonly firstReads?: readonly Item[] | undefined;
}

export type Matched = ReturnType<typeof matchRecords>;

const chooseKey = (items: readonly Item[], options: MonitorOptions, before: RecordSet | null): string[] => {
  if (options.key) return [...options.key];
  // A page whose title changes is still the same page.
  if (options.watch === "picture") return ["url"];
  const known = before?.keyFields ?? [];
  return known.length > 0 ? [...known] : inferKey(items);
};

/** Finds the records of the last good run again. */
export const findAgain = (
  before: RecordSet | null,
  { items, firstReads }: Collected,
  options: MonitorOptions,
) => {
  const keyFields = chooseKey(items, options, before);
  const parameters = firstReads
    ? parametersOfReads(firstReads, items, keyFields)
    : (before?.observed?.parameters ?? {});
  const isLegacy = before?.isLegacy ?? false;
  const how = { keyFields, parameters, isLegacy, quiet: quietRecord };
  return { keyFields, parameters, matched: matchRecords(before?.records ?? [], items, how) };
};

/** The same records in the first of two reads of their pages. */
export const findInFirstRead = (
  records: readonly KeyedRecord[],
  firstReads: readonly Item[],
  how: Pick<Parameters<typeof matchRecords>[2], "keyFields" | "parameters">,
): readonly KeyedRecord[] =>
  matchRecords(records, firstReads, { ...how, isLegacy: false, quiet: quietRecord }).records;

/** A record with what it was in the last good run, and in the first read of the page. */
export interface PairedRecord {
  readonly key: string;
  readonly record: Item;
  readonly previous: Item | undefined;
  readonly first: Item | undefined;
}

/** The records of a collection, in order, beside what they are compared with. Those that nothing identifies are left out. */
export const pairRecords = (
  before: RecordSet | null,
  collected: Collected,
  options: MonitorOptions,
): PairedRecord[] => {
  const { keyFields, parameters, matched } = findAgain(before, collected, options);
  const { records } = matched;
  const firsts = findInFirstRead(records, collected.firstReads ?? [], { keyFields, parameters });
  const [previous, first] = [before?.records ?? [], firsts].map(
    (list) => new Map(list.map(({ key, record }) => [key, record])),
  );
  return records.map(({ key, record }) => ({
    key,
    record,
    previous: previous?.get(key),
    first: first?.get(key),
  }));
};
