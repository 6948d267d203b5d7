import { DAY_MS, HOUR_MS, MINUTE_MS } from "./units.ts";

const UNIT_MS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

/** Milliseconds of an interval such as `15m`, `6h` or `1d`; null if the text is not an interval. */
export const intervalMs = (every: string): number | null => {
  const match = /^([1-9]\d{0,4})([mhd])$/.exec(every);
  if (!match) return null;
  return Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
};
