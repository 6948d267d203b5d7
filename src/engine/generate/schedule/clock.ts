/** Times of day as people say them: "8pm", "half past eight", "noon", "halb neun", "à 8h30", "午後8時半". */

export interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Where it stands in the sentence. */
  readonly index: number;
  readonly length: number;
  /** A bare number after "at": a time only beside the words that say how often. */
  readonly isWeak: boolean;
}

const HOURS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "one une? eins? una uma un'?",
    "two deux zwei dos duas due",
    "three trois drei tres três tre",
    "four quatre vier cuatro quatro quattro",
    "five cinq fünf cinco cinque",
    "six sechs seis sei",
    "seven sept sieben siete sete sette",
    "eight huit acht ocho oito otto",
    "nine neuf neun nueve nove",
    "ten dix zehn diez dez dieci",
    "eleven onze elf once undici",
    "twelve douze zwölf doce doze dodici",
  ].flatMap((names, index) => names.split(" ").map((name) => [name.replace(/\W+$/, ""), index + 1] as const)),
);
const HOUR = `(\\d{1,2}|${Object.keys(HOURS).join("|")})`;
const LEAD = "(?:at|@|um|gegen|à|vers|a\\s+las?|às|as|à|alle|all'|om|o|kl\\.?|в)\\s*";
/** Stands at the end of a time, before anything but a letter or a digit. */
const END = "(?![\\p{L}\\p{N}])";

const PM =
  "p\\.?m\\b\\.?|in the (?:afternoon|evening)|nachmittags?|am nachmittag|abends|am abend|du soir|le soir|de l['’]après-midi|de la tarde|da tarde|à tarde|di sera|della sera|del pomeriggio|'s (?:middags|avonds)|مساء[ًا]*|عصرا|вечера";
const AM =
  "a\\.?m\\b\\.?|in the morning|morgens|früh|vormittags?|am (?:morgen|vormittag)|du matin|le matin|de la mañana|da manhã|di mattina|del mattino|'s (?:ochtends|morgens)|صباح[ًا]*|утра";
const NIGHT = "at night|nachts|in der nacht|de la noche|da noite|à noite|di notte|du nuit|ليلا";
const PART = `(?:\\s*,?\\s*(${PM}|${AM}|${NIGHT}))?`;

const test = (source: string): RegExp => new RegExp(`^(?:${source})`, "iu");
const [IS_PM, IS_AM, IS_NIGHT] = [PM, AM, NIGHT].map(test) as [RegExp, RegExp, RegExp];

/** The hour of the day, given the part of the day that was said with it. */
const shift = (hour: number, part = ""): number => {
  if (IS_PM.test(part)) return hour < 12 ? hour + 12 : hour;
  if (IS_AM.test(part)) return hour === 12 ? 0 : hour;
  // Eleven at night is late, three at night is early.
  if (IS_NIGHT.test(part)) return hour === 12 ? 0 : hour > 5 && hour < 12 ? hour + 12 : hour;
  return hour;
};

type Groups = readonly (string | undefined)[];
type Time = readonly [hour: number, minute: number] | null;
interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => Time;
  readonly isWeak?: boolean;
}

const numberOf = (text: string | undefined): number => HOURS[text?.toLowerCase() ?? ""] ?? Number(text);
const at = (hour: string | undefined, minute: number, part?: string): Time => [
  shift(numberOf(hour), part),
  minute,
];
/** Before the full hour: half or a quarter. */
const before = (hour: string | undefined, minutes: number, part?: string): Time => {
  const whole = shift(numberOf(hour), part);
  return [(whole + 23) % 24, 60 - minutes];
};

/** In scripts that part words; a number at the start of a longer one is none. */
const spoken = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}:.,])(?:${LEAD})?${source}${END}`, "giu");
const written = (source: string): RegExp => new RegExp(source, "gu");

const FORMS: readonly Form[] = [
  {
    pattern: spoken(
      "(?:12\\s+)?(?:noon|midday|mittags?|midi|mediodía|mediodia|meio[- ]dia|mezzogiorno|middag|południe|полдень)",
    ),
    read: () => [12, 0],
  },
  {
    pattern: spoken(
      "(?:12\\s+)?(?:midnight|mitternachts?|minuit|medianoche|meia[- ]noite|mezzanotte|middernacht|północ|полночь)",
    ),
    read: () => [0, 0],
  },
  { pattern: written("正午|中午|정오|(?:عند )?(?:الظهر|ظهر[ًا]+)"), read: () => [12, 0] },
  { pattern: written("真夜中|午夜|半夜|자정|(?:عند )?منتصف الليل"), read: () => [0, 0] },
  { pattern: spoken(`half (?:past )?${HOUR}${PART}`), read: ([hour, part]) => at(hour, 30, part) },
  { pattern: spoken(`(?:a )?quarter past ${HOUR}${PART}`), read: ([hour, part]) => at(hour, 15, part) },
  { pattern: spoken(`(?:a )?quarter to ${HOUR}${PART}`), read: ([hour, part]) => before(hour, 15, part) },
  { pattern: spoken(`halb ${HOUR}(?: uhr)?${PART}`), read: ([hour, part]) => before(hour, 30, part) },
  { pattern: spoken(`viertel nach ${HOUR}(?: uhr)?${PART}`), read: ([hour, part]) => at(hour, 15, part) },
  { pattern: spoken(`viertel vor ${HOUR}(?: uhr)?${PART}`), read: ([hour, part]) => before(hour, 15, part) },
  {
    pattern: spoken(`${HOUR}(?:\\s*(?:h|heures?|horas?))?\\s+(?:et demie|y media|e meia|e mezz[ao])${PART}`),
    read: ([hour, part]) => at(hour, 30, part),
  },
  {
    pattern: spoken(`${HOUR}(?:\\s*(?:h|heures?|horas?))?\\s+(?:et quart|y cuarto|e un quarto)${PART}`),
    read: ([hour, part]) => at(hour, 15, part),
  },
  {
    pattern: spoken(
      `${HOUR}(?:\\s*(?:h|heures?|horas?))?\\s+(?:moins le quart|menos cuarto|meno un quarto)${PART}`,
    ),
    read: ([hour, part]) => before(hour, 15, part),
  },
  {
    pattern: spoken(`(\\d{1,2})(?::|\\s?h\\s?|\\s?uhr\\s)(\\d{2})(?:\\s*(?:uhr|h))?${PART}`),
    read: ([hour, minute, part]) => at(hour, Number(minute), part),
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])${LEAD}(\\d{1,2})\\.(\\d{2})(?:\\s*(?:uhr|h))?${PART}${END}`,
      "giu",
    ),
    read: ([hour, minute, part]) => at(hour, Number(minute), part),
  },
  {
    pattern: spoken(`${HOUR}\\s*(?:o['’]clock|uhr|heures?|часов|часа)${PART}`),
    read: ([hour, part]) => at(hour, 0, part),
  },
  { pattern: spoken(`${HOUR}\\s*(${PM}|${AM})`), read: ([hour, part]) => at(hour, 0, part) },
  {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${LEAD}${HOUR}\\s*(?:h|horas?|ore)${PART}${END}`, "giu"),
    read: ([hour, part]) => at(hour, 0, part),
  },
  {
    pattern: written(
      "(午前|朝|早朝|早上|上午|凌晨|오전|아침)?(\\d{1,2})(?:時|点|點|시)(?:(\\d{1,2})(?:分|분)|(半|반))?",
    ),
    read: ([, hour, minute, half]) => [Number(hour), half ? 30 : Number(minute ?? 0)],
  },
  {
    pattern: written("الساعة (\\d{1,2})(?::(\\d{2}))?(?: (صباح[ًا]*|مساء[ًا]*|ليلا|ظهر[ًا]*|عصرا))?"),
    read: ([hour, minute, part]) => at(hour, Number(minute ?? 0), part),
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])${LEAD}${HOUR}${PART}(?![\\p{L}\\p{N}.,]*\\p{N}|\\s?[%\\p{Sc}])${END}`,
      "giu",
    ),
    read: ([hour, part]) => at(hour, 0, part),
    isWeak: true,
  },
];

/** "午後8時": the part of the day stands before the hour. */
const LATE = /(?:午後|夕方|夜|晚上|下午|傍晚|오후|저녁|밤)\s*$/u;

const isTime = (time: Time): time is NonNullable<Time> =>
  time !== null && time[0] >= 0 && time[0] < 25 && time[1] >= 0 && time[1] < 60;

/** All that may be a time of day, in the order of the sentence; none overlaps another. */
export const findClocks = (text: string): Clock[] => {
  const found: Clock[] = [];
  for (const { pattern, read, isWeak = false } of FORMS)
    for (const match of text.matchAll(pattern)) {
      const { index } = match;
      const { length } = match[0];
      const time = read(match.slice(1));
      if (!isTime(time)) continue;
      if (found.some((known) => index < known.index + known.length && known.index < index + length)) continue;
      const late = LATE.exec(text.slice(0, index))?.[0].length ?? 0;
      const hour = late > 0 && time[0] < 12 ? time[0] + 12 : time[0];
      found.push({ hour: hour % 24, minute: time[1], index: index - late, length: length + late, isWeak });
    }
  return found.sort((left, right) => left.index - right.index);
};

const MORE = new RegExp(
  `^\\s*(?:,|and|und|et|y|e|&|と|和|و)\\s*(?:${LEAD})?${HOUR}${PART}(?![\\p{L}\\p{N}:%.]|\\s?\\p{Sc})`,
  "iu",
);

/** A second hour after a time: "at 8 and 18"; null where a number of something else follows. */
export const readAnotherHour = (
  text: string,
  from: number,
  isThing: (word: string) => boolean,
): Clock | null => {
  const match = MORE.exec(text.slice(from));
  if (!match) return null;
  const next = /^\s*(\p{L}+)/u.exec(text.slice(from + match[0].length))?.[1]?.toLowerCase();
  const hour = shift(numberOf(match[1]), match[2]);
  if (hour > 24 || (next !== undefined && isThing(next))) return null;
  return { hour: hour % 24, minute: 0, index: from, length: match[0].length, isWeak: false };
};
