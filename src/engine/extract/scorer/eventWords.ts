/** What the words of an event's lines say: days and times, documents, who meets. */

import { type DateReading, findDays } from "../values/dates.ts";
import { isWeekday, monthOf } from "../values/dateWords.ts";
import vocabulary from "../vocabulary/events.json" with { type: "json" };
import { splitWords } from "../vocabulary/words.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Kinds of documents by their words. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(vocabulary.documents).flatMap(([kind, words]) =>
    words.split(" ").map((word) => [word, kind] as const),
  ),
);
const PLAIN = setOf(vocabulary.plain);
const GENERAL = setOf(vocabulary.general);
const GATHERINGS = setOf(vocabulary.gatherings);
const VENUES = setOf(vocabulary.venues);

export const TIME = /(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?\s?m\b\.?|(\d{1,2}):(\d{2})(?:[ap]\b)?/gi;
const YEAR = /^(?:19|20)\d\d$/;
const ORDINAL = /^\d{1,2}(?:st|nd|rd|th)?$/;

/** Whether a word is part of a day or a time, or says nothing. */
const isPlain = (word: string): boolean =>
  PLAIN.has(word) || YEAR.test(word) || ORDINAL.test(word) || monthOf(word) !== undefined || isWeekday(word);

/** A text without its days with a year. */
export const withoutDays = (text: string, context: DateReading): string =>
  findDays(text, context).reduceRight(
    (left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`,
    text,
  );

/** Words of a text without days, times, documents and words that say nothing. */
export const namingWords = (text: string, context: DateReading): string[] =>
  splitWords(
    withoutDays(text, context)
      .replace(TIME, " ")
      .replace(/['’]s?\b/g, ""),
  ).filter((word) => !DOCUMENTS.has(word) && !isPlain(word));

/** Whether a text names an event or who meets: "Retirement Board", "Budget Hearing". */
export const namesGathering = (text: string, context: DateReading): boolean => {
  const words = namingWords(text, context);
  return words.some((word) => GATHERINGS.has(word)) && words.some((word) => !GENERAL.has(word));
};

export const namesVenue = (text: string): boolean => splitWords(text).some((word) => VENUES.has(word));

const CUT = /^[\s,;:|/()–—-]+|[\s,;:|/(–—-]+$/gu;
const WORD = /[\p{L}\p{M}\p{N}'’.]+/gu;
const isMonth = (word: string | undefined): boolean => word !== undefined && monthOf(word) !== undefined;
const isDated = (word: string): boolean => YEAR.test(word) || isMonth(word) || isWeekday(word);
const AFTER = setOf("draft approved final pdf doc docx");

/**
 * A text without the days, times and documents at its ends; of a heading also without what says that it is one of a list, such as
 * "schedule".
 */
export const trimName = (text: string, context: DateReading, isHeading = false): string => {
  const left = withoutDays(text, context).replace(TIME, " ").replace(/\s+/g, " ").replace(CUT, "");
  const words = [...left.matchAll(WORD)];
  const plain = words.map(([word]) => splitWords(word)[0] ?? "");
  const isIdle = (word: string, at: number): boolean =>
    DOCUMENTS.has(word) ||
    isDated(word) ||
    (ORDINAL.test(word) && (isMonth(plain[at - 1]) || isMonth(plain[at + 1]))) ||
    (isHeading && GENERAL.has(word));
  // "Public Meetings of the Police Board"
  const first = plain.findIndex((word, at) => !isIdle(word, at) && !(isHeading && PLAIN.has(word)));
  const last = plain.findLastIndex((word, at) => !isIdle(word, at) && !AFTER.has(word));
  const [from, to] = [words[first], words[last]];
  if (!from || !to || first > last) return "";
  const end = to.index + to[0].length;
  return left.slice(from.index, left[end] === ")" ? end + 1 : end).replace(CUT, "");
};
