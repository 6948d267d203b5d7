/** "every day at 6", "hourly", "jeden Montag um 9". */
import { intervalMs, type Schedule } from "../../contract/schedule.ts";
import { readZone } from "./timezones.ts";

const EVERY =
  "(?:every|each|once (?:an?|every|per)|jede[nrs]?|alle|chaque|toutes les|tous les|cada|ogni|elke?)";
const UNITS: readonly (readonly [RegExp, "m" | "h" | "d" | "w"])[] = [
  [/^(?:w|sem|sett)/i, "w"],
  [/^(?:min)/i, "m"],
  [/^(?:h|stund|ora|uur|ore)/i, "h"],
  [/^(?:d|t|j|g)/i, "d"],
];
const UNIT =
  "(min(?:ute)?[ns]?|minutos?|minuti|minuten|hours?|hrs?|stunden?|heures?|horas?|or[ae]|uur|days?|tage?n?|jours?|d[ií]as?|giorn[oi]|dag(?:en)?|weeks?|wochen?|semaines?|semanas?|settiman[ae])";
const AT =
  "(?:\\s*,?\\s*(?:(?:at|um|à|a las?|alle|om)\\s+|(?=\\d{1,2}(?::\\d{2}|\\s*(?:[ap]\\.?m|uhr)(?!\\p{L}))))(\\d{1,2})(?:[:.h](\\d{2}))?\\s*([ap]\\.?m\\b\\.?|uhr|h|o'clock)?)";
/** Said before the day: "at 8 am every day". */
const TIME_ALONE =
  /(?<!\p{L})(?:at|um|à|a las?|alle|om)\s+(\d{1,2})(?:(?:[:.h](\d{2}))\s*([ap]\.?m\b\.?|uhr|h|o'clock)?|()\s*([ap]\.?m\b\.?|uhr|o'clock))/iu;
const DAYS =
  "(mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|weekdays?|werktags?)";
const DAY_NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/^(?:mon|lun)/i, "1"],
  [/^(?:tue|die|mardi|martes)/i, "2"],
  [/^(?:wed|mit|mer|mié)/i, "3"],
  [/^(?:thu|don|jeu|jue)/i, "4"],
  [/^(?:fri|fre|ven|vie)/i, "5"],
  [/^(?:sat|sam|sáb)/i, "6"],
  [/^(?:sun|son|dim|dom)/i, "0"],
  [/^(?:week|werk)/i, "1-5"],
];
/** A shorter interval than this is not what a page is looked at in, whatever the plan allows. */
const MIN_INTERVAL_MS = 300_000;
const DEFAULT_HOUR = "6";

const rule = (source: string): RegExp => new RegExp(`(?<!\\p{L})${source}(?!\\p{L})`, "iu");

const timeOf = (hour: string | undefined, minute: string | undefined, half: string | undefined): string => {
  const given = Number(hour ?? DEFAULT_HOUR);
  const shift = /^p/i.test(half ?? "") && given < 12 ? 12 : /^a/i.test(half ?? "") && given === 12 ? -12 : 0;
  return `${Number(minute ?? 0)} ${Math.min(23, given + shift)}`;
};

const cron = (time: string, weekday: string): Schedule => ({
  cron: `${time} * * ${weekday}`,
  timezone: "UTC",
});

const every = (count: number, letter: "m" | "h" | "d" | "w"): Schedule | null => {
  const text = letter === "w" ? `${count * 7}d` : `${count}${letter}`;
  const length = intervalMs(text);
  return length === null ? null : { every: length < MIN_INTERVAL_MS ? "5m" : text };
};

const TIMES: readonly (readonly [RegExp, number])[] = [
  [/^(?:twice|two|2|zwei|deux|dos|due)/i, 2],
  [/^(?:three|3|drei|trois|tres|tre)/i, 3],
  [/^(?:four|4|vier|quatre|cuatro)/i, 4],
  [/^(?:six|6|sechs|seis)/i, 6],
];
const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, six: 6, other: 2, second: 2 };

type Read = (groups: readonly (string | undefined)[]) => Schedule | null;

const RULES: readonly (readonly [RegExp, Read])[] = [
  [
    rule(
      "(twice|(?:two|three|four|six|[2346]) times|zweimal|dreimal|viermal|deux fois|trois fois|dos veces|tres veces|due volte|tre volte) (?:an?|per|each|every|am|pro|par|al|a la) (day|hour|tag|stunde|jour|heure|d[ií]a|hora|giorno|ora|week)",
    ),
    ([times = "", unit = ""]) => {
      const count = TIMES.find(([name]) => name.test(times))?.[1] ?? 2;
      const hours = /^w/i.test(unit) ? 168 : /^(?:d|t|j|g)/i.test(unit) ? 24 : 1;
      const minutes = (hours * 60) / count;
      return minutes % 60 === 0 ? every(minutes / 60, "h") : every(minutes, "m");
    },
  ],
  [
    rule(`${EVERY} (\\d{1,4}|two|three|four|six|other|second) ?${UNIT}`),
    ([count = "", unit = ""]) =>
      every(
        COUNTS[count.toLowerCase()] ?? Number(count),
        UNITS.find(([name]) => name.test(unit))?.[1] ?? "h",
      ),
  ],
  [rule("(?:fortnightly|every fortnight)"), () => every(14, "d")],
  [
    rule(`(?:${EVERY} |on )${DAYS}${AT}?`),
    ([day = "", ...time]) =>
      cron(timeOf(time[0], time[1], time[2]), DAY_NUMBERS.find(([name]) => name.test(day))?.[1] ?? "*"),
  ],
  [
    rule(
      `(?:daily|(?:${EVERY}) (?:day|tag|jour|d[ií]a|giorno|dag|morning)|täglich|quotidiennement|diariamente|a diario|tous les jours|todos los d[ií]as|tutti i giorni|dagelijks)${AT}?`,
    ),
    (time) => cron(timeOf(time[0], time[1], time[2]), "*"),
  ],
  [
    rule(
      `(?:weekly|once a week|${EVERY} (?:week|woche|semaine|semana|settimana)|wöchentlich|toutes les semaines)${AT}?`,
    ),
    (time) => cron(timeOf(time[0], time[1], time[2]), "1"),
  ],
  [
    rule(`(?:hourly|stündlich|toutes les heures|${EVERY} (?:hour|stunde|heure|hora|ora|uur))`),
    () => ({ every: "1h" }),
  ],
  [rule(`${EVERY} (?:minute|few minutes)`), () => ({ every: "5m" })],
];

interface ScheduleRead {
  readonly rest: string;
  readonly schedule: Schedule | null;
  /** What the flow's owner must know. */
  readonly notes: readonly string[];
}

const cutAt = (text: string, index: number, length: number): string =>
  `${text.slice(0, index)} ${text.slice(index + length)}`;

/** A cron schedule at the time and in the zone that the sentence says, wherever it does. */
const settle = (
  prompt: string,
  match: RegExpExecArray,
  schedule: Extract<Schedule, { cron: string }>,
): ScheduleRead => {
  const isTimed = /\d/.test(match[0]);
  const before = isTimed ? null : TIME_ALONE.exec(prompt);
  const time = before ?? match;
  const end = time.index + time[0].length;
  const { zone, unknown, said } = readZone(prompt.slice(end));
  const weekday = schedule.cron.split(" ").slice(2).join(" ");
  const cron = before ? `${timeOf(before[1], before[2], before[3] ?? before[5])} ${weekday}` : schedule.cron;
  const late = cutAt(prompt, time.index, time[0].length + said.length);
  return {
    rest: before ? late.replace(match[0], " ") : late,
    schedule: { cron, timezone: zone },
    notes: unknown === null ? [] : [`The time zone "${unknown}" is not known: the schedule is in UTC.`],
  };
};

/** Takes what is said of when out of the sentence. */
export const readSchedule = (prompt: string): ScheduleRead => {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(prompt);
    const schedule = match ? read(match.slice(1)) : null;
    if (!match || !schedule) continue;
    if ("cron" in schedule) return settle(prompt, match, schedule);
    return { rest: prompt.replace(match[0], " "), schedule, notes: [] };
  }
  return { rest: prompt, schedule: null, notes: [] };
};
