/** Times relative to now. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** Times further away than this are shown as a date. */
const MAX_DAYS = 30;
/** How far the service's clock may be ahead. */
const CLOCK_SKEW_MS = 10_000;

const UNITS = [
  [DAY_MS, "d"],
  [HOUR_MS, "h"],
  [MINUTE_MS, "min"],
] as const;

/** Whether a value is a timestamp of the API. */
export const isTimestamp = (value: unknown): value is string =>
  typeof value === "string" && TIMESTAMP.test(value);

/** `2 h ago`, `in 3 d`, or a date if the time is far away. */
export const showAgo = (timestamp: string, nowMs: number): string => {
  const distanceMs = Date.parse(timestamp) - nowMs;
  const away = Math.abs(distanceMs);
  if (away >= MAX_DAYS * DAY_MS) return timestamp.slice(0, 10);
  const [unitMs, unit] = UNITS.find(([ms]) => away >= ms) ?? [null, ""];
  if (unitMs === null) return distanceMs > CLOCK_SKEW_MS ? "in a moment" : "just now";
  const count = `${Math.floor(away / unitMs)} ${unit}`;
  return distanceMs > 0 ? `in ${count}` : `${count} ago`;
};
