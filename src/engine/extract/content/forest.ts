/** A forest of small decision trees whose results are summed up. */

/** Trained by `scripts/eval/train.ts`. */
export interface Forest {
  /** Names of the features, in row order. */
  readonly names: readonly string[];
  /**
   * The nodes of all trees in pre-order: a node, its branch for values up to the threshold, then its branch for values
   * above it. Base64, little-endian, as three arrays: the feature of each node (16 bits, -1 for leaves), the offset
   * from a node to its second branch (16 bits), and the threshold or the leaf's result (32-bit float).
   */
  readonly nodes: string;
}

/** An unpacked forest. */
interface Trees {
  readonly features: Int16Array;
  readonly values: Float32Array;
  /** Offset to the branch for values above the threshold; the other branch starts at the next node. */
  readonly above: Uint16Array;
  readonly roots: readonly number[];
}

const LEAF = -1;
const BYTES_PER_NODE = 8;

const unpack = ({ nodes }: Forest): Trees => {
  const { buffer } = Uint8Array.from(Buffer.from(nodes, "base64"));
  const size = buffer.byteLength / BYTES_PER_NODE;
  const features = new Int16Array(buffer, 0, size);
  const roots: number[] = [];
  // A leaf closes an open branch; any other node closes one and opens two.
  let open = 0;
  features.forEach((feature, at) => {
    if (open === 0) {
      roots.push(at);
      open = 1;
    }
    open += feature === LEAF ? -1 : 1;
  });
  return {
    features,
    above: new Uint16Array(buffer, size * 2, size),
    values: new Float32Array(buffer, size * 4, size),
    roots,
  };
};

const unpacked = new WeakMap<Forest, Trees>();
const treesOf = (forest: Forest): Trees => {
  const known = unpacked.get(forest);
  if (known) return known;
  const trees = unpack(forest);
  unpacked.set(forest, trees);
  return trees;
};

/** Returns the likelihood that the forest predicts for a row, from 0 to 1. */
export const predict = (forest: Forest, row: ArrayLike<number>): number => {
  const { features, values, above, roots } = treesOf(forest);
  let odds = 0;
  for (const root of roots) {
    let at = root;
    for (let feature = features[at] ?? LEAF; feature !== LEAF; feature = features[at] ?? LEAF)
      at += (row[feature] ?? 0) <= (values[at] ?? 0) ? 1 : (above[at] ?? 0);
    odds += values[at] ?? 0;
  }
  return 1 / (1 + Math.exp(-odds));
};

/** Returns the likelihood that the forest predicts for features by name; those that are missing count 0. */
export const predictBy = (forest: Forest, features: Readonly<Record<string, number>>): number =>
  predict(
    forest,
    forest.names.map((name) => features[name] ?? 0),
  );
