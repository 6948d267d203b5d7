/**
 * Finds the records of the last good run again. Records are first matched by what identifies them, exactly as
 * written. Those left over are matched by looser readings, and only if exactly one record on each side reads so: two
 * records are never merged.
 */
import type { Item } from "../../contract/runs/runs.ts";
import { addressOf, varyingParameters, withoutParameters } from "./addresses.ts";
import { canonOf, exactOf } from "./canonical.ts";
import { createKeys, type KeyedRecord, lacksKey, legacyKey, SOLE_KEY, valuesOf } from "./keys.ts";
import { isLater, nameFieldOf } from "./names.ts";

interface Match {
  /** The records with their keys: those of the last good run where they were found again. */
  readonly records: KeyedRecord[];
  /** Records without a value for a key field. */
  readonly unkeyed: number;
  /** Records with the same key values as an earlier one. */
  readonly doubled: number;
  /** Keys of records that an earlier release had merged with another record. */
  readonly apart: ReadonlySet<string>;
  /** Parameters of key fields that differ between the two runs in all URLs. */
  readonly learned: Readonly<Record<string, readonly string[]>>;
}

type Reading = (record: Item) => string;

interface How {
  readonly keyFields: readonly string[];
  /** Parameters that were seen to belong to the visit, by field. */
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  /** The last good run was compared by a release up to 0.1, which merged records. */
  readonly isLegacy: boolean;
  /** A record without what looks like noise, for records that only their content identifies. */
  readonly quiet: Reading;
}

/** Reads the key values with the parameters of the visit left out of their URLs. */
const withoutVisits =
  ({ keyFields }: How, parameters: How["parameters"]): Reading =>
  (record) =>
    JSON.stringify(
      keyFields.map((field) => {
        const url = addressOf(record[field]);
        if (!url) return exactOf(record[field]);
        const left = new Set(parameters[field]);
        return withoutParameters(url, (name) => left.has(name));
      }),
    );

/** What is still to be matched. */
interface Left {
  readonly before: Set<KeyedRecord>;
  readonly after: Set<Item>;
}

const groups = <T>(entries: Iterable<T>, read: (entry: T) => string): Map<string, T[]> =>
  Map.groupBy(entries, read);

/** Matches records that read alike: in order, those with the same content first. */
const matchAll = (left: Left, read: Reading, found: Map<Item, string>): void => {
  const earlier = groups(left.before, ({ record }) => read(record));
  for (const [value, records] of groups(left.after, read)) {
    const candidates = earlier.get(value) ?? [];
    const byContent = candidates.length > 1 || records.length > 1;
    const pair = (record: Item, match: KeyedRecord): void => {
      found.set(record, match.key);
      left.after.delete(record);
      left.before.delete(match);
    };
    if (byContent) {
      const same = groups(candidates, ({ record }) => exactOf(record));
      for (const record of records) {
        const match = same.get(exactOf(record))?.shift();
        if (match) pair(record, match);
      }
    }
    const rest = candidates.filter((candidate) => left.before.has(candidate));
    for (const [index, record] of records.filter((each) => left.after.has(each)).entries()) {
      const match = rest[index];
      if (match) pair(record, match);
    }
  }
};

/** Matches records that are the only ones to read as they do, on both sides. */
const matchUnique = (left: Left, read: Reading, found: Map<Item, string>): void => {
  const earlier = groups(left.before, ({ record }) => read(record));
  for (const [value, [record, ...others]] of groups(left.after, read)) {
    const [match, ...rivals] = earlier.get(value) ?? [];
    if (!record || !match || others.length > 0 || rivals.length > 0) continue;
    found.set(record, match.key);
    left.after.delete(record);
    left.before.delete(match);
  }
};

/**
 * Matches records by the name that people know them by, for records that only their content identifies. A name must
 * stand for one record of all on each side, not only of those left over, and the rest of the record must agree.
 */
const matchNamed = (
  left: Left,
  before: readonly KeyedRecord[],
  after: readonly Item[],
  found: Map<Item, string>,
): void => {
  const field = nameFieldOf(
    before.map(({ record }) => record),
    after,
  );
  if (field === undefined || left.before.size === 0) return;
  const nameOf: Reading = (record) => exactOf(record[field]);
  const earlier = groups(before, ({ record }) => nameOf(record));
  for (const [name, [record, ...others]] of groups(after, nameOf)) {
    const [match, ...rivals] = earlier.get(name) ?? [];
    if (name === "null" || !record || !match || others.length > 0 || rivals.length > 0) continue;
    if (!left.after.has(record) || !left.before.has(match) || !isLater(match.record, record, field)) continue;
    found.set(record, match.key);
    left.after.delete(record);
    left.before.delete(match);
  }
};

/** Records needed to learn a parameter from two runs, which may differ in more than the visit. */
const MIN_LEARNED = 3;
/** The other fields must mostly be as they were. */
const MIN_SAME = 0.8;

/** Pairs whose other fields are compared. */
const SAMPLE = 500;

/** Parameters that differ in all leftover URLs of a key field, while the other fields of the records stayed the same. */
const learnFromRuns = (left: Left, how: How): Record<string, readonly string[]> => {
  const learned: Record<string, readonly string[]> = {};
  if (left.before.size < MIN_LEARNED || left.after.size < MIN_LEARNED) return learned;
  for (const field of how.keyFields) {
    const from = [...left.before].flatMap(({ record }) => addressOf(record[field]) ?? []);
    const to = [...left.after].flatMap((record) => addressOf(record[field]) ?? []);
    const names = from.length < MIN_LEARNED ? [] : varyingParameters(from, to);
    if (names.length === 0) continue;
    const read = withoutVisits(how, { [field]: names });
    const earlier = new Map([...left.before].map(({ record }) => [read(record), record]));
    const pairs = [...left.after].slice(0, SAMPLE).flatMap((record) => {
      const match = earlier.get(read(record));
      return match ? [[match, record] as const] : [];
    });
    const content = (record: Item): string => how.quiet({ ...record, [field]: null });
    const same = pairs.filter(([match, record]) => content(match) === content(record)).length;
    if (same >= MIN_LEARNED && same >= MIN_SAME * pairs.length) learned[field] = names;
  }
  return learned;
};

/** Matches by the keys of releases up to 0.1. @returns records that such a release had merged with another */
const matchLegacy = (left: Left, { keyFields }: How, found: Map<Item, string>): Set<Item> => {
  const earlier = new Map([...left.before].map((entry) => [entry.key, entry]));
  const merged = new Set<Item>();
  for (const [key, records] of groups(left.after, (record) => legacyKey(valuesOf(record, keyFields)))) {
    const match = earlier.get(key);
    if (!match) continue;
    const identity = exactOf(valuesOf(match.record, keyFields));
    const own = records.find((record) => exactOf(valuesOf(record, keyFields)) === identity) ?? records[0];
    if (!own) continue;
    found.set(own, match.key);
    left.before.delete(match);
    for (const record of records) {
      left.after.delete(record);
      if (record !== own) merged.add(record);
    }
  }
  return merged;
};

/** Gives each record its key: the one it had in the last good run, or a new one. */
export const matchRecords = (before: readonly KeyedRecord[], items: readonly Item[], how: How): Match => {
  const { keyFields, parameters, isLegacy, quiet } = how;
  const keyed = items.filter((item) => !lacksKey(item, keyFields));
  const isSole = keyFields.length === 0 && items.length === 1;
  const found = new Map<Item, string>();
  const left: Left = { before: new Set(before), after: new Set(keyed) };
  const exact: Reading = (record) => JSON.stringify(valuesOf(record, keyFields).map(exactOf));
  let learned: Match["learned"] = {};
  let merged = new Set<Item>();
  if (isSole && before.length <= 1) for (const item of keyed) found.set(item, before[0]?.key ?? SOLE_KEY);
  else {
    if (isLegacy) merged = matchLegacy(left, how, found);
    matchAll(left, exact, found);
    if (Object.keys(parameters).length > 0) matchUnique(left, withoutVisits(how, parameters), found);
    learned = learnFromRuns(left, how);
    if (Object.keys(learned).length > 0) matchUnique(left, withoutVisits(how, learned), found);
    matchUnique(left, (record) => canonOf(valuesOf(record, keyFields)), found);
    if (keyFields.length === 0) {
      matchUnique(left, quiet, found);
      matchNamed(left, before, keyed, found);
    }
  }
  const taken = new Set(before.map(({ key }) => key));
  const newKey = createKeys(taken);
  const seen = new Set<string>();
  let doubled = 0;
  const apart = new Set<string>();
  const records = keyed.map((record) => {
    const values = valuesOf(record, keyFields);
    const key = found.get(record) ?? (isSole ? SOLE_KEY : newKey(values));
    taken.add(key);
    if (merged.has(record)) apart.add(key);
    const identity = exact(record);
    if (seen.has(identity)) doubled += 1;
    seen.add(identity);
    return { key, record };
  });
  return { records, unkeyed: items.length - keyed.length, doubled, apart, learned };
};

/** Parameters of key fields that differ between two reads of the same pages. */
export const parametersOfReads = (
  first: readonly Item[],
  second: readonly Item[],
  keyFields: readonly string[],
): Record<string, readonly string[]> =>
  Object.fromEntries(
    keyFields.flatMap((field) => {
      const urls = (items: readonly Item[]) => items.flatMap((item) => addressOf(item[field]) ?? []);
      const [from, to] = [urls(first), urls(second)];
      const known = new Set(to.map(({ href }) => href));
      const unmatched = from.filter(({ href }) => !known.has(href));
      const names = varyingParameters(unmatched, to);
      return names.length > 0 ? [[field, names] as const] : [];
    }),
  );
