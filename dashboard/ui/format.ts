import { dayTimesOf } from "./dayTimes.ts";

/** Formats values for display. The interface has one language. */
const LOCALE = "en";

const count = new Intl.NumberFormat(LOCALE);
const compact = new Intl.NumberFormat(LOCALE, { notation: "compact", maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "short", timeZone: "UTC" });
const clock = new Intl.DateTimeFormat(LOCALE, {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "short" });

export const showCount = (value: number): string => count.format(value);
export const showLarge = (value: number): string => (value < 100_000 ? count : compact).format(value);
export const showPercent = (value: number): string => `${count.format(value)}%`;
export const showDateTime = (timestamp: string): string => dateTime.format(new Date(timestamp));
export const showDay = (date: string): string => day.format(new Date(date));
export const showClock = (timestamp: string): string => clock.format(new Date(timestamp));

export const showPlural = (value: number, one: string, many = `${one}s`): string =>
  `${showCount(value)} ${value === 1 ? one : many}`;

/** US dollars with two decimals, or two significant digits below a cent: `$0.00041`. */
export const showMoney = (usd: number): string => {
  if (usd === 0) return "$0";
  if (Math.abs(usd) >= 0.01) return `$${usd.toFixed(2)}`;
  return `$${Number(usd.toPrecision(2)).toFixed(7).replace(/0+$/, "")}`;
};

/** An amount of money with two decimals, in its currency if known. */
export const showAmount = (value: number, currency: string | null): string =>
  new Intl.NumberFormat(
    LOCALE,
    currency === null
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { style: "currency", currency },
  ).format(value);

export const showDuration = (durationMs: number): string => {
  if (durationMs < 1_000) return `${durationMs} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(durationMs / 60_000);
  const seconds = Math.round((durationMs % 60_000) / 1_000);
  return minutes < 60 ? `${minutes} min ${seconds} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

const ORIGINS: Readonly<Record<string, string>> = {
  api: "On request",
  schedule: "On schedule",
  retry: "As a retry",
  trigger: "By a trigger",
};

/** Why a run was started. A click on "Run now" is a request, like any other of the API. */
export const showOrigin = ({
  origin,
  trigger,
}: {
  readonly origin: string;
  readonly trigger?: string | undefined;
}) => (trigger === undefined ? (ORIGINS[origin] ?? origin) : `By “${trigger}”`);

/** Paths of steps as people count: `steps[1].steps[0]: …` → `Step 2.1: …` */
export const showSteps = (text: string): string =>
  text.replaceAll(
    /\bsteps\[(\d+)\](?:\.steps\[(\d+)\])*/g,
    (path) => `Step ${[...path.matchAll(/\d+/g)].map(([index]) => Number(index) + 1).join(".")}`,
  );

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

export const showRelative = (timestamp: string, now = Date.now()): string => {
  const distanceMs = Date.parse(timestamp) - now;
  for (const [unit, unitMs] of UNITS)
    if (Math.abs(distanceMs) >= unitMs) return relative.format(Math.trunc(distanceMs / unitMs), unit);
  return distanceMs > 0 ? "in a moment" : "just now";
};

/** A collected value in one line. */
export const showValue = (value: unknown): string => {
  if (value === null || value === undefined) return "–";
  if (typeof value === "string") return value;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Names written in capitals. */
const ACRONYM = /^(?:api|url|id|sku|gtin|isbn)$/i;

/** `change_detected` → `Change detected`, `originalPrice` → `Original price` */
export const showName = (name: string): string => {
  const words = name
    .replaceAll(/[_-]/g, " ")
    .replaceAll(
      /(\p{Ll})(\p{Lu})(?=\p{Ll})/gu,
      (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
    );
  if (ACRONYM.test(words)) return words.toUpperCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export type ScheduleLike = { readonly cron: string; readonly timezone: string } | { readonly every: string };

const INTERVAL_UNITS: Readonly<Record<string, string>> = { m: "minute", h: "hour", d: "day" };

/** `1d` → `Daily`, `2h` → `Every 2 hours` */
const showInterval = (every: string): string => {
  const count = Number.parseInt(every, 10);
  const unit = INTERVAL_UNITS[every.slice(-1)] ?? every;
  if (count === 1) return unit === "day" ? "Daily" : `Every ${unit}`;
  return `Every ${showPlural(count, unit)}`;
};

const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: "long", timeZone: "UTC" });
/** A Sunday: days of the week are counted from it. */
const A_SUNDAY_MS = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

/** `*` → `Daily`, `1-5` → `Monday to Friday`, `1` → `Mondays` */
const showDays = (days: string): string => {
  if (days === "*") return "Daily";
  if (days === "1-5") return "Monday to Friday";
  return `${WEEKDAY.format(A_SUNDAY_MS + Number(days) * DAY_MS)}s`;
};

export const showSchedule = (schedule: ScheduleLike | null): string => {
  if (schedule === null) return "Manual";
  if ("every" in schedule) return showInterval(schedule.every);
  const days = dayTimesOf(schedule.cron);
  if (days === null) return `${schedule.cron} (${schedule.timezone})`;
  return `${showDays(days.days)} at ${days.time} (${schedule.timezone})`;
};
