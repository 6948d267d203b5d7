/** How often, where no time of day is meant: "every 15 minutes", "twice a day", "stündlich". */
import { intervalMs } from "../../../contract/interval.ts";
import { NUMBER_WORDS, numberOf, readPhrases, wholeWords } from "../sentence/grammar.ts";
import vocabulary from "../vocabulary/intervals.json" with { type: "json" };

type Letter = keyof typeof vocabulary.units;
const UNITS = Object.entries(vocabulary.units).map(
  ([letter, names]) => [new RegExp(names, "i"), letter as Letter] as const,
);
const COUNTS: Readonly<Record<string, number>> = vocabulary.counts;
const WORDS = `${NUMBER_WORDS}|other|second|couple`;
const { fill } = readPhrases(vocabulary.phrases, {
  words: `(?:${WORDS})`,
  count: `(?:a )?(?<count>\\d{1,4}|${WORDS})(?: of)?`,
});

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

const unitOf = (text = ""): Letter => UNITS.find(([name]) => name.test(text))?.[1] ?? "h";
const countOf = (text = ""): number => COUNTS[text.toLowerCase()] ?? numberOf(text);
const write = (count: number, letter: Letter): string =>
  letter === "w" ? `${count * 7}d` : `${count}${letter}`;

const perPeriod = (count: number, letter: Letter): string | null => {
  const hours = letter === "w" ? 168 : letter === "d" ? 24 : 1;
  const minutes = Math.floor((hours * 60) / count);
  if (count < 2 || minutes < 1) return null;
  return minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
};

/** A way of saying how often: an interval of its own, so many units, or so many times per unit. */
interface RuleData {
  readonly says: string | readonly string[];
  readonly every?: string;
  readonly per?: boolean;
}
const rulesOf = (data: readonly RuleData[], build: (source: string) => RegExp) =>
  data.map(({ says, ...rule }) => ({
    ...rule,
    pattern: build(fill(says)),
  }));
const RULES = [
  ...rulesOf(vocabulary.spoken, (source) => wholeWords(source)),
  ...rulesOf(vocabulary.unparted, (source) => new RegExp(source, "u")),
];

const everyOf = ({ every, per }: Omit<RuleData, "says">, { groups = {} }: RegExpExecArray): string | null => {
  if (every !== undefined) return every;
  const count = countOf(groups.adverb ?? groups.count);
  // "毎日2回": the day is said by the rule.
  const unit = groups.unit === undefined ? "d" : unitOf(groups.unit);
  return per ? perPeriod(count, unit) : write(count, unit);
};

/** The interval of the sentence; null where it names none. */
export const readInterval = (text: string): Interval | null => {
  for (const rule of RULES) {
    const match = rule.pattern.exec(text);
    const every = match && everyOf(rule, match);
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
