/** The day of a record that names none by itself: from its text, or from the heading of its group. */
import type { Element } from "domhandler";
import { listBits } from "../../page/bits.ts";
import { shortText, startText } from "../../page/shortText.ts";
import { elementsBefore, outerOf } from "../../page/tree.ts";
import { isGroupHead } from "../../regions/columns.ts";
import { signatureOf } from "../../regions/markers.ts";
import { type Fact, makeFact, placeOf } from "../../sources/facts.ts";
import type { CoerceContext } from "../../values/coerce.ts";
import { findDays, parseDate } from "../../values/dates.ts";
import { monthOf, saysWhen } from "../../values/dateWords.ts";
import { addYear, findYearless, type Yearless } from "../../values/yearless.ts";
import { rememberedFor } from "../../vocabulary/remember.ts";
import type { PageView } from "../pageFacts.ts";
import { datesList, saysUpcoming } from "./eventWords.ts";

const HEADS: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6 p strong b dt caption".split(" "));
const MAX_SAID = 600;
/** The date of a record that mentions only one day, in any context. */
const readSoleDay = (record: Element, context: CoerceContext): Fact[] | null => {
  const days = findDays(shortText(record, MAX_SAID) ?? "", context);
  const [first] = days;
  if (!first || days.some(({ day }) => day !== first.day)) return null;
  return [makeFact("record", "date", [first.day], { concept: "date", factor: 0.6, origin: OF_TEXT })];
};
const OF_TEXT = placeOf("text");

const MAX_CLIMB = 4;
const MAX_BACK = 400;
const MAX_HEAD = 100;
const MAX_DAY = 40;
const MAX_YEAR = 12;
/** Every record below an element looks at it again. */
const shortDay = rememberedFor((element: Element): string => shortText(element, MAX_DAY) ?? "");

/**
 * Whether an element is a heading for its following siblings: a heading, a row that is not a record, or a box with
 * only a date.
 */
const isHead = (before: Element, element: Element, context: CoerceContext): boolean => {
  if (HEADS.has(before.name) || (isGroupHead(before) && !isGroupHead(element))) return true;
  if (signatureOf(before) === signatureOf(element)) return false;
  const said = shortDay(before);
  const isYear = said.length <= MAX_YEAR && yearIn(said) !== null;
  return before.name === "tr" || isYear || parseDate(said, context) !== null || monthIn(said) !== null;
};
const headBefore = (element: Element, context: CoerceContext): Element | null => {
  for (const before of elementsBefore(element, MAX_BACK)) if (isHead(before, element, context)) return before;
  return null;
};

/**
 * What is said above a record, or else above one of the elements around it: a heading that does not say it is ignored, because
 * an outer box can have one that does.
 */
const findAbove = <Found>(record: Element, read: (at: Element) => Found | null): Found | null => {
  let at: Element | null = record;
  for (let climbed = 0; at && at.name !== "body" && climbed < MAX_CLIMB; at = outerOf(at), climbed++) {
    const found = read(at);
    if (found !== null) return found;
  }
  return null;
};

/** The date above a group of records: "Opinions of December 23, 2019". */
const readGroupDay = (record: Element, context: CoerceContext): Fact[] => {
  const day = findAbove(record, (at) => {
    const head = headBefore(at, context);
    const [first] = findDays(head ? startText(head, MAX_HEAD) : "", context);
    return first?.day ?? null;
  });
  if (day === null) return [];
  return [makeFact("record", "date", [day], { concept: "date", factor: 0.7, path: "heading of its group" })];
};

/** The day above a group of records that is written without its year: "Thursday 4 April". */
const readGroupYearless = (record: Element, view: PageView): Fact[] =>
  findAbove(record, (at) => {
    const head = headBefore(at, view.context);
    const isDay = head !== null && findYearless(shortDay(head)).length === 1;
    return isDay ? readYearless(head, head, view) : null;
  }) ?? [];

/** Whether a fact is a date with a year. */
export const isDay = ({ concept, values: [value] }: Fact, context: CoerceContext): boolean =>
  concept === "date" && parseDate(String(value ?? ""), context) !== null;

const YEAR = /(?<![\d.,$€£-])(?:19|20)\d\d(?![\d.,]\d|%)/g;
/** The only year in a text; null if there is none, or several. */
const yearIn = (text: string): number | null => {
  const years = new Set(text.match(YEAR));
  return years.size === 1 ? Number([...years][0]) : null;
};

/** The year in the nearest heading above a record that has one. */
const yearAbove = (record: Element, context: CoerceContext): number | null =>
  findAbove(record, (at) => {
    let head = headBefore(at, context);
    for (let step = 0; head && step < MAX_HEADS; head = headBefore(head, context), step++) {
      const year = yearIn(shortText(head, MAX_HEAD) ?? "");
      if (year !== null) return year;
    }
    return null;
  });
const MAX_HEADS = 12;

/** Confidence in a year by where it is from: the heading, the weekday, the page's title, the day of the visit. */
const YEARS = { heading: 0.65, weekday: 0.6, title: 0.55, visit: 0.45 } as const;

/** "01-23", as ISO 8601 writes it, in a text of its own. */
const monthDayIn = (record: Element): Yearless | null => {
  const said = listBits([record]).find(({ text }) =>
    /^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text),
  );
  const [month = 0, day = 0] = said?.text.split("-").map(Number) ?? [];
  return said ? { month: month - 1, day, weekday: null } : null;
};

/** "Wednesday, January 23" in a record, with the year of its heading, of the page or of the visit. */
const readYearless = (of: Element, record: Element, { context, titles }: PageView): Fact[] => {
  const [spoken] = findYearless(shortText(record, MAX_SAID) ?? startText(record, MAX_SAID));
  const own = spoken ?? monthDayIn(record);
  if (!own) return [];
  const heading = yearAbove(of, context);
  // Without a year above, two numbers can be anything.
  if (!spoken && heading === null) return [];
  const title = heading === null ? yearIn(titles.join(" ")) : null;
  const day = addYear(own, heading ?? title, context.now);
  if (day === null) return [];
  const from =
    heading !== null ? "heading" : title !== null ? "title" : own.weekday !== null ? "weekday" : "visit";
  return [
    makeFact("record", "date", [day], {
      concept: "date",
      factor: YEARS[from],
      origin: WITH_YEAR[from],
    }),
  ];
};
const WITH_YEAR = {
  heading: placeOf("text, with the year of the heading"),
  weekday: placeOf("text, with the year of the weekday"),
  title: placeOf("text, with the year of the title"),
  visit: placeOf("text, with the year of the visit"),
};

const MIN_RUN = 3;
const isGuessed = ({ origin }: Fact): boolean => origin === WITH_YEAR.visit;

const DAY_MS = 86_400_000;
/** Days between neighbours in one year's schedule: what is further apart is rather near the other end of the next year. */
const MAX_STEP = 183;
/** A leap year, so that each month and day exists. */
const ANY_LEAP = "2000-";
const isExisting = (day: string): boolean => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true;
/** How many days a month and day is after another of the same year, such as "01-31". */
const stepTo = (day: string, from: string): number =>
  (Date.parse(`${ANY_LEAP}${day}`) - Date.parse(`${ANY_LEAP}${from}`)) / DAY_MS;

/** The end of the run of days from a place that rise or fall, each no more than half a year from the last. */
const endOfRun = (days: readonly string[], from: number): number => {
  let sign = 0;
  let to = from + 1;
  for (; to < days.length; to++) {
    const step = stepTo(days[to] ?? "", days[to - 1] ?? "");
    // Also if one of them has no day.
    if (!(Math.abs(step) <= MAX_STEP) || Math.sign(step) * sign < 0) break;
    if (sign === 0) sign = Math.sign(step);
  }
  return to;
};

/** Years of headings that are further from that of the visit have to be right above the records. */
const NEAR_YEARS = 2;

/**
 * The only year of the nearest heading that dates a list, as "2019 Meetings" and not as "Founded in 1921" does; null if a nearer one
 * says that what is below is still to come.
 *
 * @param guess that of the visit
 */
const firstYear = (heads: Iterable<Element>, guess: number): number | null => {
  let read = 0;
  for (const head of heads) {
    if (!/^(?:h\d|caption|summary)$/.test(head.name)) continue;
    const text = shortText(head, MAX_HEAD) ?? "";
    const year = yearIn(text);
    const isNear = read === 0 || (year !== null && Math.abs(year - guess) <= NEAR_YEARS);
    if (year !== null && isNear && datesList(text)) return year;
    if (saysUpcoming(text) || ++read === MAX_HEADS) return null;
  }
  return null;
};

/**
 * Gives days whose year only the visit tells that of the heading of their list, in another box than `yearAbove` reads.
 *
 * @param heads what is above each record
 */
export const takeYears = (
  facts: readonly Fact[][],
  heads: (at: number) => Iterable<Element>,
): readonly Fact[][] =>
  facts.map((own, at) => {
    const guess = String(own.find(isGuessed)?.values[0] ?? "");
    if (guess === "") return own;
    const year = firstYear(heads(at), Number(guess.slice(0, 4)));
    const day = `${year}${guess.slice(4)}`;
    if (year === null || !isExisting(day)) return own;
    const fact = makeFact("record", "date", [day], {
      concept: "date",
      factor: YEARS.heading,
      origin: WITH_YEAR.heading,
    });
    return own.map((each) => (isGuessed(each) ? fact : each));
  });

/**
 * Gives days in a row the same year, where only the visit tells it: a schedule from January to December is of one year, though
 * its first days are nearer to the visit in the next, and so are those of several boards, side by side. It is the year of most of
 * them that has all of them: 29 February is in few.
 *
 * @param facts those of each record, in page order
 */
export const alignYears = (facts: readonly Fact[][]): readonly Fact[][] => {
  const guesses = facts.map((own) => String(own.find(isGuessed)?.values[0] ?? ""));
  const days = guesses.map((day) => day.slice(5));
  const years = guesses.map((day) => day.slice(0, 4));
  const runs: {
    readonly from: number;
    readonly days: readonly string[];
    readonly years: readonly string[];
  }[] = [];
  for (let from = 0, to = 0; from < days.length; from = to) {
    to = endOfRun(days, from);
    if (to - from >= MIN_RUN) runs.push({ from, days: days.slice(from, to), years: years.slice(from, to) });
  }
  for (const { from, days: own } of runs) {
    const [first = "", last = ""] = [own[0], own.at(-1)].sort();
    const beside = runs.filter(({ days: other }) => other.some((day) => day >= first && day <= last));
    const found = [
      ...Map.groupBy(
        beside.flatMap((run) => run.years),
        (each) => each,
      ),
    ]
      .sort(([, left], [, right]) => right.length - left.length)
      .map(([year]) => year);
    const year = found.find((each) => own.every((day) => isExisting(`${each}-${day}`)));
    if (year !== undefined) years.fill(year, from, from + own.length);
  }
  return facts.map((own, at) =>
    own.map((fact) => (isGuessed(fact) ? { ...fact, values: [`${years[at]}-${days[at]}`] } : fact)),
  );
};

/** "Tue 1" in a record below "September 2026". */
const readMonthDay = (of: Element, record: Element, { context }: PageView): Fact[] => {
  const said = listBits([record]).find(({ text }) => DAY.test(text) && saysWhen(text));
  const day = Number(DAY.exec(said?.text ?? "")?.[0]);
  if (!said) return [];
  const date = findAbove(of, (at) => {
    const head = headBefore(at, context);
    const month = head && monthIn(startText(head, MAX_HEAD));
    return month && addYear({ ...month, day, weekday: null }, month.year, context.now);
  });
  if (date === null) return [];
  const path = "text, with the month of the heading";
  return [makeFact("record", "date", [date], { concept: "date", factor: 0.65, path })];
};
/** The only number of a text: that of a day. */
const DAY = /(?<![\d:.,])\d{1,2}(?![\d:,]|\.\d)(?!.*\d)/;

/** The month and year that are all that a heading says. */
const monthIn = (text: string): { month: number; year: number } | null => {
  const [, first = "", year = ""] =
    /^\P{L}*(\p{L}[\p{L}\p{M}]+)\.?,?\s+((?:19|20)\d\d)\P{L}*$/u.exec(text) ?? [];
  const month = monthOf(first);
  return month === undefined ? null : { month, year: Number(year) };
};

/** Whether a record's day is certain whenever the page is visited, and the record's own: not any day that its text mentions. */
export const isSettledDay = (fact: Fact): boolean => fact.origin !== OF_TEXT && !isGuessed(fact);

/** The day of a record without a date of its own: its only day, or that of its group. */
export const readRecordDay = (of: Element, record: Element, view: PageView): Fact[] => {
  const sole = readSoleDay(record, view.context);
  if (sole) return sole;
  const yearless = readYearless(of, record, view);
  if (yearless.length > 0) return yearless;
  const day = readMonthDay(of, record, view);
  if (day.length > 0) return day;
  const above = readGroupDay(of, view.context);
  return above.length > 0 ? above : readGroupYearless(of, view);
};
