import { normalForm } from "../vocabulary/normalForm.ts";
import { remembered } from "../vocabulary/remember.ts";

/** Month and weekday names in the supported languages. */

const LANGUAGES = [
  ..."en de fr es it pt nl sv da nb fi pl cs sk sl hr ru uk tr ro hu el ca bg id ms".split(" "),
  ..."hi mr bn he ar ar-LB ar-DZ fa-u-ca-gregory".split(" "),
];

/** A word in lower case without accents and dots, for comparison. */
export const fold = (word: string): string => normalForm(word.toLowerCase(), "NFD").replace(/[\p{M}.]/gu, "");

const isWord = (word: string): boolean => /^\p{L}{3,}$|^\P{ASCII}{2,}$/u.test(word) && /^\p{L}+$/u.test(word);

/** Month names in the given languages, 0 to 11. A word for two different months is omitted. */
const monthsIn = remembered((languages: readonly string[]): ReadonlyMap<string, number> => {
  const months = new Map<string, number>();
  const clashes = new Set<string>();
  for (const language of languages)
    for (const month of ["long", "short"] as const)
      for (const options of [{ month }, { month, day: "numeric" as const }]) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
        for (let index = 0; index < 12; index++) {
          const parts = format.formatToParts(Date.UTC(2024, index, 15));
          const word = fold(parts.find(({ type }) => type === "month")?.value ?? "");
          if (!isWord(word)) continue;
          if ((months.get(word) ?? index) !== index) clashes.add(word);
          months.set(word, index);
        }
      }
  // Not in the locale data: "Sept." is a common alternative to "Sep".
  months.set("sept", 8);
  for (const word of clashes) months.delete(word);
  return months;
});
/** 0 to 11; undefined if the word is not a month. */
export const monthOf = (word: string): number | undefined => monthsIn(LANGUAGES).get(fold(word));

const EASTERN = [...LANGUAGES, "ja", "zh", "ko"];
/** Names of weekdays, and parts of them, with 0 for Sunday; null for a word of several days. */
const weekdaysIn = remembered((languages: readonly string[]): ReadonlyMap<string, number | null> => {
  const days = new Map<string, number | null>();
  for (const language of languages)
    for (const weekday of ["long", "short"] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" });
      for (let day = 1; day <= 7; day++) {
        // 1 January 2024 was a Monday.
        const at = day % 7;
        for (const word of fold(format.format(Date.UTC(2024, 0, day))).split(/[\s-]+/))
          days.set(word, days.has(word) && days.get(word) !== at ? null : at);
      }
    }
  return days;
});
/** Whether a word is a weekday, or part of a weekday's name. */
export const isWeekday = (word: string): boolean => weekdaysIn(EASTERN).has(fold(word));
/** 0 for Sunday to 6; null if the word is not one weekday's name. */
export const weekdayOf = (word: string): number | null => weekdaysIn(EASTERN).get(fold(word)) ?? null;

const HALVES: ReadonlySet<string> = new Set(["am", "pm", "uhr", "h"]);
/** Whether a text says only days, months and times: "Tue 1", "Sep", "6:30 PM". */
export const saysWhen = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .every(
      (word) =>
        !/\p{L}/u.test(word) ||
        HALVES.has(word.replace(/^\d+/, "")) ||
        monthOf(word) !== undefined ||
        weekdayOf(word) !== null,
    );
