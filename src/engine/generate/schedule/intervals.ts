/** Intervals without a time of day: "every 15 minutes", "twice a day", "stündlich". */

import { MIN_INTERVAL_MS } from "../../../contract/flows/schedule.ts";
import { intervalMs } from "../../../contract/interval.ts";
import { MINUTE_MS } from "../../../contract/units.ts";
import { firstOf, NUMBER_WORDS, numberOf, type Rule, readGrammar, type Span } from "../sentence/grammar.ts";
import vocabulary from "../vocabulary/intervals.json" with { type: "json" };
import { ADVERB } from "./days.ts";

/** A phrase for an interval: a fixed one, a number of units, or a number of times per unit. */
interface Often {
  readonly says?: string | readonly string[];
  readonly unparted?: string;
  readonly every?: string;
  readonly per?: boolean;
}

const WORDS = `${NUMBER_WORDS}|other|second|couple`;
const { rules } = readGrammar(vocabulary.phrases, {
  adverb: ADVERB,
  words: `(?:${WORDS})`,
  count: `(?:a )?(?<count>\\d{1,4}|${WORDS})(?: of)?`,
});
const RULES = rules<Often>(vocabulary.rules);
const COUNTS: Readonly<Record<string, number>> = vocabulary.counts;
/** Units with their length in minutes. */
const UNITS = vocabulary.units.map(({ says, minutes }) => ({ pattern: new RegExp(says, "i"), minutes }));
const DAY = 24 * 60;

export interface Interval extends Span {
  /** In schedule syntax: `15m`. */
  readonly every: string;
  readonly minutes: number;
  /** The requested interval is shorter than the minimum. */
  readonly isSlowed: boolean;
}

const write = (minutes: number): string =>
  minutes % DAY === 0 ? `${minutes / DAY}d` : minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;

const minutesOf = (
  { every, per }: Rule<Often>,
  { adverb, count: said = adverb ?? "", unit = "day" }: Readonly<Record<string, string | undefined>>,
): number => {
  if (every !== undefined) return (intervalMs(every) ?? 0) / MINUTE_MS;
  const count = COUNTS[said.toLowerCase()] ?? numberOf(said);
  const minutes = UNITS.find(({ pattern }) => pattern.test(unit))?.minutes ?? 60;
  if (per !== true) return count * minutes;
  return count < 2 ? 0 : Math.floor(minutes / count);
};

/** The interval of the sentence; null if it names none. */
export const readInterval = (text: string): Interval | null => {
  for (const rule of RULES) {
    const found = firstOf([rule], text);
    const minutes = found && minutesOf(rule, found.groups);
    if (!found || !minutes) continue;
    const least = Math.max(minutes, MIN_INTERVAL_MS / MINUTE_MS);
    return { ...found, every: write(least), minutes: least, isSlowed: least > minutes };
  }
  return null;
};
