/** A sample of this many entries, spread evenly; the same ones in each run. */
export const evenSample = <T>(entries: readonly T[], count: number): readonly T[] => {
  if (count >= entries.length) return entries;
  return Array.from(
    { length: count },
    (_, place) => entries[Math.floor((place * entries.length) / count)] as T,
  );
};

/** Parses the number of `--sample`; infinity if it is missing. */
export const readSample = (text: string | undefined): number => {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--sample takes a whole number from 1, not "${text}".`);
  return Number(text);
};

/** The number of `--sample` on this process's command line; infinity if it is missing. */
export const sampleOfCommand = (): number =>
  readSample(process.argv.find((_, place) => process.argv[place - 1] === "--sample"));
