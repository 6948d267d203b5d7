/** Chance that a number decides: the same seed gives the same story. */
export interface Random {
  /** In [0, 1). */
  readonly next: () => number;
  readonly chance: (probability: number) => boolean;
  /** A whole number from `low` to `high`. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
}

/** Mulberry32 (Tommy Ettinger, public domain): small, fast, and good enough to choose faults. */
export const createRandom = (seed: number): Random => {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
};
