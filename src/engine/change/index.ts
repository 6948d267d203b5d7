/** Compares two collections of records: a library without network, storage or clock. */
import type { RecordChange } from "../../contract/changes.ts";
import type { Currencies } from "../../contract/currencies.ts";
import type { Expectations } from "../../contract/expect.ts";
import type { MonitorOptions } from "../../contract/monitor.ts";
import type { Item } from "../../contract/runs.ts";
import { brokenFields, compareRecords } from "./compare.ts";
import { type Candidate, createJudge } from "./conditions.ts";
import { withCurrencies } from "./currencies.ts";
import { describeChanges, titleChanges } from "./describe.ts";
import { inferKey, type KeyedRecord, keyRecords } from "./keys.ts";
import { labelOf } from "./label.ts";

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
}

export interface Comparison {
  readonly set: RecordSet;
  /** Changes that trigger an alert come first. */
  readonly changes: readonly RecordChange[];
  /** Number of changes that trigger an alert. */
  readonly alerting: number;
  /** The changes that `message` describes, in a few words. */
  readonly title: string;
  /** One sentence about the changes that trigger an alert, or all changes if none does; empty if nothing changed. */
  readonly message: string;
  /** Notes for the owner, such as records without a key or removals that were not checked. */
  readonly notes: readonly string[];
}

/** The page loaded, but without what the flow looks for, so nothing can be compared. */
export interface Broken {
  readonly broken: string;
}

export interface Collected extends Gaps {
  readonly items: readonly Item[];
  readonly currencies?: Currencies | undefined;
}

const chooseKey = (items: readonly Item[], options: MonitorOptions, before: RecordSet | null): string[] => {
  if (options.key) return [...options.key];
  const known = before?.keyFields ?? [];
  return known.length > 0 ? [...known] : inferKey(items);
};

type Keyed = ReturnType<typeof keyRecords>;

/** If the missing values are key fields, the whole record is missing. */
const gapsOf = (
  { items, lacksRecords, lacksValues }: Collected,
  { unkeyed }: Keyed,
  keyFields: readonly string[],
): Gaps => {
  const isKeyUnsure = unkeyed > 0 || (keyFields.length === 0 && items.length > 1);
  return { lacksRecords: lacksRecords || (lacksValues && isKeyUnsure), lacksValues };
};

const notesOf = ({ unkeyed, doubled }: Keyed, keyFields: readonly string[]) => [
  ...(unkeyed > 0 ? [`${unkeyed} records have no ${keyFields.join(" and ")} and are not monitored.`] : []),
  ...(doubled > 0 ? [`${doubled} records have the same key as another record and are not monitored.`] : []),
];

const breakage = (
  before: RecordSet,
  after: readonly KeyedRecord[],
  options: MonitorOptions,
  { minItems, maxNullShare = {} }: Expectations,
): Broken | null => {
  if (before.records.length > 0 && after.length === 0) {
    if (minItems === 0) return null;
    const broken = `No records were found, but the last run had ${before.records.length}. The page may be blocked, or its selectors no longer match.`;
    return { broken };
  }
  const fields = brokenFields(before.records, after, options).filter((name) => maxNullShare[name] !== 1);
  if (fields.length === 0) return null;
  return { broken: `No values were found for ${fields.join(", ")}. The selectors no longer match.` };
};

/** Max records kept that a partial collection did not see; those missing longest are dropped first. */
const MAX_UNSEEN = 20_000;

/** Keeps previous records and values that a collection may have missed. */
const withMissing = (
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

/** Drops changes that a complete collection shows only because the previous one was partial. */
const withoutFirstSights = (
  changes: readonly RecordChange[],
  before: Gaps,
  now: Gaps,
): readonly RecordChange[] => {
  const gainsRecords = before.lacksRecords && !now.lacksRecords;
  const gainsValues = before.lacksValues && !now.lacksValues;
  return changes.flatMap((change) => {
    if (change.type === "added" && gainsRecords) return [];
    if (change.type !== "changed" || !gainsValues) return [change];
    const fields = Object.entries(change.fields).filter(([, { previous }]) => !isNothing(previous));
    return fields.length === 0 ? [] : [{ ...change, fields: Object.fromEntries(fields) }];
  });
};

/** The gaps that remain in the merged set. */
const gapsLeft = (before: Gaps, now: Gaps, changes: readonly RecordChange[]): Gaps => ({
  // Records of a complete set that this collection did not see are kept.
  lacksRecords: before.lacksRecords && now.lacksRecords,
  lacksValues: now.lacksValues && (before.lacksValues || changes.some(({ type }) => type === "added")),
});

const notesOfGaps = (unseen: number, firstSeen: number): string[] => [
  ...(unseen > 0
    ? [
        `Removals were not checked because pages were skipped or a limit was reached. Records not seen are unchanged: ${unseen}.`,
      ]
    : []),
  ...(firstSeen > 0
    ? [`The last run was partial. Records it could not see are not reported as changes: ${firstSeen}.`]
    : []),
];

/** Compares with the previous set, which has the same key. */
const compareWith = (
  before: RecordSet,
  after: readonly KeyedRecord[],
  now: Gaps,
  options: MonitorOptions,
) => {
  const records = withMissing(before, after, now);
  const unseen = now.lacksRecords ? records.length - after.length : 0;
  const found = compareRecords(before.records, records, options).filter(
    ({ type }) => !now.lacksRecords || type !== "removed",
  );
  const changes = withoutFirstSights(found, before, now);
  const { keyFields } = before;
  const set: RecordSet = { keyFields, records, ...gapsLeft(before, now, found) };
  return { set, changes, notes: notesOfGaps(unseen, found.length - changes.length) };
};

/**
 * Compares a run's collection with the last good one. Without one, this is the first.
 *
 * @param before null: nothing to compare with
 * @param expect what may be missing without the collection counting as broken
 */
export const compareCollections = (
  before: RecordSet | null,
  collected: Collected,
  options: MonitorOptions,
  expect: Expectations = {},
): Comparison | Broken => {
  const { items } = collected;
  const keyFields = chooseKey(items, options, before);
  const keyed = keyRecords(items, keyFields);
  const gaps = gapsOf(collected, keyed, keyFields);
  const keyNotes = notesOf(keyed, keyFields);
  if (!before) {
    const set: RecordSet = { keyFields, records: keyed.records, currencies: collected.currencies, ...gaps };
    return { set, changes: [], alerting: 0, title: "", message: "", notes: keyNotes };
  }
  // The stored keys may be another field's, or made by an earlier release.
  const earlier = {
    ...before,
    keyFields,
    records: keyRecords(
      before.records.map(({ record }) => record),
      keyFields,
    ).records,
  };
  const broken = breakage(before, keyed.records, options, expect);
  if (broken) return broken;
  const { set, changes: bare, notes } = compareWith(earlier, keyed.records, gaps, options);
  const changes = bare.map((change) => withCurrencies(change, before.currencies, collected.currencies));
  const current = new Map([...earlier.records, ...set.records].map(({ key, record }) => [key, record]));
  const candidates = changes.map((change): Candidate => {
    const record = current.get(change.key) ?? {};
    const label = labelOf(record);
    return { change: { ...change, ...(label !== undefined && { label }) }, record };
  });
  const isWorthAlert = createJudge(options);
  const { yes = [], no = [] } = Object.groupBy(candidates, (candidate) =>
    isWorthAlert(candidate) ? "yes" : "no",
  );
  const told = yes.length > 0 ? yes : no;
  return {
    set: { ...set, currencies: { ...before.currencies, ...collected.currencies } },
    changes: [...yes, ...no].map(({ change }) => change),
    alerting: yes.length,
    title: titleChanges(told),
    message: changes.length === 0 ? "" : describeChanges(told),
    notes: [...keyNotes, ...notes],
  };
};
