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

/** Likelihood, from 0 to 1, of what the forest has learnt to tell. */
export const judge = ({ bias, trees }: Forest, row: ArrayLike<number>): number => {
  let odds = bias;
  for (const tree of trees) odds += ask(tree, row);
  return 1 / (1 + Math.exp(-odds));
};
