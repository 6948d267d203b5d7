/** Compares an element with those that a selector used to find. */
import { mean } from "../../values/averages.ts";
import type { Traits } from "./traits.ts";

/** Traits shared by several elements. */
export interface CommonTraits extends Omit<Traits, "tag" | "signature" | "address"> {
  /** See `signatureOf`. */
  readonly signatures: readonly string[];
  /** The most frequent first. */
  readonly tags: readonly string[];
  readonly addresses: readonly string[];
}

/** Tokens that at least this share of the elements have are common. */
const COMMON_SHARE = 0.5;
const MAX_COMMON = 10;
const RARE_SHARE = 0.2;

/** Returns the tokens that at least `share` of the lists contain, the most frequent first. */
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

/** Tags that are often swapped for each other when a page is rebuilt. */
const FAMILIES = [
  /^h[1-6]$/,
  /^(?:div|li|article|section|tr|dd|td|dt|p)$/,
  /^(?:span|b|strong|em|i|small|p|div|ins|mark|time|data|bdi)$/,
];

const fitTag = (tags: readonly string[], tag: string): number => {
  if (tags.includes(tag)) return 1;
  return FAMILIES.some((family) => family.test(tag) && tags.some((known) => family.test(known))) ? 0.6 : 0;
};

export const recall = (wanted: readonly string[], found: readonly string[]): number =>
  wanted.filter((token) => found.includes(token)).length / Math.max(1, wanted.length);

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

/** A score with its weight. */
export type Evidence = readonly [score: number, weight: number];

/** Missing names count little, since redesigns rename things; matching names count in full. */
const ofNames = (
  wanted: readonly string[],
  found: readonly string[],
  weight: number,
  goneShare: number,
): Evidence => {
  const score = recall(wanted, found);
  return [score, wanted.length === 0 ? 0 : score > 0 ? weight : weight * goneShare];
};

/** The adjacent text can be a value that changes, so a missing label counts less than a matching one. */
const ofLabel = (wanted: string, found: string, weight: number): Evidence => {
  if (wanted === "") return [0, 0];
  return wanted === found ? [1, weight] : [0, weight * GONE_LABEL];
};

const GONE_LABEL = 0.5;

const WEIGHTS = {
  marks: 3,
  classes: 2,
  words: 1.5,
  around: 1,
  before: 1.5,
  after: 0.8,
  tag: 1.2,
  path: 1,
  order: 1,
  attributes: 0.5,
  ownAttributes: 1.5,
  address: 2.5,
} as const;

const NAMES = ["marks", "classes", "words", "around", "ownAttributes"] as const;
/** Share of its weight that a missing name keeps. */
const GONE_NAMES = 0.3;

/**
 * Lists the evidence for and against an element.
 *
 * @param goneNames how much it counts, from 0 to 1, if none of the names match
 */
export const compareTraits = (common: CommonTraits, traits: Traits, goneNames = GONE_NAMES): Evidence[] => [
  ...NAMES.map((name) => ofNames(common[name], traits[name], WEIGHTS[name], goneNames)),
  ofLabel(common.before, traits.before, WEIGHTS.before),
  ofLabel(common.after, traits.after, WEIGHTS.after),
  [fitTag(common.tags, traits.tag), WEIGHTS.tag],
  [alignPaths(common.path, traits.path), WEIGHTS.path],
  [Math.max(0, 1 - 2 * Math.abs(common.order - traits.order)), WEIGHTS.order],
  [recall(common.attributes, traits.attributes), common.attributes.length > 0 ? WEIGHTS.attributes : 0],
  // A different address is not counted: a new wrapper or sibling is enough to change it.
  [1, common.addresses.includes(traits.address) ? WEIGHTS.address : 0],
];

export const weigh = (evidence: readonly Evidence[]): number => {
  const weights = evidence.reduce((sum, [, weight]) => sum + weight, 0);
  return weights === 0 ? 0 : evidence.reduce((sum, [score, weight]) => sum + score * weight, 0) / weights;
};

/** Whether an element with this signature was on the page before, but as something else. */
export const isStranger = (
  common: CommonTraits,
  known: ReadonlySet<string>,
  signature: string | null,
): boolean => signature !== null && known.has(signature) && !common.signatures.includes(signature);
