/** How an element compares with those that a selector used to find, as features for what is learnt. */
import type { Traits } from "./traits.ts";

/** Traits that most of several elements share. */
export interface CommonTraits extends Omit<Traits, "tag" | "signature" | "address"> {
  /** What such elements are called in full. */
  readonly signatures: readonly string[];
  /** The most frequent first. */
  readonly tags: readonly string[];
  readonly addresses: readonly string[];
}

/** What most elements have, they have in common. */
const COMMON_SHARE = 0.5;
const MAX_COMMON = 10;
const RARE_SHARE = 0.2;

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

/** What so many of some lists have, the most frequent first. */
export const commonOf = (
  lists: readonly (readonly string[])[],
  share = COMMON_SHARE,
  most = MAX_COMMON,
): string[] => {
  const counts = new Map<string, number>();
  for (const list of lists) for (const token of list) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts]
    .filter(([token, count]) => token !== "" && count >= lists.length * share)
    .sort((left, right) => right[1] - left[1])
    .slice(0, most)
    .map(([token]) => token);
};

export const shareTraits = (all: readonly Traits[]): CommonTraits => {
  const common = (of: (traits: Traits) => readonly string[], share?: number): string[] =>
    commonOf(all.map(of), share);
  return {
    tags: common(({ tag }) => [tag], RARE_SHARE),
    signatures: common(({ signature }) => (signature === null ? [] : [signature]), 0),
    classes: common(({ classes }) => classes),
    words: common(({ words }) => words),
    marks: common(({ marks }) => marks),
    attributes: common(({ attributes }) => attributes),
    ownAttributes: common(({ ownAttributes }) => ownAttributes),
    before: common(({ before }) => [before])[0] ?? "",
    after: common(({ after }) => [after])[0] ?? "",
    path: common(({ path }) => [path.join(" ")], 0)[0]?.split(" ") ?? [],
    around: common(({ around }) => around),
    addresses: common(({ address }) => [address], RARE_SHARE),
    order: mean(all.map(({ order }) => order)),
  };
};

/** A feature of which nothing is known. */
export const UNKNOWN = -1;

export const recall = (wanted: readonly string[], found: readonly string[]): number =>
  wanted.length === 0 ? UNKNOWN : wanted.filter((token) => found.includes(token)).length / wanted.length;

/** The smaller of two lengths or counts, as a share of the larger. */
export const ratio = (left: number, right: number): number =>
  Math.min(left, right) / Math.max(left, right, 1);

/** Longest common subsequence, as a share of the longer. */
const alignPaths = (left: readonly string[], right: readonly string[]): number => {
  let row = new Array<number>(right.length + 1).fill(0);
  for (const a of left) {
    const next = [0];
    for (const [index, b] of right.entries())
      next.push(a === b ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    row = next;
  }
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : (row.at(-1) ?? 0) / longer;
};

/** Whether a label is the same, another one, gone (0), new (-2), or none as before. */
const compareLabels = (wanted: string, found: string): number => {
  if (wanted === "") return found === "" ? UNKNOWN : -2;
  return wanted === found ? 1 : found === "" ? 0 : 0.5;
};

/** Whether an element has the same place as before among its siblings, on all levels or on the nearest three. */
const compareAddresses = (known: readonly string[], address: string): number => {
  const steps = address.split(".").reverse();
  const levels = known.map((each) => {
    const own = each.split(".").reverse();
    const end = own.findIndex((step, at) => step !== steps[at]);
    return end < 0 ? own.length : end;
  });
  return known.includes(address) ? 1 : Math.min(3, Math.max(0, ...levels)) / 4;
};

/** What `compareTraits` tells, in its order. */
export const TRAIT_FEATURES =
  "marks classes words around ownAttributes attributes before after tag path depth order place signature".split(
    " ",
  );

export const compareTraits = (common: CommonTraits, traits: Traits): number[] => [
  recall(common.marks, traits.marks),
  recall(common.classes, traits.classes),
  recall(common.words, traits.words),
  recall(common.around, traits.around),
  recall(common.ownAttributes, traits.ownAttributes),
  recall(common.attributes, traits.attributes),
  compareLabels(common.before, traits.before),
  compareLabels(common.after, traits.after),
  Number(common.tags.includes(traits.tag)),
  alignPaths(common.path, traits.path),
  ratio(common.path.length, traits.path.length),
  1 - Math.abs(common.order - traits.order),
  compareAddresses(common.addresses, traits.address),
  traits.signature === null ? UNKNOWN : Number(common.signatures.includes(traits.signature)),
];

/** A plain measure of how alike two elements are, where nothing learnt is asked. */
export const closeness = (features: readonly number[]): number =>
  mean(features.filter((value) => value !== UNKNOWN).map((value) => Math.max(0, value)));

/** The features of several elements, each the mean of all. */
export const meanOf = (rows: readonly (readonly number[])[]): number[] =>
  (rows[0] ?? []).map((_, at) => mean(rows.map((row) => row[at] ?? 0)));

/** Whether the page had such an element before, and it was something else. */
export const isStranger = (
  common: CommonTraits,
  known: ReadonlySet<string>,
  signature: string | null,
): boolean => signature !== null && known.has(signature) && !common.signatures.includes(signature);
