/** Compares two collections of records: a library without network, storage or clock. */
import type { RecordChange } from "../../contract/changes.ts";
import type { MonitorOptions } from "../../contract/monitor.ts";
import type { Item } from "../../contract/runs.ts";
import { brokenFields, compareRecords } from "./compare.ts";
import { type Candidate, createJudge } from "./conditions.ts";
import { describeChanges } from "./describe.ts";
import { inferKey, type KeyedRecord, keyRecords } from "./keys.ts";

/** The records of a good collection, and the fields by which they were told apart. */
export interface RecordSet {
  readonly keyFields: readonly string[];
  readonly records: readonly KeyedRecord[];
}

export interface Comparison {
  readonly set: RecordSet;
  /** Those that are worth an alert come first. */
  readonly changes: readonly RecordChange[];
  /** How many of the changes are worth an alert. */
  readonly alerting: number;
  /** The changes in one sentence: those worth an alert, else all; empty where there are none. */
  readonly message: string;
  /** What the owner should know of how the records were told apart. */
  readonly notes: readonly string[];
}

/** The page was there, but not what the flow looks for on it: no comparison says anything. */
export interface Broken {
  readonly broken: string;
}

export interface Collected {
  readonly items: readonly Item[];
  /** Pages were skipped or a bound was reached: records that are missing may be there all the same. */
  readonly isPartial: boolean;
  /** So may values of the records that were found. */
  readonly lacksValues: boolean;
}

const chooseKey = (items: readonly Item[], options: MonitorOptions, before: RecordSet | null): string[] => {
  if (options.key) return [...options.key];
  const known = before?.keyFields ?? [];
  return known.length > 0 ? [...known] : inferKey(items);
};

const isSameKey = (a: readonly string[], b: readonly string[]): boolean => a.join("\n") === b.join("\n");

const notesOf = ({ unkeyed, doubled }: ReturnType<typeof keyRecords>, keyFields: readonly string[]) => [
  ...(unkeyed > 0 ? [`${unkeyed} records have no ${keyFields.join(" and ")} and are not watched.`] : []),
  ...(doubled > 0 ? [`${doubled} records have the same key as an earlier one and are not watched.`] : []),
];

const breakage = (
  before: RecordSet,
  after: readonly KeyedRecord[],
  options: MonitorOptions,
): Broken | null => {
  if (before.records.length > 0 && after.length === 0) {
    const broken = `No records were found where the last collection had ${before.records.length}: the page was blocked, or its selectors no longer match.`;
    return { broken };
  }
  const fields = brokenFields(before.records, after, options);
  if (fields.length === 0) return null;
  return { broken: `Nothing was found any more for ${fields.join(", ")}: the selectors no longer match.` };
};

/** Records that a partial collection did not see are kept so many: those that have been missing longest go first. */
const MAX_UNSEEN = 20_000;

/** What is missing from a collection that is not whole, records and perhaps values, stays as it was. */
const withMissing = (
  before: RecordSet,
  after: readonly KeyedRecord[],
  lacksValues: boolean,
): KeyedRecord[] => {
  const missing = new Map(before.records.map(({ key, record }) => [key, record]));
  const filled = after.map(({ key, record }) => {
    const earlier = missing.get(key) ?? {};
    missing.delete(key);
    if (!lacksValues) return { key, record };
    const values = Object.entries(record).map(([name, value]) => [name, value ?? earlier[name] ?? null]);
    return { key, record: { ...earlier, ...Object.fromEntries(values) } };
  });
  // In the order in which they were last seen: what is missing anew stands before what was missing already.
  const unseen = [...missing].slice(0, MAX_UNSEEN).map(([key, record]) => ({ key, record }));
  return [...filled, ...unseen];
};

/**
 * Compares what a run collected with the last good collection; without one, it is the first.
 *
 * @param before null: nothing to compare with
 */
export const compareCollections = (
  before: RecordSet | null,
  { items, isPartial, lacksValues }: Collected,
  options: MonitorOptions,
): Comparison | Broken => {
  const keyFields = chooseKey(items, options, before);
  const keyed = keyRecords(items, keyFields);
  const notes = notesOf(keyed, keyFields);
  if (!before) {
    return { set: { keyFields, records: keyed.records }, changes: [], alerting: 0, message: "", notes };
  }
  const earlier = isSameKey(before.keyFields, keyFields)
    ? before
    : {
        keyFields,
        records: keyRecords(
          before.records.map(({ record }) => record),
          keyFields,
        ).records,
      };
  const broken = breakage(before, keyed.records, options);
  if (broken) return broken;
  const records = isPartial ? withMissing(earlier, keyed.records, lacksValues) : keyed.records;
  const changes = compareRecords(earlier.records, records, options).filter(
    ({ type }) => !isPartial || type !== "removed",
  );
  const current = new Map([...earlier.records, ...records].map(({ key, record }) => [key, record]));
  const candidates = changes.map((change): Candidate => ({ change, record: current.get(change.key) ?? {} }));
  const isWorthAlert = createJudge(options);
  const { yes = [], no = [] } = Object.groupBy(candidates, (candidate) =>
    isWorthAlert(candidate) ? "yes" : "no",
  );
  return {
    set: { keyFields, records },
    changes: [...yes, ...no].map(({ change }) => change),
    alerting: yes.length,
    message: changes.length === 0 ? "" : describeChanges(yes.length > 0 ? yes : no),
    notes,
  };
};
