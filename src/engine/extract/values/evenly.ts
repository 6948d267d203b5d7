/** At most `count` entries, spread evenly over all. */
export const evenly = <T>(all: readonly T[], count: number): T[] =>
  all.length <= count
    ? [...all]
    : Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as T);
