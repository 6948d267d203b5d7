/** How often, where no time of day is meant: "every 15 minutes", "twice a day", "stündlich". */
import { intervalMs } from "../../../contract/interval.ts";

/** Policy as data. "every" in languages that part words. */
export const EVERY =
  "(?:every|each|once (?:an?|every|per)|jede[nrsm]?|alle|chaque|toutes les|tous les|(?:a )?cada|tod[oa]s? (?:los|las|os|as|[oa])|tod[oa]|ogni|tutti i|tutte le|elke?|iedere?|om de|co|каждые|каждый|каждую|каждое)";

type Letter = "m" | "h" | "d" | "w";
const UNITS: readonly (readonly [RegExp, Letter])[] = [
  [/^(?:w|sem|sett|周|週|星期|주|أسبوع|أسابيع|нед)/i, "w"],
  [/^(?:min|分|분|دقيقة|دقائق|мин)/i, "m"],
  [/^(?:h|stund|ora|uur|ore|小时|小時|時間|시간|ساع|час)/i, "h"],
  [/^(?:d|t|j|g|天|日|일|يوم|أيام|дн|день)/i, "d"],
];
const UNIT =
  "(min(?:ute)?[ns]?|minutos?|minuti|minuten|минут[уы]?|hours?|hrs?|h|m|stunden?|heures?|horas?|or[ae]|uur|час(?:а|ов)?|days?|d|tage?n?|jours?|d[ií]as?|giorn[oi]|dag(?:en)?|дн(?:я|ей)|weeks?|wochen?|semaines?|semanas?|settiman[ae]|недел[юи])";
const COUNTS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    "two zwei deux dos duas dois due twee other second couple",
    "three drei trois tres três tre drie",
    "four vier quatre cuatro quatro quattro",
    "five fünf cinq cinco cinque",
    "six sechs six seis sei",
  ].flatMap((words, index) => words.split(" ").map((word) => [word, index + 2] as const)),
);
const MORE_COUNTS: Readonly<Record<string, number>> = {
  ...COUNTS,
  eight: 8,
  acht: 8,
  huit: 8,
  ocho: 8,
  ten: 10,
  zehn: 10,
  dix: 10,
  diez: 10,
  dez: 10,
  dieci: 10,
  twelve: 12,
  zwölf: 12,
  douze: 12,
  doce: 12,
  fifteen: 15,
  fünfzehn: 15,
  quinze: 15,
  quince: 15,
  quindici: 15,
  twenty: 20,
  zwanzig: 20,
  thirty: 30,
  dreißig: 30,
  trente: 30,
  treinta: 30,
  trinta: 30,
  trenta: 30,
};
const UNPARTED: Readonly<Record<string, number>> = { 二: 2, 两: 2, 三: 3, 四: 4, 六: 6, 두: 2, 세: 3, 네: 4 };
const COUNT = `(?:a )?(\\d{1,4}|${Object.keys(MORE_COUNTS).join("|")})(?: of)?`;
const SECONDS = "(?:seconds?|secs?|sekunden?|secondes?|segundos?|secondi)";

/** A shorter interval than this is not what a page is looked at in, whatever the plan allows. */
const MIN_INTERVAL_MS = 300_000;
const SHORTEST = "5m";

export interface Interval {
  /** As a schedule writes it. */
  readonly every: string;
  /** The same in minutes. */
  readonly minutes: number;
  /** More often was asked for than a flow runs. */
  readonly isSlowed: boolean;
  readonly index: number;
  readonly length: number;
}

type Groups = readonly (string | undefined)[];
type Rule = readonly [pattern: RegExp, read: (groups: Groups) => string | null];

const parted = (source: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, "iu");
const unitOf = (text = ""): Letter => UNITS.find(([name]) => name.test(text))?.[1] ?? "h";
const countOf = (text = ""): number => MORE_COUNTS[text.toLowerCase()] ?? Number(text);
const write = (count: number, letter: Letter): string =>
  letter === "w" ? `${count * 7}d` : `${count}${letter}`;

const TIMES = "(?:times|mal|fois|veces|vezes|volte|keer)";
const PER = "(?:an?|per|each|every|am|pro|par|al|ao|por|a la|na|alla|in der|täglich|op een)";
const PERIOD =
  "(day|hour|week|tag|stunde|woche|jour|heure|semaine|d[ií]a|hora|semana|giorno|ora|settimana|dag|uur)";

const perPeriod = (count: number, period = ""): string | null => {
  const letter = unitOf(period);
  const hours = letter === "w" ? 168 : letter === "d" ? 24 : 1;
  const minutes = Math.floor((hours * 60) / count);
  if (count < 2 || minutes < 1) return null;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
};

const RULES: readonly Rule[] = [
  [
    parted(`(?:(twice|zweimal|dreimal|viermal)|${COUNT}\\s?${TIMES}|${COUNT}x)\\s+${PER}\\s+${PERIOD}`),
    ([adverb, count, times, period]) =>
      perPeriod(
        adverb ? ({ dreimal: 3, viermal: 4 }[adverb.toLowerCase()] ?? 2) : countOf(count ?? times),
        period,
      ),
  ],
  [
    parted("(zweimal|dreimal|viermal) (täglich|stündlich|wöchentlich)"),
    ([adverb = "", period = ""]) =>
      perPeriod({ dreimal: 3, viermal: 4 }[adverb.toLowerCase()] ?? 2, period.replace("täglich", "tag")),
  ],
  [
    /(?:毎日|1日に?|每天|하루에? ?)\s*([\d二两三四六두세네]{1,2})(?:回|次|번)/u,
    ([count = ""]) => perPeriod(UNPARTED[count] ?? Number(count), "day"),
  ],
  [/مرتين (?:في اليوم|يوميا)/u, () => "12h"],
  [
    parted(
      `${EVERY} (?:half|halbe) (?:an? )?(?:hour|stunde)|half-?hourly|halbstündlich|toutes les demi-heures|(?:a )?cada media hora|a cada meia hora|ogni mezz['’]ora|elk half uur`,
    ),
    () => "30m",
  ],
  [
    parted(
      `${EVERY} quarter (?:of an )?hour|jede viertelstunde|viertelstündlich|tous les quarts d['’]heure|cada cuarto de hora`,
    ),
    () => "15m",
  ],
  [parted(`${EVERY} ${COUNT} ?${UNIT}`), ([count, unit]) => write(countOf(count), unitOf(unit))],
  [
    parted(
      `${EVERY} (?:\\d+ |few |${Object.keys(MORE_COUNTS).join(" |")} )?(?:${SECONDS}|minute|few minutes|minuto)`,
    ),
    () => "1m",
  ],
  [parted(`(?:${EVERY} few|alle paar) (?:hours|stunden)`), () => "3h"],
  [/每隔?(\d{1,4})(?:个)?(分钟|分|小时|天|日|周)/u, ([count, unit]) => write(Number(count), unitOf(unit))],
  [/(\d{1,4})(分|時間|日|週)間?(?:ごと|おき|毎)/u, ([count, unit]) => write(Number(count), unitOf(unit))],
  [/(\d{1,4})(분|시간|일|주)마다/u, ([count, unit]) => write(Number(count), unitOf(unit))],
  [
    /كل (\d{1,4}) (دقيقة|دقائق|ساعة|ساعات|يوم|أيام|أسابيع)/u,
    ([count, unit]) => write(Number(count), unitOf(unit)),
  ],
  [parted("fortnightly|every fortnight|bi-?weekly|quinzenalmente|vierzehntägig"), () => "14d"],
  [
    parted(
      `hourly|stündlich|cada hora|de hora em hora|${EVERY} (?:single )?(?:hour|stunde|heures?|hora|ora|uur|час)`,
    ),
    () => "1h",
  ],
  [/毎時間?|1時間ごと|每个?小时|매시간|كل ساعة/u, () => "1h"],
];

/** The interval of the sentence; null where it names none. */
export const readInterval = (text: string): Interval | null => {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(text);
    const every = match ? read(match.slice(1)) : null;
    const length = every === null ? null : intervalMs(every);
    if (!match || every === null || length === null) continue;
    const isSlowed = length < MIN_INTERVAL_MS;
    const minutes = Math.max(length, MIN_INTERVAL_MS) / 60_000;
    return {
      every: isSlowed ? SHORTEST : every,
      minutes,
      isSlowed,
      index: match.index,
      length: match[0].length,
    };
  }
  return null;
};
