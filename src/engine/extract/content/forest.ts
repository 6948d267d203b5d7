/** A forest of small decision trees: what each says is summed up. */

/** What a leaf says, or: number of a feature, threshold, what to do up to it, what to do above it. */
export type Tree = number | readonly [feature: number, threshold: number, upTo: Tree, above: Tree];

/** Learnt by `scripts/eval/train.ts`; trees tell features by their place in `names`. */
export interface Forest {
  readonly names: readonly string[];
  /** Log odds before any tree has spoken. */
  readonly bias: number;
  readonly trees: readonly Tree[];
}

/** What one tree says of a row. */
export const ask = (tree: Tree, row: ArrayLike<number>): number => {
  let at = tree;
  while (typeof at !== "number") at = (row[at[0]] ?? 0) <= at[1] ? at[2] : at[3];
  return at;
};

/** A forest laid out flat, which is read several times faster: node after node, leaves have no feature. */
interface Flat {
  readonly features: Int16Array;
  /** Thresholds of nodes, and what leaves say. */
  readonly values: Float64Array;
  /** Where what is above goes on; what is not goes on with the next node. */
  readonly above: Int32Array;
  readonly roots: Int32Array;
}
const LEAF = -1;

const countNodes = (tree: Tree): number =>
  typeof tree === "number" ? 1 : 1 + countNodes(tree[2]) + countNodes(tree[3]);

const flatten = ({ trees }: Forest): Flat => {
  const size = trees.reduce<number>((sum, tree) => sum + countNodes(tree), 0);
  const features = new Int16Array(size);
  const values = new Float64Array(size);
  const above = new Int32Array(size);
  let next = 0;
  const add = (tree: Tree): number => {
    const at = next++;
    if (typeof tree === "number") {
      features[at] = LEAF;
      values[at] = tree;
      return at;
    }
    features[at] = tree[0];
    values[at] = tree[1];
    add(tree[2]);
    above[at] = add(tree[3]);
    return at;
  };
  return { features, values, above, roots: Int32Array.from(trees, add) };
};

const flats = new WeakMap<Forest, Flat>();
const flatOf = (forest: Forest): Flat => {
  const known = flats.get(forest);
  if (known) return known;
  const flat = flatten(forest);
  flats.set(forest, flat);
  return flat;
};

/** Likelihood, from 0 to 1, of what the forest has learnt to tell. */
export const judge = (forest: Forest, row: ArrayLike<number>): number => {
  const { features, values, above, roots } = flatOf(forest);
  let odds = forest.bias;
  for (const root of roots) {
    let at = root;
    for (let feature = features[at] ?? LEAF; feature !== LEAF; feature = features[at] ?? LEAF)
      at = (row[feature] ?? 0) <= (values[at] ?? 0) ? at + 1 : (above[at] ?? 0);
    odds += values[at] ?? 0;
  }
  return 1 / (1 + Math.exp(-odds));
};
