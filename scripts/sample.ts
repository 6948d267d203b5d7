/** Parses the number of `--sample`; infinity if it is missing. */
export const readSample = (text: string | undefined): number => {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--sample takes a whole number from 1, not "${text}".`);
  return Number(text);
};

/** The number of `--sample` on this process's command line; infinity if it is missing. */
export const sampleOfCommand = (): number =>
  readSample(process.argv.find((_, place) => process.argv[place - 1] === "--sample"));
