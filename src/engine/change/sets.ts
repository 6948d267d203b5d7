/** The records of a good collection, and what a partial one leaves open. */

import type { Currencies } from "../../contract/currencies.ts";
import type { RecordChange } from "../../contract/runs/changes.ts";
import { asNoise } from "./compare.ts";
import type { KeyedRecord } from "./keys.ts";
import type { ObservedNoise } from "./observed.ts";

/** What a collection may have missed. Records and values it did not find may still exist. */
export interface Gaps {
  /** Pages of records were skipped or a limit was reached, so there may be more records. */
  readonly lacksRecords: boolean;
  /** Pages that complete records were skipped, so empty fields may have values. */
  readonly lacksValues: boolean;
}

/** The records of a good collection, and the fields that identify them. */
export interface RecordSet extends Gaps {
  readonly keyFields: readonly string[];
  readonly records: readonly KeyedRecord[];
  /** Currencies of the price fields; absent if none is known. */
  readonly currencies?: Currencies | undefined;
  /** What two reads of the pages showed to be noise; absent: no page has been read twice. */
  readonly observed?: ObservedNoise | undefined;
  /** In how many runs in a row each field changed in nearly every record. */
  readonly restless?: Readonly<Record<string, number>> | undefined;
  /** A release up to 0.1 made it, which merged records whose URLs looked alike. */
  readonly isLegacy?: boolean | undefined;
}

/** Max records kept that a partial collection did not see; those missing longest are dropped first. */
const MAX_UNSEEN = 20_000;

/** Keeps previous records and values that a collection may have missed. */
export const withMissing = (
  before: RecordSet,
  after: readonly KeyedRecord[],
  { lacksRecords, lacksValues }: Gaps,
): KeyedRecord[] => {
  const missing = new Map(before.records.map(({ key, record }) => [key, record]));
  const filled = after.map(({ key, record }) => {
    const earlier = missing.get(key) ?? {};
    missing.delete(key);
    if (!lacksValues) return { key, record };
    const values = Object.entries(record).map(([name, value]) => [name, value ?? earlier[name] ?? null]);
    return { key, record: { ...earlier, ...Object.fromEntries(values) } };
  });
  if (!lacksRecords) return filled;
  // Most recently seen first: newly missing records come before those already missing.
  const unseen = [...missing].slice(0, MAX_UNSEEN).map(([key, record]) => ({ key, record }));
  return [...filled, ...unseen];
};

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** Tells changes apart from what a complete collection shows only because the previous one was partial. */
export const splitFirstSights = (
  changes: readonly RecordChange[],
  before: Gaps,
  now: Gaps,
  apart: ReadonlySet<string>,
): {
  readonly real: RecordChange[];
  readonly firstSights: RecordChange[];
  readonly unmerged: RecordChange[];
} => {
  const gainsRecords = before.lacksRecords && !now.lacksRecords;
  const gainsValues = before.lacksValues && !now.lacksValues;
  const real: RecordChange[] = [];
  const firstSights: RecordChange[] = [];
  const unmerged: RecordChange[] = [];
  for (const change of changes) {
    if (change.type === "added" && apart.has(change.key)) unmerged.push(asNoise(change, "apart"));
    else if (change.type === "added" && gainsRecords) firstSights.push(asNoise(change, "partial"));
    else if (change.type !== "changed" || !gainsValues) real.push(change);
    else {
      const { first = [], seen = [] } = Object.groupBy(Object.entries(change.fields), ([, { previous }]) =>
        isNothing(previous) ? "first" : "seen",
      );
      if (seen.length > 0) real.push({ ...change, fields: Object.fromEntries(seen) });
      if (first.length > 0)
        firstSights.push(asNoise({ ...change, fields: Object.fromEntries(first) }, "partial"));
    }
  }
  return { real, firstSights, unmerged };
};

/** The gaps that remain in the merged set. */
export const gapsLeft = (before: Gaps, now: Gaps, changes: readonly RecordChange[]): Gaps => ({
  // Records of a complete set that this collection did not see are kept.
  lacksRecords: before.lacksRecords && now.lacksRecords,
  lacksValues: now.lacksValues && (before.lacksValues || changes.some(({ type }) => type === "added")),
});
