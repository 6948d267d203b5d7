/** Times of day as people say them: "8pm", "half past eight", "noon", "halb neun", "à 8h30", "午後8時半". */
import { NUMBER_WORDS, numberOf, readPhrases } from "../sentence/grammar.ts";
import vocabulary from "../vocabulary/clock.json" with { type: "json" };

export interface Clock {
  readonly hour: number;
  readonly minute: number;
  /** Where it stands in the sentence. */
  readonly index: number;
  readonly length: number;
  /** A bare number after "at": a time only beside the words that say how often. */
  readonly isWeak: boolean;
}

const WORDS = `(?<hour>\\d{1,2}|eins|eine?|une?|una|uma|${NUMBER_WORDS})`;
const shared = { hour: WORDS };
const { phrases: PHRASES, fill } = readPhrases(vocabulary.phrases, shared);

const test = (source: string): RegExp => new RegExp(`^(?:${source})`, "iu");
const [IS_PM, IS_AM, IS_NIGHT] = [test(PHRASES.pm), test(PHRASES.am), test(PHRASES.night)];

/** The hour of the day, given the part of the day that was said with it. */
const shift = (hour: number, part = ""): number => {
  if (IS_PM.test(part)) return hour < 12 ? hour + 12 : hour;
  if (IS_AM.test(part)) return hour === 12 ? 0 : hour;
  // Eleven at night is late, three at night is early.
  if (IS_NIGHT.test(part)) return hour === 12 ? 0 : hour > 5 && hour < 12 ? hour + 12 : hour;
  return hour;
};

type Time = readonly [hour: number, minute: number];

/** A way of saying a time: at the full hour, or so many minutes past it or to it. */
interface FormData {
  readonly says: string;
  readonly hour?: number;
  readonly past?: number;
  readonly to?: number;
  /** "at" must stand before it. */
  readonly needsLead?: boolean;
  readonly isWeak?: boolean;
}
interface Form extends FormData {
  readonly pattern: RegExp;
}

const hourIn = (text: string | undefined): number => {
  const hour = numberOf(text);
  // "ein Uhr", "une heure"
  return Number.isNaN(hour) ? 1 : hour;
};

const timeOf = (
  { hour, past = 0, to }: FormData,
  said: Readonly<Record<string, string | undefined>>,
): Time => {
  if (hour !== undefined) return [hour, 0];
  const whole = shift(hourIn(said.hour), said.part);
  if (to !== undefined) return [(whole + 23) % 24, 60 - to];
  return [whole, said.half === undefined ? Number(said.minute ?? past) : 30];
};

const formsOf = (data: readonly FormData[], write: (source: string, form: FormData) => RegExp): Form[] =>
  data.map((form) => ({
    ...form,
    pattern: write(fill(form.says), form),
  }));
const FORMS: readonly Form[] = [
  ...formsOf(vocabulary.unparted, (source) => new RegExp(source, "gu")),
  // A number at the start of a longer one is no time.
  ...formsOf(vocabulary.spoken, (source, { needsLead }) => {
    const lead = needsLead
      ? `(?<![\\p{L}\\p{N}])${PHRASES.lead}`
      : `(?<![\\p{L}\\p{N}:.,])(?:${PHRASES.lead})?`;
    return new RegExp(`${lead}${source}(?![\\p{L}\\p{N}])`, "giu");
  }),
];

/** "午後8時": the part of the day stands before the hour. */
const LATE = new RegExp(PHRASES.late, "u");

const isTime = ([hour, minute]: Time): boolean => hour >= 0 && hour < 25 && minute >= 0 && minute < 60;

/** All that may be a time of day, in the order of the sentence; none overlaps another. */
export const findClocks = (text: string): Clock[] => {
  const found: Clock[] = [];
  for (const form of FORMS)
    for (const match of text.matchAll(form.pattern)) {
      const { index } = match;
      const { length } = match[0];
      const time = timeOf(form, match.groups ?? {});
      if (!isTime(time)) continue;
      if (found.some((known) => index < known.index + known.length && known.index < index + length)) continue;
      const late = LATE.exec(text.slice(0, index))?.[0].length ?? 0;
      const hour = late > 0 && time[0] < 12 ? time[0] + 12 : time[0];
      found.push({
        hour: hour % 24,
        minute: time[1],
        index: index - late,
        length: length + late,
        isWeak: form.isWeak === true,
      });
    }
  return found.sort((left, right) => left.index - right.index);
};

const MORE = new RegExp(PHRASES.more, "iu");

/** A second hour after a time: "at 8 and 18"; null where a number of something else follows. */
export const readAnotherHour = (
  text: string,
  from: number,
  isThing: (word: string) => boolean,
): Clock | null => {
  const match = MORE.exec(text.slice(from));
  if (!match) return null;
  const next = /^\s*(\p{L}+)/u.exec(text.slice(from + match[0].length))?.[1]?.toLowerCase();
  const hour = shift(hourIn(match.groups?.hour), match.groups?.part);
  if (hour > 24 || (next !== undefined && isThing(next))) return null;
  return { hour: hour % 24, minute: 0, index: from, length: match[0].length, isWeak: false };
};
