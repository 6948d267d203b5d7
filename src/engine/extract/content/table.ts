/** Rows of numbers under names: what trees decide by. */

/** Features that always have the same names; or, where the names are a list, names and values apart, which is faster. */
export type Part =
  | Readonly<Record<string, number>>
  | readonly [names: readonly string[], values: readonly number[]];

/** For each block a row of values, under the same names. */
export interface Table {
  readonly names: readonly string[];
  readonly rows: readonly Float32Array[];
}

const isListed = (part: Part): part is readonly [readonly string[], readonly number[]] => Array.isArray(part);
const namesOf = (part: Part): readonly string[] => (isListed(part) ? part[0] : Object.keys(part));
const valuesOf = (part: Part): readonly number[] => (isListed(part) ? part[1] : Object.values(part));

const toRow = (parts: readonly Part[], width: number): Float32Array => {
  const row = new Float32Array(width);
  let at = 0;
  for (const part of parts) {
    const values = valuesOf(part);
    row.set(values, at);
    at += values.length;
  }
  return row;
};

/** Rows of the parts that make up each block's features; every block has the same parts. */
export const toTable = (blocks: readonly (readonly Part[])[]): Table => {
  const names = (blocks[0] ?? []).flatMap(namesOf);
  return { names, rows: blocks.map((parts) => toRow(parts, names.length)) };
};

/** A part of a whole, or 0 of nothing. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Share of words that are links. */
export const densityOf = ({ words, linkWords }: { words: number; linkWords: number }): number =>
  share(linkWords, words);

/** Stands for "nowhere" where steps are counted. */
export const FAR = 30;
