/** Compares two collections of records: a library without network, storage or clock. */

import type { Currencies } from "../../contract/currencies.ts";
import type { Expectations } from "../../contract/flows/expect.ts";
import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { RecordChange } from "../../contract/runs/changes.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { counted } from "../../contract/wording.ts";
import { brokenFields, compareRecords } from "./compare.ts";
import { type Candidate, createJudge, namedFields } from "./conditions.ts";
import { withCurrencies } from "./currencies.ts";
import { describeChanges, listChanges, type TopChanges, titleChanges } from "./describe.ts";
import { createDifference, isWanted } from "./difference.ts";
import type { KeyedRecord } from "./keys.ts";
import { labelOf } from "./label.ts";
import { type ObservedNoise, observe } from "./observed.ts";
import { type Collected, findAgain, findInFirstRead, type Matched } from "./pairs.ts";
import { quietPictures, withPicture } from "./pictures.ts";
import { proposeNoise, restlessAfter } from "./restless.ts";
import { type Gaps, gapsLeft, type RecordSet, splitFirstSights, withMissing } from "./sets.ts";

export type { ObservedNoise } from "./observed.ts";
export type { Collected, PairedRecord } from "./pairs.ts";
export { pairRecords } from "./pairs.ts";
export type { PictureFinding } from "./pictures.ts";
export type { RecordSet } from "./sets.ts";

export interface Comparison {
  readonly set: RecordSet;
  /** Changes that trigger an alert come first. */
  readonly changes: readonly RecordChange[];
  /** Differences taken for noise: records whose fields have a reason. A record may also be among the changes. */
  readonly noise: readonly RecordChange[];
  /** Fields that changed in nearly every record of the last runs. */
  readonly proposedNoise: readonly string[];
  /** Number of changes that trigger an alert. */
  readonly alerting: number;
  /** The changes that `message` describes, in a few words. */
  readonly title: string;
  /** One sentence about the changes that trigger an alert, or all changes if none does; empty if nothing changed. */
  readonly message: string;
  /** The first of the changes that `title` is about. */
  readonly listed: TopChanges;
  /** Warnings for the owner, such as records without a key or removals that were not checked. */
  readonly notes: readonly string[];
  /** What reading the first pages twice has shown; empty if they were read once. */
  readonly remarks: readonly string[];
}

/** The page loaded, but without what the flow looks for, so nothing can be compared. */
export interface Broken {
  readonly broken: string;
}

/** If the missing values are key fields, the whole record is missing. */
const gapsOf = (
  { items, lacksRecords, lacksValues }: Collected,
  { unkeyed }: Matched,
  keyFields: readonly string[],
): Gaps => {
  const isKeyUnsure = unkeyed > 0 || (keyFields.length === 0 && items.length > 1);
  return { lacksRecords: lacksRecords || (lacksValues && isKeyUnsure), lacksValues };
};

const notesOf = ({ unkeyed, doubled, apart }: Matched, keyFields: readonly string[]) => {
  const key = keyFields.join(" and ") || "content";
  return [
    ...(unkeyed > 0 ? [`Records without a ${key}, which are not monitored: ${unkeyed}.`] : []),
    ...(doubled > 0
      ? [`Records with the same ${key} as another record, distinguished by their other fields: ${doubled}.`]
      : []),
    ...(apart.size > 0
      ? [`Records that an earlier release confused with another one, monitored from now on: ${apart.size}.`]
      : []),
  ];
};

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

/** What two reads of the first pages show. Without a second read, what is known. */
const observeReads = (
  { firstReads }: Collected,
  { records }: Matched,
  keyFields: readonly string[],
  parameters: ObservedNoise["parameters"],
  known: ObservedNoise | undefined,
  options: MonitorOptions,
): { readonly observed: ObservedNoise | undefined; readonly remarks: string[] } => {
  if (!firstReads) return { observed: known, remarks: [] };
  const again = new Map(records.map(({ key, record }) => [key, record]));
  const pairs = findInFirstRead(records, firstReads, { keyFields, parameters }).flatMap(
    ({ key, record: first }) => {
      const second = again.get(key);
      return second ? [{ key, first, second }] : [];
    },
  );
  const observed = observe(pairs, parameters);
  const fields = [
    ...new Set([...observed.places.map(({ field }) => field), ...Object.keys(observed.parameters)]),
  ].filter((field) => !isWanted(field, options));
  const moved = firstReads.length - pairs.length;
  const read = `Read ${counted(firstReads.length, "record")} twice`;
  return {
    observed,
    remarks: [
      fields.length > 0
        ? `${read}. From now on, differences in these fields are treated as noise: ${fields.join(", ")}.`
        : `${read} and found no differences.`,
      ...(moved > 0
        ? [`Records that only the first read found: ${moved}. The page may show different records each time.`]
        : []),
    ],
  };
};

/** Prices, and the fields that conditions name, always matter: their owner wants every difference. */
const withWanted = (
  options: MonitorOptions,
  ...currencies: readonly (Currencies | undefined)[]
): MonitorOptions => ({
  ...options,
  matters: [
    ...(options.matters ?? []),
    ...namedFields(options),
    ...currencies.flatMap((known = {}) => Object.keys(known)),
  ],
});

const withLabel = (change: RecordChange, record: Item | undefined): RecordChange => {
  const label = record && labelOf(record);
  return label === undefined ? change : { ...change, label };
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
  given: MonitorOptions,
  expect: Expectations = {},
): Comparison | Broken => {
  const options = withWanted(given, before?.currencies, collected.currencies);
  const { pictures = [] } = collected;
  const { keyFields, parameters, matched } = findAgain(before, collected, options);
  const gaps = gapsOf(collected, matched, keyFields);
  const reads = observeReads(collected, matched, keyFields, parameters, before?.observed, options);
  const { observed, remarks } = reads;
  const notes = notesOf(matched, keyFields);
  if (!before) {
    const set: RecordSet = {
      keyFields,
      records: matched.records,
      currencies: collected.currencies,
      observed,
      ...gaps,
    };
    return {
      set,
      changes: [],
      noise: [],
      proposedNoise: [],
      alerting: 0,
      title: "",
      message: "",
      listed: listChanges([]),
      notes,
      remarks,
    };
  }
  const broken = breakage(before, matched.records, options, expect);
  if (broken) return broken;
  const records = withMissing(before, matched.records, gaps);
  const unseen = gaps.lacksRecords ? records.length - matched.records.length : 0;
  const learned: ObservedNoise = {
    places: observed?.places ?? [],
    parameters: { ...observed?.parameters, ...matched.learned },
  };
  const found = compareRecords(before.records, records, options, learned, before.isLegacy);
  const seen = found.changes.filter(({ type }) => !gaps.lacksRecords || type !== "removed");
  const { real, firstSights, unmerged } = splitFirstSights(seen, before, gaps, matched.apart);
  const earlier = new Map(before.records.map(({ key, record }) => [key, record]));
  const current = new Map([...before.records, ...records].map(({ key, record }) => [key, record]));
  const label = (change: RecordChange): RecordChange =>
    withPicture(
      withLabel(withCurrencies(change, before.currencies, collected.currencies), current.get(change.key)),
      pictures,
    );
  const differ = createDifference(options, learned, before.isLegacy);
  const candidates = real.map(
    (change): Candidate => ({
      change: label(change),
      record: current.get(change.key) ?? {},
      previous: earlier.get(change.key),
      judge: (field) => (from, to) => differ({ key: change.key, field }, from, to),
    }),
  );
  const isWorthAlert = createJudge(options);
  const { yes = [], no = [] } = Object.groupBy(candidates, (candidate) =>
    isWorthAlert(candidate) ? "yes" : "no",
  );
  const reported = yes.length > 0 ? yes : no;
  const restless = restlessAfter(before.restless, found);
  return {
    set: {
      keyFields,
      records,
      ...gapsLeft(before, gaps, seen),
      currencies: { ...before.currencies, ...collected.currencies },
      observed,
      restless,
    },
    changes: [...yes, ...no].map(({ change }) => change),
    noise: [...found.noise, ...quietPictures(pictures), ...firstSights, ...unmerged].map(label),
    proposedNoise: proposeNoise(restless, options),
    alerting: yes.length,
    title: titleChanges(reported),
    message: real.length === 0 ? "" : describeChanges(reported),
    listed: listChanges(reported),
    notes: [...notes, ...notesOfGaps(unseen, firstSights.length)],
    remarks,
  };
};

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
