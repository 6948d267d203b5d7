/** Days of the week as people name them, and which of them a sentence means. */
import { opening, readPhrases, wholeWords } from "../sentence/grammar.ts";
import vocabulary from "../vocabulary/days.json" with { type: "json" };

/** The names of the days from Sunday on, as cron counts them. */
const namesIn = (locale: string, weekday: "long" | "short"): string[] => {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 7 + day)).toLowerCase());
};

/** Slavic names end otherwise in other cases, and "segunda-feira" goes by its first word. */
const spokenForms = (name: string, locale: string): string => {
  const [first = ""] = name.split("-");
  return /^(?:pl|ru)$/.test(locale) && /[aeаея]$/u.test(first)
    ? `${first.slice(0, -1)}\\p{L}{1,2}`
    : `${first.replace("ì", "[ìi]")}(?:s|ам)?(?:-feiras?)?`;
};
/** Arabic names are said with and without their article, and with or without the sign on their alif. */
const unpartedForms = (name: string): string =>
  name
    .replace("曜日", "曜日?")
    .replace(/^ال/u, "(?:ال)?")
    .replace(/[اأإ](?=\p{L}{2})/u, "[اأإ]");

const SPOKEN = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru"].map((locale) =>
  namesIn(locale, "long").map((name) => spokenForms(name, locale)),
);
const UNPARTED = [
  ...["ja", "zh", "ko", "ar"].map((locale) => namesIn(locale, "long")),
  ...["zh", "zh-Hant"].map((locale) => namesIn(locale, "short")),
].map((names) => names.map(unpartedForms));
const SHORT = namesIn("en", "short");
const ALSO: Readonly<Record<string, string>> = vocabulary.also;

/** What each day is called, from Sunday on. */
const DAYS = SHORT.map((short, day) => ({
  spoken: [...SPOKEN.map((names) => names[day]), short, ...(ALSO[day] === undefined ? [] : [ALSO[day]])].join(
    "|",
  ),
  unparted: [...UNPARTED.map((names) => names[day]), ...(day === 0 ? [vocabulary.alsoSunday] : [])].join("|"),
}));
const shared = {
  named: `(?:${DAYS.map(({ spoken }) => spoken).join("|")})(?!\\p{L})`,
  unparted: `(?:${DAYS.map(({ unparted }) => unparted).join("|")})`,
  /** Days that say by their ending that all of them are meant. */
  habit: [...namesIn("en", "long"), ...namesIn("de", "long")].map((name) => `${name}s`).join("|"),
};
const { phrases: PHRASES } = readPhrases(vocabulary.weekdays, shared);

/** Things that were done on a day are not done every week. */
const DONE = new RegExp(PHRASES.done, "iu");

export interface DaysRead {
  /** As cron writes them: `1,4`, `1-5`, `0,6`. */
  readonly days: string;
  readonly index: number;
  readonly length: number;
}

const DAY = new RegExp(`(?<!\\p{L})${shared.named}|${shared.unparted}`, "giu");
const IS_DAY = DAYS.map(({ spoken, unparted }) => new RegExp(`^(?:${spoken}|${unparted})$`, "iu"));

const dayNumbers = (text: string): number[] =>
  [...text.matchAll(DAY)].flatMap(([said]) => {
    const day = IS_DAY.findIndex((pattern) => pattern.test(said));
    return day < 0 ? [] : [day];
  });

const rangeOf = (text: string): string | null => {
  const [from, to] = dayNumbers(text);
  if (from === undefined || to === undefined) return null;
  const days: number[] = [];
  for (let day = from; ; day = (day + 1) % 7) {
    days.push(day);
    if (day === to || days.length === 7) break;
  }
  return listOf(days);
};

const listOf = (days: readonly number[]): string | null => {
  const sorted = [...new Set(days)].sort((left, right) => left - right);
  if (sorted.length === 0) return null;
  const isRun = sorted.length > 2 && sorted.every((day, index) => day === (sorted[0] ?? 0) + index);
  return isRun ? `${sorted[0]}-${sorted.at(-1)}` : sorted.join(",");
};

type Rule = readonly [pattern: RegExp, read: (text: string) => string | null];
const named = (text: string): string | null => listOf(dayNumbers(text));
const RULES: readonly Rule[] = [
  [opening(`(?:${PHRASES.range})(?!\\p{L})`, PHRASES.rangeUnparted), rangeOf],
  [wholeWords(PHRASES.business, PHRASES.businessUnparted), () => "1-5"],
  [wholeWords(PHRASES.weekend, PHRASES.weekendUnparted), () => "0,6"],
  [wholeWords(`${PHRASES.before}\\s+${PHRASES.list}|${PHRASES.habits}`, PHRASES.listUnparted), named],
];

/** The days of the week on which something is to be done; null where none are named. */
export const readDays = (text: string): DaysRead | null => {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(text);
    const days = match ? read(match[0]) : null;
    if (!match || days === null || DONE.test(text.slice(0, match.index))) continue;
    return { days, index: match.index, length: match[0].length };
  }
  return null;
};
