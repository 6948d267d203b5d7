/** Times of day as people say them: "8pm", "half past eight", "noon", "halb neun", "à 8h30", "午後8時半". */
import { endOf, NUMBER_WORDS, numberOf, readGrammar, type Span, spanOf } from "../sentence/grammar.ts";
import { RECORD_NOUNS } from "../sentence/words.ts";
import vocabulary from "../vocabulary/clock.json" with { type: "json" };

export interface Clock extends Span {
  readonly hour: number;
  readonly minute: number;
  /** A bare number after "at": a time only next to words that say how often. */
  readonly isWeak: boolean;
}

/** A phrase for a time: the full hour, or minutes past or to it. */
interface Form {
  readonly says: string;
  readonly hour?: number;
  readonly past?: number;
  readonly to?: number;
  readonly isWeak?: boolean;
}

const { fill, raw } = readGrammar(vocabulary.phrases, {
  hour: `(?<hour>\\d{1,2}|eins|eine?|une?|una|uma|${NUMBER_WORDS})`,
});
const FORMS = vocabulary.forms.map((form: Form) => ({
  ...form,
  pattern: new RegExp(fill(form.says), "giu"),
}));
const [IS_PM, IS_AM, IS_NIGHT] = [raw("pm"), raw("am"), raw("night")];

type Groups = Readonly<Record<string, string | undefined>>;

/** The hour on a 24-hour clock, given the part of the day. */
const hourIn = ({ hour: said, part = "", late }: Groups): number => {
  const number = numberOf(said);
  // "ein Uhr", "une heure"
  const hour = Number.isNaN(number) ? 1 : number;
  const isNight = IS_NIGHT.test(part);
  // Eleven at night is late, three at night is early.
  if (late !== undefined || IS_PM.test(part) || (isNight && hour > 5 && hour < 12))
    return hour < 12 ? hour + 12 : hour;
  return hour === 12 && (isNight || IS_AM.test(part)) ? 0 : hour;
};

const DAY = 24 * 60;
const clockAt = (form: Form, match: RegExpExecArray): Clock | null => {
  const groups: Groups = match.groups ?? {};
  const hour = form.hour ?? hourIn(groups);
  const past = groups.half === undefined ? Number(groups.minute ?? form.past ?? 0) : 30;
  if (hour > 24 || past >= 60) return null;
  const minutes = (hour * 60 + past - (form.to ?? 0) + DAY) % DAY;
  const time = { hour: Math.floor(minutes / 60), minute: minutes % 60 };
  return { ...time, isWeak: form.isWeak === true, ...spanOf(match) };
};

/** All possible times of day in sentence order, without overlaps. */
export const findClocks = (text: string): Clock[] => {
  const found: Clock[] = [];
  for (const form of FORMS)
    for (const match of text.matchAll(form.pattern)) {
      const clock = clockAt(form, match);
      if (clock && !found.some((known) => known.index < endOf(clock) && clock.index < endOf(known)))
        found.push(clock);
    }
  return found.sort((left, right) => left.index - right.index);
};

const MORE = raw("more");

/** A second hour after a time: "at 8 and 18"; null if the number counts records. */
export const readAnotherHour = (text: string, from: number): Clock | null => {
  const match = MORE.exec(text.slice(from));
  const clock = match && clockAt({ says: "" }, match);
  if (!clock) return null;
  const [, next = ""] = /^\s*(\p{L}+)/u.exec(text.slice(from + clock.length)) ?? [];
  return Object.hasOwn(RECORD_NOUNS, next.toLowerCase()) ? null : { ...clock, index: from };
};
