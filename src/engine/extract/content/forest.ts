/** A forest of small decision trees: what each says is summed up. */

/** Learnt by `scripts/eval/train.ts`. */
export interface Forest {
  /** Features in the order in which rows hold them. */
  readonly names: readonly string[];
  /**
   * All trees, node after node, each node before what is up to its threshold and that before what is above it. In
   * base64, little-endian: of all nodes the feature (16 bits, -1 for leaves), then of all how many nodes on what is
   * above begins (16 bits), then of all the threshold, or what the leaf says (32-bit float).
   */
  readonly nodes: string;
}

/** A forest as it is asked. */
interface Trees {
  readonly features: Int16Array;
  readonly values: Float32Array;
  /** Where what is above continues; what is not continues with the next node. */
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
  // Each node that is no leaf opens one more place to fill.
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

/** Likelihood, from 0 to 1, of what the forest has learnt to tell. */
export const judge = (forest: Forest, row: ArrayLike<number>): number => {
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
