/** How often a page is watched, to choose from. */
export const WATCH_INTERVALS = [
  ["15m", "Every 15 minutes"],
  ["1h", "Every hour"],
  ["6h", "Every 6 hours"],
  ["1d", "Every day"],
] as const;
export type WatchInterval = (typeof WATCH_INTERVALS)[number][0];
