import type { RecordChange } from "../../contract/changes.ts";
import type { MonitorOptions } from "../../contract/monitor.ts";
import type { Item } from "../../contract/runs.ts";
import { isEmpty } from "../extract/values/types.ts";
import { canonOf } from "./canonical.ts";
import type { KeyedRecord } from "./keys.ts";
import { isNoisyName } from "./noise.ts";

/** Whether a field takes part in the comparison. */
const isCompared = (name: string, { fields }: MonitorOptions): boolean =>
  fields ? fields.includes(name) : !isNoisyName(name);

const comparedNames = (options: MonitorOptions, ...records: readonly Item[]): string[] => {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].filter((name) => isCompared(name, options));
};

const isSame = (name: string, previous: unknown, current: unknown, options: MonitorOptions): boolean => {
  if (previous === current) return true;
  const canon = { isWanted: options.fields?.includes(name) ?? false, ignore: options.ignore ?? [] };
  return canonOf(previous, canon) === canonOf(current, canon);
};

type FieldChanges = RecordChange["fields"];

/** Skips fields that only one collection has: the flow changed, not the page. */
const changedFields = (before: Item, after: Item, options: MonitorOptions): FieldChanges =>
  Object.fromEntries(
    comparedNames(options, before)
      .filter((name) => Object.hasOwn(after, name) && !isSame(name, before[name], after[name], options))
      .map((name) => [name, { previous: before[name], current: after[name] }]),
  );

const allFields = (record: Item, options: MonitorOptions, side: "previous" | "current"): FieldChanges =>
  Object.fromEntries(
    comparedNames(options, record)
      .filter((name) => record[name] !== null)
      .map((name) => [name, { previous: null, current: null, [side]: record[name] }]),
  );

/** Changes between two collections, in the order of the later one, with removals last. */
export const compareRecords = (
  before: readonly KeyedRecord[],
  after: readonly KeyedRecord[],
  options: MonitorOptions,
): RecordChange[] => {
  const earlier = new Map(before.map(({ key, record }) => [key, record]));
  const changes: RecordChange[] = [];
  for (const { key, record } of after) {
    const previous = earlier.get(key);
    earlier.delete(key);
    if (!previous) changes.push({ key, type: "added", fields: allFields(record, options, "current") });
    else {
      const fields = changedFields(previous, record, options);
      if (Object.keys(fields).length > 0) changes.push({ key, type: "changed", fields });
    }
  }
  for (const [key, record] of earlier)
    changes.push({ key, type: "removed", fields: allFields(record, options, "previous") });
  return changes;
};

const filledShare = (records: readonly KeyedRecord[], name: string): number =>
  records.filter(({ record }) => !isEmpty(record[name])).length / records.length;

/** With this many records, a field that is empty in all of them is not a coincidence. */
const MANY = 3;
const MOSTLY = 0.5;

/**
 * Fields whose selectors no longer match: mostly filled before, empty everywhere now. With only one or two
 * records, a missing price may be real, so only the loss of all fields counts.
 */
export const brokenFields = (
  before: readonly KeyedRecord[],
  after: readonly KeyedRecord[],
  options: MonitorOptions,
): string[] => {
  if (before.length === 0 || after.length === 0) return [];
  const names = comparedNames(options, ...before.slice(0, 1).map(({ record }) => record)).filter(
    (name) =>
      filledShare(before, name) >= MOSTLY &&
      after.some(({ record }) => Object.hasOwn(record, name)) &&
      filledShare(after, name) === 0,
  );
  if (before.length >= MANY && after.length >= MANY) return names;
  const rest = comparedNames(options, ...before.map(({ record }) => record)).filter(
    (name) => filledShare(before, name) > 0,
  );
  return rest.length > 0 && rest.length === names.length ? names : [];
};
