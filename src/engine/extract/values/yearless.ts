/** Days that are written without their year: "Wed., January 23". */
import { monthOf, weekdayOf } from "./dateWords.ts";
import { foldDigits } from "./digits.ts";
import { allMatches } from "./text.ts";

export interface Yearless {
  /** 0 to 11. */
  readonly month: number;
  readonly day: number;
  /** 0 for Sunday; null if none is written before the day. */
  readonly weekday: number | null;
}

/** A number after a month is no day if it is the start of a year or a time of day. */
const FORMS: readonly RegExp[] = [
  /(?<!\p{L})(?<month>\p{L}{3,})\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?(?!\d|[:.,/]\d|\s*[ap]\.?m\b)/giu,
  /(?<![\d:./,])(?<d>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?\s+(?:de\s+|of\s+)?(?<month>\p{L}{3,})(?!\p{L})/giu,
];
const LAST_WORD = /(\p{L}+)\.?,?\s*[-–—]?\s*(?:the\s+|el\s+|le\s+|den\s+)?$/iu;

/** The days without a year in a text, in order. */
export const findYearless = (text: string): Yearless[] => {
  const plain = foldDigits(text);
  const found = FORMS.flatMap((form) =>
    allMatches(form, plain).flatMap(({ groups = {}, index }) => {
      const month = monthOf(groups.month ?? "");
      const day = Number(groups.d);
      if (month === undefined || day < 1 || day > 31) return [];
      const weekday = weekdayOf(LAST_WORD.exec(plain.slice(0, index))?.[1] ?? "");
      return [{ index, month, day, weekday }];
    }),
  );
  return found.sort((left, right) => left.index - right.index);
};

/** Years around the visit in which a weekday is looked for. */
const SPAN = [-3, -2, -1, 0, 1, 2] as const;

/** Years beside the one of a heading: it can name only one of those that a season has. */
const BESIDE = [0, 1, -1] as const;

/**
 * The day as `2024-01-23` in the given year or, if its weekday fits only there, the next or the last. Without a year, the nearest
 * to the visit; a weekday rules out the years in which it doesn't fit. Null if no year fits.
 */
export const addYear = (
  { month, day, weekday }: Yearless,
  year: number | null,
  now: number,
): string | null => {
  const thisYear = new Date(now).getUTCFullYear();
  const near = year === null ? SPAN.map((step) => thisYear + step) : BESIDE.map((step) => year + step);
  const days = near
    .map((each) => new Date(Date.UTC(each, month, day)))
    .filter((date) => date.getUTCMonth() === month);
  const fitting = days.filter((date) => weekday === null || date.getUTCDay() === weekday);
  if (year === null)
    fitting.sort((left, right) => Math.abs(left.getTime() - now) - Math.abs(right.getTime() - now));
  const found = fitting[0] ?? (year === null ? undefined : days[0]);
  return found?.toISOString().slice(0, 10) ?? null;
};
