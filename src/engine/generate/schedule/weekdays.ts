/** Days of the week as people name them, and which of them a sentence means. Policy as data. */

/** By the number that cron gives them; the words of languages that part words, then those that do not. */
const DAYS: readonly (readonly [number, string, string])[] = [
  [
    1,
    "mon(?:days?)?|montags?|lundis?|lunes|luned[ìi]|segundas?(?:-feiras?)?|maandags?|poniedziałek|понедельник(?:ам)?",
    "月曜日?|周一|週一|星期一|월요일|ال[اإ]ثنين|[اإ]ثنين",
  ],
  [
    2,
    "tue(?:s|sdays?)?|dienstags?|mardis?|martes|marted[ìi]|terças?(?:-feiras?)?|dinsdags?|wtorek|вторник(?:ам)?",
    "火曜日?|周二|週二|星期二|화요일|الثلاثاء|ثلاثاء",
  ],
  [
    3,
    "wed(?:nesdays?)?|mittwochs?|mercredis?|miércoles|mercoled[ìi]|quartas?(?:-feiras?)?|woensdags?|środ[aęy]|сред[ауы]",
    "水曜日?|周三|週三|星期三|수요일|ال[أا]ربعاء|[أا]ربعاء",
  ],
  [
    4,
    "thu(?:rs?|rsdays?)?|donnerstags?|jeudis?|jueves|gioved[ìi]|quintas?(?:-feiras?)?|donderdags?|czwartek|четверг(?:ам)?",
    "木曜日?|周四|週四|星期四|목요일|الخميس|خميس",
  ],
  [
    5,
    "fri(?:days?)?|freitags?|vendredis?|viernes|venerd[ìi]|sextas?(?:-feiras?)?|vrijdags?|piątek|пятниц[ауы]",
    "金曜日?|周五|週五|星期五|금요일|الجمعة|جمعة",
  ],
  [
    6,
    "sat(?:urdays?)?|samstags?|sonnabends?|samedis?|sábados?|sabato|zaterdags?|sobot[aęy]|суббот[ауы]",
    "土曜日?|周六|週六|星期六|토요일|السبت|سبت",
  ],
  [
    0,
    "sun(?:days?)?|sonntags?|dimanches?|domingos?|domenica|zondags?|niedziel[aęe]|воскресень[ея]",
    "日曜日?|周日|週日|周天|星期日|星期天|일요일|ال[أا]حد|[أا]حد",
  ],
];
const EVERY =
  "(?:every|each|jede[nrsm]?|chaque|tous les|cada|todos? (?:los|os|as?)|todas? as?|toda|ogni|tutti i|elke?|iedere|каждый|каждую|every other)";
const BEFORE = `(?:${EVERY}|on|am|le|les|el|los|na|nas|aos|às|il|op)`;
const AND = "(?:\\s*(?:,|&|\\/|\\+|and|und|et|y|e|ed|en|или|и|or)\\s*)+";
const TO = "\\s*(?:-|–|to|through|thru|till|until|bis|au|à|a|al|até|tot|t\\/m)\\s*";

const NAMED = `(?:${DAYS.map(([, names]) => names).join("|")})(?![\\p{L}])`;
/** Days that say by their ending that all of them are meant. */
const HABIT =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s";
const UNPARTED = `(?:${DAYS.map(([, , names]) => names).join("|")})`;

const BUSINESS =
  "(?:on |every |each )?(?:weekdays?|week days?|work(?:ing)? ?days?|business days?)|(?:an )?(?:werktags|werktagen|werktäglich|wochentags|jeden werktag)|en semaine|(?:les |chaque )?jours? (?:ouvrables?|ouvrés?)|entre semana|(?:los |cada )?días? (?:laborables?|hábil(?:es)?)|(?:nos )?dias úteis|(?:nei )?giorni (?:feriali|lavorativi)|op werkdagen";
const WEEKEND =
  "(?:on |at |every |each )?(?:the )?weekends?|am wochenende|an wochenenden|(?:le |chaque )week-?ends?|(?:los )?fin(?:es)? de semana|(?:nos )?fins de semana|nel (?:fine settimana|weekend)";

const parted = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?!\\p{L})`, "iu");

/** Things that were done on a day are not done every week. */
const DONE = /(?:posted|published|added|updated|released|veröffentlicht|publiée?s?|publicad[oa]s?)\s+$/iu;

export interface DaysRead {
  /** As cron writes them: `1,4`, `1-5`, `0,6`. */
  readonly days: string;
  readonly index: number;
  readonly length: number;
}

const dayNumbers = (text: string): number[] => {
  const numbers: number[] = [];
  for (const match of text.matchAll(new RegExp(`(?<!\\p{L})${NAMED}|${UNPARTED}`, "giu")))
    for (const [number, names, unparted] of DAYS)
      if (new RegExp(`^(?:${names}|${unparted})$`, "iu").test(match[0])) numbers.push(number);
  return numbers;
};

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
const LIST = `${NAMED}(?:${AND}(?:${BEFORE}\\s+)?${NAMED})*`;
const RULES: readonly Rule[] = [
  [parted(`(?:${BEFORE}\\s+|from\\s+|von\\s+|de\\s+|du\\s+|da\\s+)?${NAMED}${TO}${NAMED}`), rangeOf],
  [
    /毎?週?[月火水木金土日]曜?日?(?:から|〜|~|-)[月火水木金土日]曜日?|周[一二三四五六]到周[一二三四五六日]/u,
    rangeOf,
  ],
  [parted(BUSINESS), () => "1-5"],
  [/毎?平日|每?个?工作日|평일|(?:في )?(?:كل )?أيام العمل/u, () => "1-5"],
  [parted(WEEKEND), () => "0,6"],
  [/毎?週末|每?个?周末|주말|عطلة نهاية الأسبوع/u, () => "0,6"],
  [parted(`${BEFORE}\\s+${LIST}|(?:${HABIT})(?:${AND}${NAMED})*`), (text) => listOf(dayNumbers(text))],
  [
    new RegExp(
      `(?:毎週|每周?|每个?|매주 ?|(?:كل|أيام?) (?:يوم )?)${UNPARTED}(?:\\s*(?:と|和|、|,|및|와|و)\\s*(?:كل )?(?:يوم )?${UNPARTED})*`,
      "u",
    ),
    (text) => listOf(dayNumbers(text)),
  ],
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
