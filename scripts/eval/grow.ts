/** Grows forests: gradient boosting of small trees on binned features, thresholds drawn at random (as in extremely randomised trees). */
import { ask, type Forest, type Tree } from "../../src/engine/extract/content/forest.ts";
import { seededRandom } from "./pages.ts";

export interface Growth {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Shares of rows and of features that each tree sees. */
  readonly rows: number;
  readonly features: number;
  /** Rows that a leaf holds at least. */
  readonly least: number;
  readonly ridge: number;
}

export interface Samples {
  readonly names: readonly string[];
  readonly rows: readonly Float32Array[];
  /** 0 to 1: how much of each row is what is to be told. */
  readonly labels: readonly number[];
  readonly masses: readonly number[];
}

const BINS = 64;

/** Thresholds of three digits keep the weights small. */
const shorten = (value: number): number => Number(value.toPrecision(3));

/** Upper edges of bins that hold about as many rows each. */
const edgesOf = (values: Float32Array): number[] => {
  const sorted = Float32Array.from(values).sort();
  const edges = new Set<number>();
  for (let bin = 1; bin < BINS; bin++)
    edges.add(shorten(sorted[Math.floor((bin * sorted.length) / BINS)] ?? 0));
  return [...edges].sort((left, right) => left - right);
};

const binOf = (edges: readonly number[], value: number): number => {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edges[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
};

interface Field {
  readonly edges: readonly (readonly number[])[];
  /** Bin of each feature, row after row. */
  readonly bins: Uint8Array;
  readonly width: number;
  readonly slopes: Float64Array;
  readonly curves: Float64Array;
  readonly growth: Growth;
  readonly random: () => number;
}

/** What stands in each bin of each feature that a tree sees: count, slope, curve. */
type Histogram = Float64Array;

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

interface Node {
  readonly members: Int32Array;
  readonly histogram: Histogram;
  readonly split: Split | null;
  branch: { readonly upTo: Node; readonly above: Node } | null;
}

const countBins = (field: Field, members: Int32Array, features: readonly number[]): Histogram => {
  const { bins, width, slopes, curves } = field;
  const histogram = new Float64Array(features.length * BINS * 3);
  for (const row of members) {
    const slope = slopes[row] ?? 0;
    const curve = curves[row] ?? 0;
    const start = row * width;
    for (let at = 0; at < features.length; at++) {
      const cell = (at * BINS + (bins[start + (features[at] ?? 0)] ?? 0)) * 3;
      histogram[cell] = (histogram[cell] ?? 0) + 1;
      histogram[cell + 1] = (histogram[cell + 1] ?? 0) + slope;
      histogram[cell + 2] = (histogram[cell + 2] ?? 0) + curve;
    }
  }
  return histogram;
};

const sumBins = (
  histogram: Histogram,
  at: number,
  upTo = BINS - 1,
): [count: number, slope: number, curve: number] => {
  let count = 0;
  let slope = 0;
  let curve = 0;
  for (let bin = 0; bin <= upTo; bin++) {
    const cell = (at * BINS + bin) * 3;
    count += histogram[cell] ?? 0;
    slope += histogram[cell + 1] ?? 0;
    curve += histogram[cell + 2] ?? 0;
  }
  return [count, slope, curve];
};

const rangeOf = (histogram: Histogram, at: number): [low: number, high: number] => {
  let low = 0;
  let high = BINS - 1;
  while (low < high && histogram[(at * BINS + low) * 3] === 0) low++;
  while (high > low && histogram[(at * BINS + high) * 3] === 0) high--;
  return [low, high];
};

/** The best of one random threshold for each feature. */
const findSplit = (
  { growth, random }: Field,
  histogram: Histogram,
  features: readonly number[],
): Split | null => {
  const [total, slopes, curves] = sumBins(histogram, 0);
  const worth = (slope: number, curve: number): number => (slope * slope) / (curve + growth.ridge);
  let best: Split | null = null;
  features.forEach((feature, at) => {
    const [low, high] = rangeOf(histogram, at);
    if (low >= high) return;
    const bin = low + Math.floor(random() * (high - low));
    const [count, slope, curve] = sumBins(histogram, at, bin);
    if (count < growth.least || total - count < growth.least) return;
    const gain = worth(slope, curve) + worth(slopes - slope, curves - curve) - worth(slopes, curves);
    if (gain > (best?.gain ?? 1e-9)) best = { gain, feature, bin };
  });
  return best;
};

/** Splits the leaf that gains most until there are enough. */
const growTree = (field: Field, members: Int32Array, features: readonly number[]): Node => {
  const { bins, width, growth } = field;
  const makeNode = (own: Int32Array, histogram: Histogram): Node => ({
    members: own,
    histogram,
    split: findSplit(field, histogram, features),
    branch: null,
  });
  const top = makeNode(members, countBins(field, members, features));
  const leaves: Node[] = [top];
  while (leaves.length < growth.leaves) {
    const [node] = leaves
      .filter(({ split }) => split !== null)
      .sort((left, right) => (right.split?.gain ?? 0) - (left.split?.gain ?? 0));
    const split = node?.split;
    if (!node || !split) break;
    const isUpTo = (row: number): boolean => (bins[row * width + split.feature] ?? 0) <= split.bin;
    const sides = [node.members.filter(isUpTo), node.members.filter((row) => !isUpTo(row))] as const;
    // The smaller side is counted, the other is what remains.
    const isFirst = sides[0].length <= sides[1].length;
    const counted = countBins(field, isFirst ? sides[0] : sides[1], features);
    const rest = node.histogram.map((value, cell) => value - (counted[cell] ?? 0));
    node.branch = {
      upTo: makeNode(sides[0], isFirst ? counted : rest),
      above: makeNode(sides[1], isFirst ? rest : counted),
    };
    leaves.splice(leaves.indexOf(node), 1, node.branch.upTo, node.branch.above);
  }
  return top;
};

const toTree = ({ histogram, split, branch }: Node, field: Field): Tree => {
  const { edges, growth } = field;
  if (!branch || !split) {
    const [, slope, curve] = sumBins(histogram, 0);
    return Number(((-growth.rate * slope) / (curve + growth.ridge)).toFixed(3));
  }
  const edge = edges[split.feature]?.[split.bin] ?? 0;
  return [split.feature, edge, toTree(branch.upTo, field), toTree(branch.above, field)];
};

export const growForest = (samples: Samples, growth: Growth, seed: number): Forest => {
  const { labels, names, rows } = samples;
  const random = seededRandom(seed);
  const width = names.length;
  const edges = names.map((_, feature) => edgesOf(Float32Array.from(rows, (row) => row[feature] ?? 0)));
  const bins = new Uint8Array(rows.length * width);
  rows.forEach((row, index) => {
    for (let feature = 0; feature < width; feature++)
      bins[index * width + feature] = binOf(edges[feature] ?? [], row[feature] ?? 0);
  });
  const sum = samples.masses.reduce((total, mass) => total + mass, 0) || 1;
  const masses = samples.masses.map((mass) => (mass * labels.length) / sum);
  const share = labels.reduce((total, label, row) => total + label * (masses[row] ?? 0), 0) / labels.length;
  const bias = Math.log(share / (1 - share));
  const odds = new Float64Array(labels.length).fill(bias);
  const slopes = new Float64Array(labels.length);
  const curves = new Float64Array(labels.length);
  const field: Field = { edges, bins, width, slopes, curves, growth, random };
  const all = Int32Array.from(labels, (_, row) => row);
  const trees: Tree[] = [];
  while (trees.length < growth.trees) {
    labels.forEach((label, row) => {
      const guess = 1 / (1 + Math.exp(-(odds[row] ?? 0)));
      slopes[row] = (guess - label) * (masses[row] ?? 0);
      curves[row] = guess * (1 - guess) * (masses[row] ?? 0);
    });
    const members = all.filter(() => random() < growth.rows);
    const features = names.map((_, feature) => feature).filter(() => random() < growth.features);
    const tree = toTree(growTree(field, members, features), field);
    trees.push(tree);
    rows.forEach((row, index) => {
      odds[index] = (odds[index] ?? 0) + ask(tree, row);
    });
  }
  return { names, bias: Number(bias.toFixed(3)), trees };
};
