/** Up to so many of them, evenly taken from all. */
export const spread = <T>(all: readonly T[], count: number): T[] => {
  const step = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, index) => index % step === 0);
};

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
