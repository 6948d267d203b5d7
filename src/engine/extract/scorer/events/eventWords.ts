/** What the words of an event's lines say: days and times, documents, who meets. */
import { type DateReading, findDays } from "../../values/dates.ts";
import { isWeekday, monthOf } from "../../values/dateWords.ts";
import { foldDigits } from "../../values/digits.ts";
import { allMatches } from "../../values/text.ts";
import vocabulary from "../../vocabulary/events.json" with { type: "json" };
import { splitWords } from "../../vocabulary/words.ts";

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
const SCHEDULES = setOf(vocabulary.schedules);
const SEASONS = setOf(vocabulary.seasons);
const UPCOMING = setOf(vocabulary.upcoming);
const VENUES = setOf(vocabulary.venues);

/** Times of day: "2:30 pm", "14 Uhr", "14.30 Uhr", "14h30", "kl. 14", "الساعة 3 مساء". */
export const TIME = new RegExp(
  [
    String.raw`(?<![\d.:])\d{1,2}(?:[:.]\d{2})?\s*[ap]\.?\s?m\b\.?`,
    String.raw`(?<![\d.:])\d{1,2}(?:[:.]\d{2})?\s*(?:uhr|uur|часов|часа)(?!\p{L})`,
    String.raw`(?<![\d.:])\d{1,2}\s?h(?:\s?\d{2})?(?![\p{L}\d])`,
    String.raw`(?<!\p{L})(?:kl\.?|klo|ore|godz\.?|ώρα|saat)\s\d{1,2}(?:[:.]\d{2})?(?![\d.:])`,
    String.raw`الساعة\s*\p{Nd}{1,2}(?:[:.]\p{Nd}{2})?(?:\s*(?:صباح|مساء|ظهر|عصر|ليل|[صم](?!\p{L}))[\p{L}\p{M}]*)?`,
    String.raw`(?<!\p{Nd})\p{Nd}{1,2}(?:[:.]\p{Nd}{2})?\s*(?:صباح|مساء)[\p{L}\p{M}]*`,
    String.raw`\p{Nd}{1,2}:\p{Nd}{2}(?:[ap]\b)?`,
  ].join("|"),
  "giu",
);
const HALF = /(?<=\p{Nd}\s*)(?<am>a|ص)|(?<=\p{Nd}\s*)(?:p|مساء|م(?!\p{L}))/iu;

/** The times of day in a text, those with "am" and "pm" as hours of 24. */
export const timesOf = (text: string): string[] =>
  allMatches(TIME, text).map(([time]) => {
    const [hour = "", minute = "00"] = time.match(/\p{Nd}+/gu) ?? [];
    const half = HALF.exec(time);
    const value = Number(foldDigits(hour));
    const shown = half ? (value % 12) + (half.groups?.am === undefined ? 12 : 0) : value;
    return `${shown}:${Number(foldDigits(minute))}`;
  });

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

/** In "60 Minutes", not in "January 9 minutes". */
const DURATION = /(?<!\p{L}\p{M}*\.?\s*)(?<!\d)(\d+)[\s-]*(?:minutes?|mins?)(?!\p{L})/giu;

/** Words of a text without days, times, documents and words that say nothing. */
export const namingWords = (text: string, context: DateReading): string[] =>
  splitWords(
    withoutDays(text, context)
      .replace(TIME, " ")
      .replace(DURATION, "$1min")
      .replace(/['’]s?\b/g, ""),
  ).filter((word) => !DOCUMENTS.has(word) && !isPlain(word));

/** Whether a word says nothing of an event by itself: "meeting", "the", "PDF". */
export const isEmptyWord = (word: string): boolean => PLAIN.has(word) && word !== "noon";
/** Whether a word says of a heading only that a list is below it: "upcoming", "archive", "2019". */
export const isListWord = (word: string): boolean =>
  PLAIN.has(word) || GENERAL.has(word) || DOCUMENTS.has(word) || isDated(word) || ORDINAL.test(word);

/** Whether a heading with a year gives that of the list below: "2019", "Board Meetings 2019", "Spring 2019". */
export const datesList = (text: string): boolean => {
  const words = splitWords(text);
  return (
    words.some((word) => SCHEDULES.has(word)) || words.every((word) => isListWord(word) || SEASONS.has(word))
  );
};
/** Whether a heading says that what is below is still to come. */
export const saysUpcoming = (text: string): boolean => splitWords(text).some((word) => UPCOMING.has(word));

/** Whether a text names an event or who meets: "Retirement Board", "Budget Hearing". */
export const namesGathering = (text: string, context: DateReading): boolean => {
  const words = namingWords(text, context);
  return words.some((word) => GATHERINGS.has(word)) && words.some((word) => !GENERAL.has(word));
};

export const namesVenue = (text: string): boolean => splitWords(text).some((word) => VENUES.has(word));

const CUT = /^[\s,;:|/()–—-]+|[\s,;:|/(–—-]+$/gu;
const DELIMITER = /[,;:|/()–—\n]|\s-\s/u;
const WORD = /[\p{L}\p{M}\p{N}'’.]+/gu;
const isMonth = (word: string | undefined): boolean => word !== undefined && monthOf(word) !== undefined;
const isDated = (word: string): boolean => YEAR.test(word) || isMonth(word) || isWeekday(word);
const AFTER = setOf(vocabulary.after);
const SMALL = setOf(vocabulary.small);

/** A word of a name: part of a day or time, of a document's name, a small word beside one of these, or none of them. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly kind: "when" | "weekday" | "document" | "small" | null;
}

const tokensOf = (text: string, context: DateReading): readonly Token[] => {
  const spans = [
    ...findDays(text, context),
    ...allMatches(TIME, text).map(({ index, 0: { length } }) => ({ from: index, to: index + length })),
  ];
  const durations = new Set(allMatches(DURATION, text).map(({ index, 0: { length } }) => index + length));
  const found = allMatches(WORD, text).map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
    word: splitWords(word)[0] ?? "",
  }));
  const inSpan = found.map(({ from }) => spans.some((span) => from >= span.from && from < span.to));
  const isNumber = (word = ""): boolean => ORDINAL.test(word) || YEAR.test(word);
  const isOfDay = found.map(({ word }, at) => {
    const beside = [found[at - 1]?.word, found[at + 1]?.word];
    return (
      inSpan[at] === true ||
      (isMonth(word) && beside.some(isNumber)) ||
      (isNumber(word) && beside.some(isMonth))
    );
  });
  return found.map(({ from, to, word }, at) => {
    if (isOfDay[at]) return { from, to, kind: "when" };
    if (isWeekday(word) && (isOfDay[at - 1] || isOfDay[at + 1])) return { from, to, kind: "weekday" };
    if ((DOCUMENTS.has(word) && !durations.has(to)) || AFTER.has(word)) return { from, to, kind: "document" };
    return { from, to, kind: SMALL.has(word) ? "small" : null };
  });
};

/**
 * A name without the days and times at its ends, and without the documents there if it is that of a file or of who meets. What is
 * not set apart from the name by a sign can be a part of it, as in "Taco Tuesday" or "July 4th Parade", unless who meets is left.
 *
 * @param isOfFile whether it is the text of a link to a file
 */
export const trimName = (text: string, context: DateReading, isOfFile = false): string => {
  const tokens = tokensOf(text, context);
  let [first, last] = [0, tokens.length - 1];
  const slice = (from: number, to: number): string =>
    text.slice(tokens[from]?.from ?? text.length, tokens[to]?.to ?? 0);
  const isApart = (at: number): boolean =>
    DELIMITER.test(text.slice(tokens[at]?.to ?? 0, tokens[at + 1]?.from ?? 0));
  const mayCut = (cut: readonly Token[], isSetApart: boolean, rest: () => string): boolean => {
    const hasPapers = cut.some(({ kind }) => kind === "document");
    if (isOfFile && hasPapers) return true;
    return (isSetApart && !hasPapers) || namesGathering(rest(), context);
  };
  const whole = tokens.findLastIndex(({ kind }) => kind === null);
  const start = tokens.findIndex(({ kind }) => kind === null);
  if (start < 0) return tokens.some(({ kind }) => kind !== "small") ? "" : text;
  for (let at = whole + 1; at <= last; at++) {
    const cut = tokens.slice(at, last + 1);
    // "Präsentation der Unterlagen": what ends in a small word is not whole.
    const before = tokens[at - 1]?.kind;
    if (before === "small" || before === "when" || cut.every(({ kind }) => kind === "small")) continue;
    if (mayCut(cut, isApart(at - 1) || cut[0]?.kind === "small", () => slice(first, at - 1))) last = at - 1;
  }
  for (let at = start - 1; at >= first; at--) {
    const cut = tokens.slice(first, at + 1);
    const after = tokens[at + 1]?.kind;
    if (
      after === "when" ||
      (after === "weekday" && !isApart(at)) ||
      cut.every(({ kind }) => kind === "small")
    )
      continue;
    if (mayCut(cut, isApart(at), () => slice(at + 1, last))) first = at + 1;
  }
  const end = tokens[last]?.to ?? text.length;
  const isWholeEnd = last === tokens.length - 1;
  const from = first === 0 ? 0 : tokens[first]?.from;
  const closed = text.slice(from, isWholeEnd ? text.length : end + Number(text[end] === ")"));
  const name = text.startsWith("(", from) || closed.includes("(") ? closed : closed.replace(/\)$/, "");
  return name.replace(first === 0 && isWholeEnd ? "" : CUT, "");
};

/** A heading without days, documents and what says that it is one of a list, such as "schedule", at its ends. */
export const trimHeading = (text: string, context: DateReading): string => {
  const left = withoutDays(text, context).replace(TIME, " ").replace(/\s+/g, " ").replace(CUT, "");
  const words = allMatches(WORD, left);
  const plain = words.map(([word]) => splitWords(word)[0] ?? "");
  const isIdle = (word: string, at: number): boolean =>
    DOCUMENTS.has(word) ||
    isDated(word) ||
    (ORDINAL.test(word) && (isMonth(plain[at - 1]) || isMonth(plain[at + 1]))) ||
    GENERAL.has(word);
  // "Public Meetings of the Police Board"
  const first = plain.findIndex((word, at) => !isIdle(word, at) && !PLAIN.has(word));
  const last = plain.findLastIndex((word, at) => !isIdle(word, at) && !AFTER.has(word));
  const [from, to] = [words[first], words[last]];
  if (!from || !to || first > last) return "";
  const end = to.index + to[0].length;
  return left.slice(from.index, left[end] === ")" ? end + 1 : end).replace(CUT, "");
};
