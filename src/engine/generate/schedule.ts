/** "every day at 6", "hourly", "jeden Montag um 9". */
import { intervalMs, type Schedule } from "../../contract/schedule.ts";

const EVERY =
  "(?:every|each|once (?:an?|every|per)|jede[nrs]?|alle|chaque|toutes les|tous les|cada|ogni|elke?)";
const UNITS: readonly (readonly [RegExp, "m" | "h" | "d"])[] = [
  [/^(?:min)/i, "m"],
  [/^(?:h|stund|ora|uur|ore)/i, "h"],
  [/^(?:d|t|j|g)/i, "d"],
];
const UNIT =
  "(min(?:ute)?[ns]?|minutos?|minuti|minuten|hours?|hrs?|stunden?|heures?|horas?|or[ae]|uur|days?|tage?n?|jours?|d[ií]as?|giorn[oi]|dag(?:en)?)";
const AT =
  "(?:\\s*,?\\s*(?:at|um|à|a las?|alle|om)\\s+(\\d{1,2})(?:[:.h](\\d{2}))?\\s*(am|pm|uhr|h|o'clock)?)";
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
  const shift =
    /^pm$/i.test(half ?? "") && given < 12 ? 12 : /^am$/i.test(half ?? "") && given === 12 ? -12 : 0;
  return `${Number(minute ?? 0)} ${Math.min(23, given + shift)}`;
};

const cron = (time: string, weekday: string): Schedule => ({
  cron: `${time} * * ${weekday}`,
  timezone: "UTC",
});

type Read = (groups: readonly (string | undefined)[]) => Schedule | null;

const RULES: readonly (readonly [RegExp, Read])[] = [
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
  [
    rule(`${EVERY} (\\d{1,4}) ?${UNIT}`),
    ([count = "", unit = ""]) => {
      const letter = UNITS.find(([name]) => name.test(unit))?.[1] ?? "h";
      const every = `${Number(count)}${letter}`;
      const length = intervalMs(every);
      return length === null ? null : { every: length < MIN_INTERVAL_MS ? "5m" : every };
    },
  ],
  [rule(`${EVERY} (?:minute|few minutes)`), () => ({ every: "5m" })],
];

/** Takes what is said of when out of the sentence. */
export const readSchedule = (
  prompt: string,
): { readonly rest: string; readonly schedule: Schedule | null } => {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(prompt);
    const schedule = match ? read(match.slice(1)) : null;
    if (match && schedule) return { rest: prompt.replace(match[0], " "), schedule };
  }
  return { rest: prompt, schedule: null };
};
