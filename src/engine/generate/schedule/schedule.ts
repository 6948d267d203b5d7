/** When a flow is to run: "every day at noon", "hourly", "jeden Montag um halb neun", "平日8時". */
import type { Schedule } from "../../../contract/schedule.ts";
import { readPhrases, wholeWords } from "../sentence/grammar.ts";
import { RECORD_NOUNS } from "../sentence/words.ts";
import vocabulary from "../vocabulary/days.json" with { type: "json" };
import { type Clock, findClocks, readAnotherHour } from "./clock.ts";
import { readInterval } from "./intervals.ts";
import { readZone } from "./timezones.ts";
import { readDays } from "./weekdays.ts";

export interface ScheduleRead {
  /** The sentence without what was said of when. */
  readonly rest: string;
  readonly schedule: Schedule | null;
  /** What the flow's owner must know. */
  readonly notes: readonly string[];
}

interface Span {
  readonly index: number;
  readonly length: number;
}
/** Which days are due, as the last three fields of a cron expression, and the hour where none is said. */
interface Due extends Span {
  readonly days: string;
  readonly hour: number;
  /** "every evening at 8": the hours are those of the afternoon. */
  readonly isLate: boolean;
}

const DEFAULT_HOUR = 6;
const { phrases: PHRASES, fill } = readPhrases(vocabulary.phrases);

/** Parts of the day, each with the hour that stands for it. */
const PARTS = vocabulary.parts.map(({ says, unparted, hour, isLate = false }) => ({
  pattern: wholeWords(fill(says), unparted),
  hour,
  isLate,
}));
const DAILY = wholeWords(PHRASES.daily, PHRASES.dailyUnparted);
const WEEKLY = wholeWords(PHRASES.weekly, PHRASES.weeklyUnparted);
const MONTHLY = [PHRASES.monthlyOn, PHRASES.monthly]
  .map((source) => wholeWords(source))
  .concat(new RegExp(PHRASES.monthlyUnparted, "u"));
const QUARTERLY = wholeWords(PHRASES.quarterly);
const YEARLY = wholeWords(PHRASES.yearly);

const spanOf = (match: RegExpExecArray): Span => ({ index: match.index, length: match[0].length });

const dayOfMonth = (match: RegExpExecArray): number => {
  const said = match.slice(1).find((group) => group !== undefined);
  const day = Number(said);
  return day >= 1 && day <= 31 ? day : 1;
};

/** What days the sentence asks for. */
const readDue = (text: string): Due | null => {
  const part = PARTS.map(({ pattern, hour, isLate }) => ({ match: pattern.exec(text), hour, isLate })).find(
    ({ match }) => match !== null,
  );
  const { hour, isLate } = part ?? { hour: DEFAULT_HOUR, isLate: false };
  const due = (span: Span, days: string): Due => ({ ...span, days, hour, isLate });
  const monthly = MONTHLY.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (monthly) return due(spanOf(monthly), `${dayOfMonth(monthly)} * *`);
  const days = readDays(text);
  if (days) return due(days, `* * ${days.days}`);
  if (part?.match) return due(spanOf(part.match), "* * *");
  const daily = DAILY.exec(text);
  if (daily) return due(spanOf(daily), "* * *");
  const weekly = WEEKLY.exec(text);
  if (weekly) return due(spanOf(weekly), "* * 1");
  const rare = QUARTERLY.exec(text) ?? YEARLY.exec(text);
  return rare && due(spanOf(rare), QUARTERLY.test(text) ? "1 */3 *" : "1 1 *");
};

const touches = (text: string, from: number, to: number): boolean => /^[\s,]*$/.test(text.slice(from, to));

/** The times of day that belong to the days: those that say so by themselves, and bare hours beside them. */
const clocksFor = (text: string, due: Span): Clock[] => {
  const end = due.index + due.length;
  const around = text.slice(0, due.index) + " ".repeat(due.length) + text.slice(end);
  const found = findClocks(around).filter(
    (clock) =>
      !clock.isWeak ||
      touches(text, end, clock.index) ||
      touches(text, clock.index + clock.length, due.index),
  );
  const more: Clock[] = [];
  for (const clock of found)
    for (let last: Clock | null = clock; last; ) {
      const next = readAnotherHour(text, last.index + last.length, (word) =>
        Object.hasOwn(RECORD_NOUNS, word),
      );
      const isKnown =
        next && found.some(({ index }) => index >= next.index && index < next.index + next.length);
      last = isKnown ? null : next;
      if (last) more.push(last);
    }
  return [...found, ...more];
};

const cut = (text: string, spans: readonly Span[]): string =>
  [...spans]
    .sort((left, right) => right.index - left.index)
    .reduce((rest, { index, length }) => `${rest.slice(0, index)} ${rest.slice(index + length)}`, text);

const two = (value: number): string => String(value).padStart(2, "0");

const settle = (text: string, due: Due): ScheduleRead => {
  const clocks = clocksFor(text, due);
  // What the part of the day says holds for hours that say nothing of it themselves.
  const times = clocks.map(({ hour, minute }) => ({
    hour: due.isLate && hour > 0 && hour < 12 ? hour + 12 : hour,
    minute,
  }));
  const [first = { hour: due.hour, minute: 0 }] = times;
  const alike = times.filter(({ minute }) => minute === first.minute);
  const left = times.filter(({ minute }) => minute !== first.minute);
  const hours = [...new Set([first, ...alike].map(({ hour }) => hour))].sort((one, other) => one - other);
  const ends = [...clocks, due].map(({ index, length }) => index + length);
  const zones = ends.map((end) => ({ end, ...readZone(text.slice(end)) }));
  const { zone, unknown, said, end } = zones.find((read) => read.said !== "") ?? {
    zone: "UTC",
    unknown: null,
    said: "",
    end: 0,
  };
  return {
    rest: cut(text, [due, ...clocks, { index: end, length: said.length }]),
    schedule: { cron: `${first.minute} ${hours.join(",")} ${due.days}`, timezone: zone },
    notes: [
      ...(unknown === null ? [] : [`The time zone "${unknown}" is not known: the schedule is in UTC.`]),
      ...left.map(
        ({ hour, minute }) =>
          `It does not run at ${two(hour)}:${two(minute)} too: a schedule's times share their minutes.`,
      ),
    ],
  };
};

const WITHIN = wholeWords(PHRASES.within);
const clockHour = (hour: string | undefined, half: string | undefined): number => {
  const given = Number(hour) % 24;
  return /^p/i.test(half ?? "") && given < 12 ? given + 12 : given;
};

/** "every 15 minutes on weekdays between 9 and 17": as cron writes it; null where it cannot. */
const withinDays = (text: string, minutes: number): { cron: string; spans: Span[] } | null => {
  const days = readDays(text);
  const within = WITHIN.exec(text);
  if (!days && !within) return null;
  const minute = minutes < 60 && 60 % minutes === 0 ? `*/${minutes}` : minutes % 60 === 0 ? "0" : null;
  const step = minutes < 60 ? 1 : minutes / 60;
  if (minute === null || step >= 24 || 24 % step !== 0) return null;
  const from = clockHour(within?.[1], within?.[2]);
  const to = clockHour(within?.[3], within?.[4]) - (minutes < 60 ? 1 : 0);
  if (within && from >= to) return null;
  const hours = within ? `${from}-${to}` : "*";
  return {
    cron: `${minute} ${step === 1 ? hours : `${hours}/${step}`} * * ${days?.days ?? "*"}`,
    spans: [...(days ? [days] : []), ...(within ? [spanOf(within)] : [])],
  };
};

/** How often a flow runs that was asked to run more often. */
const SLOWED = "It runs every 5 minutes: no flow runs more often.";
/** "every other Monday": days of every second week are no schedule. */
const SKIPS = wholeWords(PHRASES.skips);

/** Takes what is said of when out of the sentence. */
export const readSchedule = (prompt: string): ScheduleRead => {
  const skips = SKIPS.exec(prompt);
  if (skips)
    return {
      rest: cut(prompt, [spanOf(skips)]),
      schedule: null,
      notes: [`No schedule can say "${skips[0]}": give the flow one of its own.`],
    };
  const interval = readInterval(prompt);
  if (!interval) {
    const due = readDue(prompt);
    return due ? settle(prompt, due) : { rest: prompt, schedule: null, notes: [] };
  }
  const notes = interval.isSlowed ? [SLOWED] : [];
  const isOften = interval.minutes < 24 * 60;
  const timed = isOften ? settleTimes(prompt, interval) : null;
  if (timed) return timed;
  const within = isOften ? withinDays(prompt, interval.minutes) : null;
  const schedule: Schedule = within ? { cron: within.cron, timezone: "UTC" } : { every: interval.every };
  return { rest: cut(prompt, [interval, ...(within?.spans ?? [])]), schedule, notes };
};

/** "twice a day, at 8 and 20": the times are said. */
const settleTimes = (text: string, interval: Span): ScheduleRead | null => {
  const clocks = WITHIN.test(text) ? [] : clocksFor(text, interval);
  return clocks.length > 1
    ? settle(text, {
        ...interval,
        days: `* * ${readDays(text)?.days ?? "*"}`,
        hour: DEFAULT_HOUR,
        isLate: false,
      })
    : null;
};
