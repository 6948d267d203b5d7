/** Durations, in minutes. */
import words from "../vocabulary/times.json" with { type: "json" };
import { parseNumber } from "./numbers.ts";
import { TO } from "./ranges.ts";

/** ISO 8601, and common deviations: lower case, fractions, misplaced parts. */
export const ISO_DURATION =
  /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T?(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i;

const AMOUNT =
  "(\\d+(?:[.,]\\d+)?(?:\\s*[½¼¾⅓⅔]|\\s+\\d\\s*[/⁄]\\s*\\d)?|\\d\\s*[/⁄]\\s*\\d|[½¼¾⅓⅔]|half an|an|one|une?|eine?|uma?)";
const unit = (names: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\d.,/⁄])${AMOUNT}\\s*-?(?:${names})(?!\\p{L})\\.?`, "iu");
const DAYS = unit(words.lengths.day.join("|"));
const HOURS = unit(words.lengths.hour.join("|"));
const MINUTES = unit(words.lengths.minute.join("|"));

const FRACTIONS: Readonly<Record<string, number>> = {
  "½": 0.5,
  "¼": 0.25,
  "¾": 0.75,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
};

const readAmount = (text: string | undefined): number => {
  if (text === undefined) return 0;
  if (/^half/i.test(text)) return 0.5;
  const fraction = /(\d)\s*[/⁄]\s*(\d)$/.exec(text);
  const sign = FRACTIONS[text.at(-1) ?? ""] ?? (fraction ? Number(fraction[1]) / Number(fraction[2]) : 0);
  const whole = fraction ? text.slice(0, fraction.index) : text;
  const number = /\d/.test(whole) ? parseNumber(whole, { language: "" }) : null;
  return (number ?? (sign === 0 ? 1 : 0)) + sign;
};

/** Minutes in a week, a day, an hour, a minute and a second. */
const ISO_MINUTES = [10_080, 1_440, 60, 1, 1 / 60];
const asMinutes = (total: number): number | null => (total > 0 ? Math.round(total) : null);
const readIso = (parts: readonly (string | undefined)[]): number | null =>
  asMinutes(
    ISO_MINUTES.reduce(
      (sum, minutes, at) => sum + minutes * Number((parts[at + 3] ?? "0").replace(",", ".")),
      0,
    ),
  );

const CLOCK = /^(\d{1,2}):(\d{2})(?::\d{2})?(?:\s*(?:h|hrs?|std|uur|uhr))?\.?$/i;
/** "20-25 min": a range counts as its upper end. */
const RANGE = new RegExp(`(\\d+(?:[.,]\\d+)?)${TO}(?=\\d)`, "giu");
const MAX_LENGTH = 200;

/** A duration in minutes, from ISO 8601 or plain language; null if the text is not a duration. */
export const parseMinutes = (text: string): number | null => {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return null;
  const iso = ISO_DURATION.exec(trimmed.replace(/\s/g, ""));
  if (iso && /\d/.test(trimmed)) return readIso([...iso]);
  const clock = CLOCK.exec(trimmed);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) || null;
  if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed) || null;
  const spoken = trimmed.replace(RANGE, "").replace(/(?<=[時间間时時시간])\s*(?=\d)/gu, " ");
  // "1h20" has no word for its minutes.
  const glued = /(?<!\d)(\d{1,2})\s?[hu]\s?(\d{2})(?!\d)/i.exec(spoken);
  if (glued) return Number(glued[1]) * 60 + Number(glued[2]);
  const [days, hours, minutes] = [DAYS, HOURS, MINUTES].map((pattern) => pattern.exec(spoken)?.[1]);
  if (days === undefined && hours === undefined && minutes === undefined) return null;
  return asMinutes(readAmount(days) * 1_440 + readAmount(hours) * 60 + readAmount(minutes));
};
