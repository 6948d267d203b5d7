import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { NoiseReason, RecordChange } from "../../contract/runs/changes.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { truncate } from "../../contract/wording.ts";
import { isEmpty } from "../extract/values/types.ts";
import { createDifference, isCompared } from "./difference.ts";
import type { KeyedRecord } from "./keys.ts";
import type { ObservedNoise } from "./observed.ts";
import { withDiff } from "./textDiff.ts";

type FieldChanges = RecordChange["fields"];

/** Differences between two collections: those that count, and those taken for noise. */
export interface Differences {
  readonly changes: readonly RecordChange[];
  readonly noise: readonly RecordChange[];
  /** How many records were found again, and in how many of them each field really changed. */
  readonly compared: number;
  readonly changedFields: Readonly<Record<string, number>>;
}

const comparedNames = (options: MonitorOptions, ...records: readonly Item[]): string[] => {
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].filter((name) => isCompared(name, options));
};

/** Longer values of an added or removed record are cut; its whole values are in the records. */
const MAX_SHOWN = 2_000;
const beginningOf = (value: unknown): unknown =>
  typeof value === "string" ? truncate(value, MAX_SHOWN) : value;

const allFields = (record: Item, options: MonitorOptions, side: "previous" | "current"): FieldChanges =>
  Object.fromEntries(
    comparedNames(options, record)
      .filter((name) => record[name] !== null)
      .map((name) => [name, { previous: null, current: null, [side]: beginningOf(record[name]) }]),
  );

const fieldsIn = (records: readonly KeyedRecord[]): Set<string> =>
  new Set(records.flatMap(({ record }) => Object.keys(record)));

/** Marks all fields of a change as noise. */
export const asNoise = ({ fields, ...change }: RecordChange, noise: NoiseReason): RecordChange => ({
  ...change,
  fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, noise }])),
});

/**
 * Differences between two collections, in the order of the later one, with removals last.
 *
 * @param observed what two reads of the pages showed to be noise
 * @param isLegacy the earlier collection is one of a release up to 0.1
 */
export const compareRecords = (
  before: readonly KeyedRecord[],
  after: readonly KeyedRecord[],
  options: MonitorOptions,
  observed: ObservedNoise,
  isLegacy = false,
): Differences => {
  const differ = createDifference(options, observed, isLegacy);
  const [fieldsBefore, fieldsNow] = [fieldsIn(before), fieldsIn(after)];
  const earlier = new Map(before.map(({ key, record }) => [key, record]));
  const changes: RecordChange[] = [];
  const noise: RecordChange[] = [];
  const changedFields: Record<string, number> = {};
  let compared = 0;

  const compareFields = (key: string, previous: Item, current: Item): void => {
    const real: FieldChanges = {};
    const noisy: FieldChanges = {};
    for (const field of comparedNames(options, previous, current)) {
      const values = { previous: previous[field] ?? null, current: current[field] ?? null };
      const verdict = differ({ key, field }, values.previous, values.current);
      if (verdict === "same") continue;
      // A field that a whole collection lacks: the flow finds something else, which no page changed.
      const reason = fieldsBefore.has(field) && fieldsNow.has(field) ? verdict : "field";
      if (reason !== null) noisy[field] = withDiff({ ...values, noise: reason });
      else {
        real[field] = withDiff(values, (from, to) => differ({ key, field }, from, to));
        changedFields[field] = (changedFields[field] ?? 0) + 1;
      }
    }
    if (Object.keys(real).length > 0) changes.push({ key, type: "changed", fields: real });
    if (Object.keys(noisy).length > 0) noise.push({ key, type: "changed", fields: noisy });
  };

  for (const { key, record } of after) {
    const previous = earlier.get(key);
    earlier.delete(key);
    if (!previous) changes.push({ key, type: "added", fields: allFields(record, options, "current") });
    else {
      compared += 1;
      compareFields(key, previous, record);
    }
  }
  for (const [key, record] of earlier)
    changes.push({ key, type: "removed", fields: allFields(record, options, "previous") });
  return { changes, noise, compared, changedFields };
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
  // Many shops show no price of what is sold out. Pages that give neither have no record.
  if (options.watch === "price") return [];
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
