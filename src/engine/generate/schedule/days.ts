/** The days on which a flow runs: "every Monday", "weekdays", "on the 3rd of each month". */
import { firstOf, type Rule, readGrammar, type Span } from "../sentence/grammar.ts";
import vocabulary from "../vocabulary/days.json" with { type: "json" };

/** A phrase for days, with its cron fields. */
interface Naming {
  readonly says?: string | readonly string[];
  readonly unparted?: string;
  readonly days: string;
  readonly hour?: number;
  readonly isLate?: boolean;
}

/** The days to run on, and the default hour. */
export interface Due extends Span {
  /** The last three fields of a cron expression. */
  readonly days: string;
  readonly hour: number;
  /** "every evening at 8": the hours are p.m. */
  readonly isLate: boolean;
}

export const DEFAULT_HOUR = 6;

const { names } = vocabulary;
const spoken = names.map(({ says }) => says).join("|");
const unparted = names.map((name) => name.unparted).join("|");
const { fill, rules, words } = readGrammar(vocabulary.phrases, {
  names: spoken,
  unparted: `(?:${unparted})`,
});
const RULES = rules<Naming>(vocabulary.due);
const PARTS_OF_DAY = RULES.filter(({ hour }) => hour !== undefined);
const WEEKDAYS = RULES.filter(({ days }) => days.startsWith("* * ") && !/ [*1]$/.test(days));

const DAY = new RegExp(`(?<!\\p{L})(?:${spoken})(?!\\p{L})|${unparted}`, "giu");
const IS_DAY = names.map((name) => new RegExp(`^(?:${name.says}|${name.unparted})$`, "iu"));

/** The named weekdays; Sunday is 0. */
const namedIn = (text: string): number[] =>
  [...text.matchAll(DAY)].map(([said]) => IS_DAY.findIndex((pattern) => pattern.test(said)));

/** Days in cron syntax: `1,4`, `1-5`. */
const listOf = (days: readonly number[]): string => {
  const sorted = [...new Set(days)].sort((left, right) => left - right);
  const [first = 0] = sorted;
  const isRun = sorted.length > 2 && sorted.every((day, index) => day === first + index);
  return isRun ? `${first}-${sorted.at(-1)}` : sorted.join(",");
};

const rangeOf = ([from = 0, to = from]: readonly number[]): string =>
  listOf(Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, at) => (from + at) % 7));

const readWith = (among: readonly Rule<Naming>[], text: string): Due | null => {
  const found = firstOf(among, text);
  if (!found) return null;
  const { hour = DEFAULT_HOUR, isLate = false } = firstOf(PARTS_OF_DAY, text)?.rule ?? {};
  const named = namedIn(found.match[0]);
  const day = Number(found.groups.day);
  const days = found.rule.days
    .replace("{list}", () => listOf(named))
    .replace("{range}", () => rangeOf(named))
    .replace("{day}", day >= 1 && day <= 31 ? String(day) : "1");
  return { index: found.index, length: found.length, days, hour, isLate };
};

/** The days that the sentence asks for; null if none. */
export const readDue = (text: string): Due | null => readWith(RULES, text);

/** The weekdays that the sentence names; null if none. */
export const readWeekdays = (text: string): Due | null => readWith(WEEKDAYS, text);

/** After "daily": no noun follows that it describes, as in "daily specials". */
export const ADVERB = fill(vocabulary.phrases.adverb);

/** "every other Monday": no schedule can express every second week. */
export const SKIPS = words("skips");
/** "between 9 and 17" */
export const WITHIN = words("within");
