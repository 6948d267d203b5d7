/** Tables of named features, the input of decision trees. */
import type { Block, Blocks } from "../page/blocks.ts";
import { remembered } from "../vocabulary/remember.ts";

/** Features with a fixed set of names: as an object, or, which is faster, as separate lists of names and values. */
export type Part =
  | Readonly<Record<string, number>>
  | readonly [names: readonly string[], values: readonly number[]];

/** One row of values for each block, all with the same names. */
export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly Float32Array[];
}

const NO_ROW = new Float32Array(0);

const isListed = (part: Part): part is readonly [readonly string[], readonly number[]] => Array.isArray(part);
const namesOf = (part: Part): readonly string[] => (isListed(part) ? part[0] : Object.keys(part));
const valuesOf = (part: Part): readonly number[] => (isListed(part) ? part[1] : Object.values(part));

const toRow = (parts: readonly Part[], width: number): Float32Array => {
  const row = new Float32Array(width);
  let at = 0;
  // A loop, because setting a typed array from a list takes several times as long.
  for (const part of parts) for (const value of valuesOf(part)) row[at++] = value;
  return row;
};

/**
 * Creates a row of features for each block (or other thing). All must have the same parts. Blocks with the same model
 * share a row; those `outside` get an empty one.
 */
export const toTable = <Thing = Block>(
  { blocks, models }: { readonly blocks: readonly Thing[]; readonly models: readonly number[] },
  describe: (block: Thing, index: number) => readonly Part[],
  outside: readonly boolean[] = [],
): Table => {
  const needed = new Set(models.filter((_, index) => !outside[index]));
  let names: readonly string[] = [];
  const rowOf = remembered((model: number) => {
    const parts = describe(blocks[model] as Thing, model);
    if (names.length === 0) names = parts.flatMap(namesOf);
    return toRow(parts, names.length);
  });
  return { rows: models.map((model) => (needed.has(model) ? rowOf(model) : NO_ROW)), names };
};

/** Converts a part to lists once, for use in the rows of many blocks. */
export const listPart = (part: Part): Part => [namesOf(part), valuesOf(part)];

/** Joins two tables of the same blocks, row by row. */
export const joinTables = ({ models }: Pick<Blocks, "models">, left: Table, right: Table): Table => ({
  names: [...left.names, ...right.names],
  rows: models.map(
    remembered((model: number) => {
      const [row, other] = [left.rows[model] ?? NO_ROW, right.rows[model] ?? NO_ROW];
      const joined = new Float32Array(row.length + other.length);
      joined.set(row);
      joined.set(other, row.length);
      return joined;
    }),
  ),
});

/** Returns `part / whole`, or 0 if `whole` is 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Share of words that are in links. */
export const densityOf = ({ words, linkWords }: { words: number; linkWords: number }): number =>
  share(linkWords, words);

/** Number of steps to something that does not exist. */
export const FAR = 30;
