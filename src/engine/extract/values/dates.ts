/** Dates as pages write them, in several languages. Ambiguous dates are null. */
import { remembered } from "../vocabulary/remember.ts";
import words from "../vocabulary/times.json" with { type: "json" };
import { isWeekday, monthOf } from "./dateWords.ts";
import { foldDigits } from "./digits.ts";
import { type Moment, readRelative, withoutRelative } from "./relativeDates.ts";
import { allMatches } from "./text.ts";

export interface DateReading {
  readonly language: string;
  /** Milliseconds since the epoch; "3 days ago" counts back from it. */
  readonly now: number;
  /** Whether 3/4/2024 is the third of April, if other dates settle it; otherwise the language decides. */
  readonly dayFirst?: boolean | undefined;
}

/** A date in a text, and its position. */
interface Dated {
  /** As `2024-01-31`. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

const SLASHED = /(?<![\d/-])(?<first>\d{1,2})(?<sign>[/-])(?<second>\d{1,2})\k<sign>(?<y>\d{4})(?!\d)/g;
const SHORT = /(?<![\d/])(?<first>\d{1,2})\/(?<second>\d{1,2})\/(?<y>\d{2})(?![\d/])/g;
/** "9-15-21": only where the month is known to be first. */
const DASHED = /(?<![\d/-])(?<first>\d{1,2})(?<sign>-)(?<second>\d{1,2})-(?<y>\d{2})(?![\d/-])/g;
/** "31.12.2026", and "12.31.26" where the order is settled or clear. */
const DOTTED =
  /(?<![\d.])(?<first>\d{1,2})(?<sign>\.)\s?(?<second>\d{1,2})\.\s?(?<y>\d{4}|\d{2})(?![\d.]\d)/g;
/** Years, months by number or name, and days. */
const FORMS: readonly RegExp[] = [
  /(?<!\d)(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/g,
  /(?<!\d)(?<y>\d{4})\s*[年년]\s*(?<m>\d{1,2})\s*[月월]\s*(?<d>\d{1,2})\s*[日일]/g,
  DOTTED,
  SLASHED,
  SHORT,
  DASHED,
  // "3–5 March": the last day of a range is not matched on its own.
  /(?<!\d|\d\.?\s?[–—-]\s?)(?<d>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]+(?:de\s+|of\s+)?(?<month>[\p{L}\p{M}]{2,})\.?,?[\s-]+(?:de\s+|del\s+)?(?<y>\d{4})(?!\d)/gu,
  /(?<!\p{L})(?<month>\p{L}{3,})\.?\s+(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<y>\d{4})(?!\d)/gu,
  // Hungarian, and lists sorted by text.
  /(?<!\d)(?<y>\d{4})\.?,?\s+(?<month>\p{L}{3,})\.?\s+(?<d>\d{1,2})(?!\d)/gu,
  /(?<!\d)(?<d>\d{1,2}) tháng (?<m>\d{1,2}),?(?: năm)? (?<y>\d{4})(?!\d)/gu,
];

type Reading = Pick<DateReading, "language" | "dayFirst">;

/** Whether the language alone settles the order: English without a region is written in both. */
export const isOrderKnown = (language: string): boolean => !/^(?:en(?:-ca)?)?$/i.test(language);

/** Whether 3/4/2024 begins with the day, as nearly everywhere except the United States; null if unknown. */
const beginsWithDay = (first: number, second: number, { language, dayFirst }: Reading): boolean | null => {
  if (first > 12 || first === second) return true;
  if (second > 12) return false;
  return dayFirst ?? (isOrderKnown(language) ? !/^en-us$/i.test(language) : null);
};

/** Null for a day that doesn't exist, such as 31 February. */
const asDay = (year: number, month: number, day: number): string | null => {
  const date = new Date(Date.UTC(year, month, day));
  const isReal = year >= 1_000 && date.getUTCMonth() === month && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
};

/** Two-digit years begin in 1969, as in POSIX (`strptime`, %y). */
const PIVOT = 69;
/** Whether 26/12/01 means the first of December: in East Asia, Hungary and Lithuania, for example. */
const isYearFirst = remembered((language: string): boolean => {
  const [known] = Intl.DateTimeFormat.supportedLocalesOf(/^[a-z]{2}/i.exec(language)?.[0] ?? []);
  return known !== undefined && new Intl.DateTimeFormat(known).formatToParts(0)[0]?.type === "year";
});

/**
 * Whether a date with dots begins with the month: "12.31.26". Versions such as 4.15.10 are written without zeros, so "4.15.26"
 * is a date only on a page that writes the month first.
 */
const isDottedMonth = (first: string, second: string, { language, dayFirst }: Reading): boolean => {
  if (Number(first) > 12 || dayFirst === false) return Number(first) <= 12;
  const isPadded = first.length === 2 && second.length === 2;
  return isPadded && (Number(second) > 12 || (dayFirst === undefined && /^en-us$/i.test(language)));
};

/** Before numbers in the order of a date: "ages 6-12-18", "v4.15.26". */
const NUMBERED = new RegExp(`(?<![\\p{L}\\p{M}])(?:${words.numbered})[\\s.:#-]{0,3}$`, "iu");
const MAX_NUMBERED = 16;

const readMatch = (
  { groups = {}, index = 0, input = "" }: RegExpMatchArray,
  reading: Reading,
): string | null => {
  const { y = "", m, d, month, first, second, sign } = groups;
  const isShort = y.length === 2 && (sign === "-" || sign === ".");
  if (isShort && NUMBERED.test(input.slice(Math.max(0, index - MAX_NUMBERED), index))) return null;
  const year = Number(y) + (y.length === 4 ? 0 : Number(y) < PIVOT ? 2_000 : 1_900);
  if (first === undefined)
    return asDay(year, m ? Number(m) - 1 : (monthOf(month ?? "") ?? Number.NaN), Number(d));
  const [left, right] = [Number(first), Number(second)];
  if (sign === ".")
    return isDottedMonth(first, second ?? "", reading)
      ? asDay(year, left - 1, right)
      : asDay(year, right - 1, left);
  if (sign === "-" && y.length === 2 && (reading.dayFirst !== false || left > 12)) return null;
  const dayFirst = beginsWithDay(left, right, reading);
  if (dayFirst === null || (y.length === 2 && isYearFirst(reading.language))) return null;
  return dayFirst ? asDay(year, right - 1, left) : asDay(year, left - 1, right);
};

/** Every form has a four-digit year, or a two-digit one after a dot, a slash or a dash. */
const MAY_BE_DATED = /\d{4}|\.\s?\d{2}|[/-]\d{2}(?!\d)/;
/** All possible dates in a text, form by form. */
const matchDays = (text: string, reading: DateReading): Dated[] =>
  (MAY_BE_DATED.test(text) ? FORMS : []).flatMap((form) =>
    allMatches(form, text).flatMap((match) => {
      const day = readMatch(match, reading);
      return day === null ? [] : [{ day, from: match.index, to: match.index + match[0].length }];
    }),
  );

/** The only calendar date in a text; null if there is none, or several. */
const readCalendar = (text: string, reading: DateReading): Dated | null => {
  const [first, ...others] = matchDays(text, reading);
  return first && others.every(({ day }) => day === first.day) ? first : null;
};

/** All dates in a text, in order. */
export const findDays = (text: string, reading: DateReading): Dated[] => {
  const found = matchDays(text, reading).sort((left, right) => left.from - right.from || right.to - left.to);
  // In "January 9, 2019 February 13, 2019", "2019 February 13" is a part of neither.
  return found.reduce<Dated[]>((kept, day) => {
    if (day.from >= (kept.at(-1)?.to ?? 0)) kept.push(day);
    return kept;
  }, []);
};

const TIME =
  /^[\sT,]*(?:at|um|à|a las|alle|,|-|–|om)?\s*(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(?:Uhr\s*)?(Z|UTC|GMT)?\s*([+-]\d{2}:?\d{2})?/i;

/** The time of day after a date, in milliseconds since midnight UTC; null if there is none. */
const readTime = (rest: string): number | null => {
  const match = TIME.exec(rest);
  if (!match) return null;
  const [, hours = "", minutes = "", seconds = "0", half = "", , offset = ""] = match;
  let hour = Number(hours);
  if (half !== "") hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const sign = offset.startsWith("-") ? -1 : 1;
  const offsetMinutes =
    offset === "" ? 0 : sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2)));
  return ((hour * 60 + Number(minutes) - offsetMinutes) * 60 + Number(seconds)) * 1_000;
};

const MAX_LENGTH = 300;
/** Years of the Japanese era that began in 2019; its first year is 2019. */
const REIWA = /令和\s*(元|\d{1,2})\s*年/g;
const plain = (text: string): string =>
  foldDigits(text.trim()).replace(
    REIWA,
    (_, year: string) => `${year === "元" ? 2_019 : 2_018 + Number(year)}年`,
  );

/** Seconds or milliseconds since the epoch, as machines write them; null for numbers of other lengths. */
const readEpoch = (text: string): Moment | null => {
  const digits = /^[1-9]\d{9}(\d{3})?$/.exec(text);
  return digits && { ms: Number(text) * (digits[1] ? 1 : 1_000), hasTime: true };
};

/** Ten digits in a text can also be a phone number, which begins with 2 or more. Times since the epoch do so from 2033 on. */
const MAX_AHEAD_MS = 5 * 366 * 86_400_000;
const readEpochText = (text: string, now: number): Moment | null => {
  const moment = readEpoch(text);
  return moment && moment.ms <= now + MAX_AHEAD_MS ? moment : null;
};

/** The moment of a number in data, in the form of `parseDateTime`; null if it is no time since the epoch. */
export const readEpochNumber = (value: number): string | null => {
  const moment = readEpoch(String(value));
  return moment && new Date(moment.ms).toISOString();
};

const readCalendarDay = (text: string, reading: DateReading): { day: string; moment: Moment } | null => {
  const trimmed = plain(text);
  if (trimmed === "" || trimmed.length > MAX_LENGTH) return null;
  const calendar = readCalendar(trimmed, reading);
  if (calendar) {
    const { day, to } = calendar;
    const time = readTime(trimmed.slice(to));
    return { day, moment: { ms: Date.parse(day) + (time ?? 0), hasTime: time !== null } };
  }
  const moment = readEpochText(trimmed, reading.now) ?? readRelative(trimmed, reading.now);
  return moment && { day: new Date(moment.ms).toISOString().slice(0, 10), moment };
};

/**
 * Whether dates like 3/4/2024 begin with the day, judging by those like 25/12/2024 in the same column or page;
 * undefined if none is clear, or they disagree.
 */
export const settleOrder = (texts: Iterable<string>): boolean | undefined => {
  const orders = new Set<boolean>();
  for (const text of texts)
    for (const { groups } of [SLASHED, SHORT, DOTTED].flatMap((form) => allMatches(form, text))) {
      const { first: left = "", second: right = "", sign } = groups ?? {};
      const isVersion = sign === "." && (left.length < 2 || right.length < 2);
      const [first, second] = isVersion ? [0, 0] : [Number(left), Number(right)];
      if (first > 12 !== second > 12) orders.add(first > 12);
    }
  return orders.size === 1 ? [...orders][0] : undefined;
};

/** The only date in a text as `2024-01-31` (the day as written, in any time zone), or null. */
export const parseDate = (text: string, reading: DateReading): string | null =>
  readCalendarDay(text, reading)?.day ?? null;

/** The only date and time in a text as ISO 8601 in UTC, or null. A date without a time is midnight. */
export const parseDateTime = (text: string, reading: DateReading): string | null => {
  const found = readCalendarDay(text, reading);
  if (!found) return null;
  return found.moment.hasTime ? new Date(found.moment.ms).toISOString() : `${found.day}T00:00:00.000Z`;
};

const FILLERS: ReadonlySet<string> = new Set(words.fillers.split(" "));

/** The date, if the text contains nothing else except a weekday or a time of day; otherwise null. */
export const parseSoleDate = (text: string, reading: DateReading): string | null => {
  if (text.length > 60) return null;
  const day = parseDate(text, reading);
  if (day === null) return null;
  const dated = FORMS.reduce((left, form) => left.replace(form, " "), plain(text));
  const rest = withoutRelative(dated)
    .replace(/\d{1,2}[:.h]\d{2}(?::\d{2})?(?:[.,]\d+)?(?:\s*[ap]\.?m\.?)?(?:\s*[+-]\d{2}:?\d{2})?/gi, " ")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "" && !FILLERS.has(word.toLowerCase()) && !isWeekday(word));
  return rest.length === 0 ? day : null;
};
