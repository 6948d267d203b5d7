/** Pairs the rows of two pictures, so that what is only further down is compared with what it was. */

/** Pixels of a picture: four bytes each, as red, green, blue and alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
}

/** Rows that belong together: `rows` of each from here on, or rows that only one of the two has. */
export interface RowBlock {
  readonly kind: "same" | "compare" | "removed" | "added";
  readonly previous: number;
  readonly current: number;
  readonly rows: number;
}

export const wordsOf = ({ data, width, height }: Pixels): Uint32Array =>
  new Uint32Array(data.buffer, data.byteOffset, width * height);

/** FNV-1a over pixels. Rows with the same hash are checked before they count as the same. */
const hashRows = (pixels: Pixels): Uint32Array => {
  const words = wordsOf(pixels);
  const { width, height } = pixels;
  const hashes = new Uint32Array(height);
  for (let y = 0, at = 0; y < height; y += 1) {
    let hash = 0x811c9dc5;
    for (let x = 0; x < width; x += 1, at += 1) hash = Math.imul(hash ^ (words[at] ?? 0), 0x01000193);
    hashes[y] = hash;
  }
  return hashes;
};

/** Rows that occur once, by their hash. */
const uniqueRows = (hashes: Uint32Array, start: number, end: number): Map<number, number> => {
  const found = new Map<number, number>();
  const twice = new Set<number>();
  for (let y = start; y < end; y += 1) {
    const hash = hashes[y] ?? 0;
    if (found.has(hash)) twice.add(hash);
    found.set(hash, y);
  }
  for (const hash of twice) found.delete(hash);
  return found;
};

type Pair = readonly [previous: number, current: number];

/** The longest list of pairs, which are in the order of the first, that are in the order of the second, too. */
const longestRising = (pairs: readonly Pair[]): Pair[] => {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, current], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < current) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  });
  const rising: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rising.push(pairs[at] as Pair);
  return rising.reverse();
};

/**
 * Pairs rows as patience diff pairs lines (Bram Cohen): rows that occur once in both pictures hold their place, and the
 * rows between two of those are compared one by one. Takes time in proportion to the pictures, whatever they show.
 */
export const pairRows = (previous: Pixels, current: Pixels): RowBlock[] => {
  const isWide = previous.width === current.width;
  const [from, to] = [hashRows(previous), hashRows(current)];
  const [was, is] = [wordsOf(previous), wordsOf(current)];
  const isSame = (a: number, b: number): boolean => {
    if (!isWide || from[a] !== to[b]) return false;
    const { width } = previous;
    for (let x = 0; x < width; x += 1) if (was[a * width + x] !== is[b * width + x]) return false;
    return true;
  };

  const blocks: RowBlock[] = [];
  const add = (kind: RowBlock["kind"], previousRow: number, currentRow: number, rows: number): void => {
    const last = blocks.at(-1);
    if (last?.kind === kind && kind === "same")
      blocks[blocks.length - 1] = { ...last, rows: last.rows + rows };
    else if (rows > 0) blocks.push({ kind, previous: previousRow, current: currentRow, rows });
  };

  /** Rows between two places: the same ones at both ends, and what is between those. */
  const between = (a0: number, a1: number, b0: number, b1: number): void => {
    let [top, a, b] = [0, a1, b1];
    while (a0 + top < a && b0 + top < b && isSame(a0 + top, b0 + top)) top += 1;
    while (a > a0 + top && b > b0 + top && isSame(a - 1, b - 1)) {
      a -= 1;
      b -= 1;
    }
    add("same", a0, b0, top);
    const [removed, added] = [a - a0 - top, b - b0 - top];
    const both = Math.min(removed, added);
    add("compare", a0 + top, b0 + top, both);
    add("removed", a0 + top + both, b0 + top + both, removed - both);
    add("added", a0 + top + both, b0 + top + both, added - both);
    add("same", a, b, a1 - a);
  };

  const unique = uniqueRows(to, 0, to.length);
  const pairs = [...uniqueRows(from, 0, from.length)]
    .flatMap(([hash, row]): Pair[] => {
      const match = unique.get(hash);
      return match !== undefined && isSame(row, match) ? [[row, match]] : [];
    })
    .sort(([a], [b]) => a - b);
  let [a, b] = [0, 0];
  for (const [row, match] of longestRising(pairs)) {
    between(a, row, b, match);
    add("same", row, match, 1);
    [a, b] = [row + 1, match + 1];
  }
  between(a, previous.height, b, current.height);
  return blocks;
};
