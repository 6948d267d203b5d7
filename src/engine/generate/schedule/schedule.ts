/** When a flow runs: "every day at noon", "hourly", "jeden Montag um halb neun", "平日8時". */
import type { Schedule } from "../../../contract/flows/schedule.ts";
import { cut, endOf, type Span, spanOf } from "../sentence/grammar.ts";
import { type Clock, findClocks, readAnotherHour } from "./clock.ts";
import { DEFAULT_HOUR, type Due, readDue, readWeekdays, SKIPS, WITHIN } from "./days.ts";
import { readInterval } from "./intervals.ts";
import { readZone } from "./timezones.ts";

export interface ScheduleRead {
  /** The sentence without the schedule. */
  readonly rest: string;
  readonly schedule: Schedule | null;
  /** Notes for the flow's owner. */
  readonly notes: readonly string[];
}

/** The times of day for the days: explicit times, and bare hours next to the days. */
const clocksFor = (text: string, due: Span): Clock[] => {
  const around = text.slice(0, due.index) + " ".repeat(due.length) + text.slice(endOf(due));
  const touches = (from: number, to: number): boolean => /^[\s,]*$/.test(text.slice(from, to));
  const found = findClocks(around).filter(
    (clock) => !clock.isWeak || touches(endOf(due), clock.index) || touches(endOf(clock), due.index),
  );
  for (const clock of found) {
    const next = readAnotherHour(text, endOf(clock));
    if (next && !found.some(({ index }) => index >= next.index && index < endOf(next))) found.push(next);
  }
  return found;
};

const two = (value: number): string => String(value).padStart(2, "0");

const withHours = (
  text: string,
  due: Due,
  own: string | undefined,
  clocks = clocksFor(text, due),
): ScheduleRead => {
  // "every evening at 8": the part of the day makes it 20.
  const times = clocks.map(({ hour, minute }) => ({
    hour: due.isLate && hour > 0 && hour < 12 ? hour + 12 : hour,
    minute,
  }));
  const [{ minute } = { minute: 0 }] = times;
  const alike =
    times.length === 0 ? [due.hour] : times.filter((time) => time.minute === minute).map(({ hour }) => hour);
  const hours = [...new Set(alike)].sort((one, other) => one - other);
  const zones = [...clocks, due].map((span) => ({
    index: endOf(span),
    ...readZone(text.slice(endOf(span)), own),
  }));
  const named = zones.find(({ said }) => said !== "");
  const unknown = named?.unknown ?? null;
  return {
    rest: cut(text, [due, ...clocks, ...(named ? [{ index: named.index, length: named.said.length }] : [])]),
    schedule: { cron: `${minute} ${hours.join(",")} ${due.days}`, timezone: named?.zone ?? own ?? "UTC" },
    notes: [
      ...(unknown === null ? [] : [`The time zone "${unknown}" is not known: the schedule uses UTC.`]),
      ...times
        .filter((time) => time.minute !== minute)
        .map(
          (time) =>
            `It does not run at ${two(time.hour)}:${two(time.minute)} too: a schedule's times share their minutes.`,
        ),
    ],
  };
};

const clockHour = (hour: string | undefined, half = ""): number =>
  (Number(hour) % 12) + (/^p/i.test(half) || Number(hour) % 24 >= 12 ? 12 : 0);

/** "every 15 minutes on weekdays between 9 and 17" as cron; null if cron cannot express it. */
const withinDays = (text: string, minutes: number): { cron: string; spans: Span[] } | null => {
  const days = readWeekdays(text);
  const within = WITHIN.exec(text);
  if (!days && !within) return null;
  const minute = minutes < 60 && 60 % minutes === 0 ? `*/${minutes}` : minutes % 60 === 0 ? "0" : null;
  const step = minutes < 60 ? 1 : minutes / 60;
  if (minute === null || step >= 24 || 24 % step !== 0) return null;
  const { from, fromHalf, to, toHalf } = within?.groups ?? {};
  const first = clockHour(from, fromHalf);
  const last = clockHour(to, toHalf) - (minutes < 60 ? 1 : 0);
  if (within && first >= last) return null;
  const hours = within ? `${first}-${last}` : "*";
  return {
    cron: `${minute} ${step === 1 ? hours : `${hours}/${step}`} ${days?.days ?? "* * *"}`,
    spans: [...(days ? [days] : []), ...(within ? [spanOf(within)] : [])],
  };
};

/** Note for an interval below the minimum. */
const SLOWED = "It runs every 5 minutes, the shortest interval.";

/**
 * Extracts the schedule from the sentence.
 *
 * @param own the time zone of whoever wrote it; undefined if it is not known
 */
export const readSchedule = (prompt: string, own?: string): ScheduleRead => {
  const skips = SKIPS.exec(prompt);
  if (skips)
    return {
      rest: cut(prompt, [spanOf(skips)]),
      schedule: null,
      notes: [`"${skips[0]}" cannot be expressed as a schedule. Set the flow's schedule yourself.`],
    };
  const interval = readInterval(prompt);
  if (!interval) {
    const due = readDue(prompt);
    return due ? withHours(prompt, due, own) : { rest: prompt, schedule: null, notes: [] };
  }
  const isOften = interval.minutes < 24 * 60;
  // "twice a day, at 8 and 20": the times are given.
  const clocks = isOften && !WITHIN.test(prompt) ? clocksFor(prompt, interval) : [];
  if (clocks.length > 1) {
    const days = readWeekdays(prompt)?.days ?? "* * *";
    return withHours(prompt, { ...interval, days, hour: DEFAULT_HOUR, isLate: false }, own, clocks);
  }
  const within = isOften ? withinDays(prompt, interval.minutes) : null;
  return {
    rest: cut(prompt, [interval, ...(within?.spans ?? [])]),
    schedule: within ? { cron: within.cron, timezone: own ?? "UTC" } : { every: interval.every },
    notes: interval.isSlowed ? [SLOWED] : [],
  };
};
