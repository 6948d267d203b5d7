/** Dates as pages write them, in several languages. What can be read in two ways is null. */

export interface DateReading {
  readonly language: string;
  /** Milliseconds since the epoch: what "3 days ago" counts from. */
  readonly now: number;
}

/** A moment, in UTC where the text names no zone. */
interface Moment {
  readonly ms: number;
  readonly hasTime: boolean;
}

const LANGUAGES = [
  "en",
  "de",
  "fr",
  "es",
  "it",
  "pt",
  "nl",
  "sv",
  "da",
  "nb",
  "fi",
  "pl",
  "cs",
  "ru",
  "uk",
  "tr",
  "ro",
  "hu",
  "el",
  "ca",
  "bg",
];

const fold = (word: string): string =>
  word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "");

/** Month names in all `LANGUAGES`; a word that means two months is left out. */
const listMonths = (): ReadonlyMap<string, number> => {
  const months = new Map<string, number>();
  const clashes = new Set<string>();
  for (const language of LANGUAGES)
    for (const month of ["long", "short"] as const)
      for (const options of [{ month }, { month, day: "numeric" as const }]) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
        for (let index = 0; index < 12; index++) {
          const parts = format.formatToParts(Date.UTC(2024, index, 15));
          const word = fold(parts.find(({ type }) => type === "month")?.value ?? "");
          if (!/^\p{L}{3,}$/u.test(word)) continue;
          if ((months.get(word) ?? index) !== index) clashes.add(word);
          months.set(word, index);
        }
      }
  for (const word of clashes) months.delete(word);
  return months;
};
let knownMonths: ReadonlyMap<string, number> | undefined;
const monthOf = (word: string): number | undefined => {
  knownMonths ??= listMonths();
  return knownMonths.get(fold(word));
};

type Unit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";
const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  second: "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondo secondi",
  minute:
    "min mins minute minutes minuten minuto minutos minuti minuut minuter minutter minut minuty minuta минут минуты минуту хвилин dakika",
  hour: "h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren timme timmar time timer godzin godziny godzine hodin hodinami часов часа час годин saat",
  day: "d day days tag tage tagen jour jours dia dias giorno giorni dag dagen dage dager dagar dni dniami dnem dny paiva paivaa дней дня день днів gun nap napja",
  week: "w wk week weeks woche wochen semaine semaines semana semanas settimana settimane weken vecka veckor uge uger uke uker tygodnie tygodni tydnem tydny недели неделю недель hafta",
  month:
    "mo month months monat monate monaten mois mes meses mese mesi maand maanden manad manader maned maneder miesiace miesiecy mesicem mesici месяц месяца месяцев ay",
  year: "y yr yrs year years jahr jahre jahren an ans annee annees ano anos anno anni jaar ar lata rokem lety года год лет yil",
};
const UNITS: ReadonlyMap<string, Unit> = new Map(
  Object.entries(UNIT_WORDS).flatMap(([unit, words]) =>
    words.split(" ").map((word) => [word, unit as Unit] as const),
  ),
);
const UNIT_MS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };
const ONE = "an?|one|eine[mnr]?|une?|un|una|uno|um|uma|een";
const AGO = [
  new RegExp(`(?<!\\p{L})(?:vor|il y a|hace|ha|pred|przed|acum)\\s+(\\d{1,4}|${ONE})\\s+(\\p{L}+)`, "u"),
  new RegExp(
    `(?<![\\p{L}\\d])(\\d{1,4}|${ONE})\\s*(\\p{L}+)\\s+(?:ago|fa|geleden|atras|zuvor|sedan|siden|sitten|temu|назад|тому|once|ezelott)(?!\\p{L})`,
    "u",
  ),
];
const EAST_ASIAN_AGO =
  /(\d{1,4})\s*(秒|分钟|分鐘|分|小时|小時|時間|시간|天|日|일|週間|周|週|주|か月|ヶ月|个月|個月|개월|年|년)\s*(?:前|전)/u;
const EAST_ASIAN_UNITS: ReadonlyMap<string, Unit> = new Map([
  ..."秒".split(" ").map((word) => [word, "second"] as const),
  ..."分 分钟 分鐘".split(" ").map((word) => [word, "minute"] as const),
  ..."小时 小時 時間 시간".split(" ").map((word) => [word, "hour"] as const),
  ..."天 日 일".split(" ").map((word) => [word, "day"] as const),
  ..."週間 周 週 주".split(" ").map((word) => [word, "week"] as const),
  ..."か月 ヶ月 个月 個月 개월".split(" ").map((word) => [word, "month"] as const),
  ..."年 년".split(" ").map((word) => [word, "year"] as const),
]);
const DAY_WORDS: ReadonlyMap<string, number> = new Map([
  ..."today heute aujourd'hui hoy oggi hoje vandaag idag dzis dzisiaj dnes сегодня сьогодні bugun 今日 今天 오늘"
    .split(" ")
    .map((word) => [word, 0] as const),
  ..."yesterday gestern hier ayer ieri ontem gisteren igar wczoraj vcera вчера вчора dun 昨日 昨天 어제"
    .split(" ")
    .map((word) => [word, 1] as const),
]);

const readRelative = (text: string, now: number): Moment | null => {
  const folded = fold(text);
  if (/^just now$/.test(folded)) return { ms: now, hasTime: true };
  const days = DAY_WORDS.get(folded);
  if (days !== undefined) return { ms: now - days * UNIT_MS.day, hasTime: false };
  const eastern = EAST_ASIAN_AGO.exec(folded.normalize("NFC"));
  const match = eastern ?? AGO.map((pattern) => pattern.exec(folded)).find((found) => found !== null);
  const unit = UNITS.get(match?.[2] ?? "") ?? EAST_ASIAN_UNITS.get(match?.[2] ?? "");
  if (!match || !unit) return null;
  const amount = /^\d/.test(match[1] ?? "") ? Number(match[1]) : 1;
  if (unit !== "month" && unit !== "year")
    return { ms: now - amount * UNIT_MS[unit], hasTime: UNIT_MS[unit] < UNIT_MS.day };
  const then = new Date(now);
  const day = then.getUTCDate();
  then.setUTCMonth(then.getUTCMonth() - amount * (unit === "year" ? 12 : 1));
  // 31 March less one month is the last of February, not the third of March.
  if (then.getUTCDate() !== day) then.setUTCDate(0);
  return { ms: then.getTime(), hasTime: false };
};

interface Calendar {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Text after the date, where a time of day may stand. */
  readonly rest: string;
}

const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g;
const EAST_ASIAN = /(?<!\d)(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]/g;
const DOTTED = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d.]\d)/g;
const SLASHED = /(?<![\d/-])(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\d)/g;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]+(?:de\s+|of\s+)?(\p{L}{3,})\.?,?[\s-]+(?:de\s+|del\s+)?(\d{4})(?!\d)/gu;
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/gu;

/** Hungarian, and lists that sort by their text. */
const YEAR_FIRST = /(?<!\d)(\d{4})\.?,?\s+(\p{L}{3,})\.?\s+(\d{1,2})(?!\d)/gu;

type Reader = (
  match: RegExpMatchArray,
  language: string,
) => readonly [year: number, month: number, day: number] | null;

/** 3/4/2024 is March in the United States and April nearly everywhere else. */
const readSlashed: Reader = (match, language) => {
  const [first, second, year] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (first > 12 || first === second) return [year, second - 1, first];
  if (second > 12 || /^en-us$/i.test(language)) return [year, first - 1, second];
  return language === "" || /^en(-ca)?$/i.test(language) ? null : [year, second - 1, first];
};

const readNamed =
  (monthAt: number, dayAt: number): Reader =>
  (match) => {
    const month = monthOf(match[monthAt] ?? "");
    return month === undefined ? null : [Number(match[3]), month, Number(match[dayAt])];
  };

const readYearFirst: Reader = (match) => {
  const month = monthOf(match[2] ?? "");
  return month === undefined ? null : [Number(match[1]), month, Number(match[3])];
};

const readIso: Reader = (match) => [Number(match[1]), Number(match[2]) - 1, Number(match[3])];

const FORMS: readonly (readonly [RegExp, Reader])[] = [
  [ISO, readIso],
  [EAST_ASIAN, readIso],
  [
    DOTTED,
    (match) => [
      Number(match[3]) + ((match[3] ?? "").length === 2 ? 2_000 : 0),
      Number(match[2]) - 1,
      Number(match[1]),
    ],
  ],
  [SLASHED, readSlashed],
  [DAY_FIRST, readNamed(2, 1)],
  [MONTH_FIRST, readNamed(1, 2)],
  [YEAR_FIRST, readYearFirst],
];

const isReal = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month, day));
  return year >= 1_000 && date.getUTCMonth() === month && date.getUTCDate() === day;
};

/** The one calendar date in a text. */
const readCalendar = (text: string, language: string): Calendar | null => {
  const found: Calendar[] = [];
  for (const [form, read] of FORMS)
    for (const match of text.matchAll(form)) {
      const [year, month, day] = read(match, language) ?? [0, 0, 0];
      if (isReal(year, month, day))
        found.push({ year, month, day, rest: text.slice(match.index + match[0].length) });
    }
  const days = new Set(found.map(({ year, month, day }) => `${year}-${month}-${day}`));
  return days.size === 1 ? (found[0] ?? null) : null;
};

const TIME =
  /^[\sT,]*(?:at|um|à|a las|alle|,|-|–|om)?\s*(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?\s*(?:Uhr\s*)?(Z|UTC|GMT)?\s*([+-]\d{2}:?\d{2})?/i;

/** Milliseconds into the day (UTC) of the time that follows a date, or null where none does. */
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

const readCalendarDay = (
  text: string,
  { language, now }: DateReading,
): { day: string; moment: Moment } | null => {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > MAX_LENGTH) return null;
  const calendar = readCalendar(trimmed, language);
  if (calendar) {
    const midnight = Date.UTC(calendar.year, calendar.month, calendar.day);
    const time = readTime(calendar.rest);
    const moment = { ms: midnight + (time ?? 0), hasTime: time !== null };
    return { day: new Date(midnight).toISOString().slice(0, 10), moment };
  }
  const epoch = /^(\d{10})(\d{3})?$/.exec(trimmed);
  const moment = epoch
    ? { ms: Number(trimmed) * (epoch[2] ? 1 : 1_000), hasTime: true }
    : readRelative(trimmed, now);
  return moment && { day: new Date(moment.ms).toISOString().slice(0, 10), moment };
};

/** The one date in a text as `2024-01-31` (the day as it is written, whatever the zone), or null. */
export const parseDate = (text: string, reading: DateReading): string | null =>
  readCalendarDay(text, reading)?.day ?? null;

/** The one moment in a text as ISO 8601 in UTC, or null; a date alone is its midnight. */
export const parseDateTime = (text: string, reading: DateReading): string | null => {
  const found = readCalendarDay(text, reading);
  if (!found) return null;
  return found.moment.hasTime ? new Date(found.moment.ms).toISOString() : `${found.day}T00:00:00.000Z`;
};
