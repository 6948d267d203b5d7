/**
 * Wordings that tend to change without meaning anything. They explain a difference that was seen; they never decide
 * alone: the difference is kept with its reason, and the owner can make it count.
 */
import type { NoiseReason } from "../../contract/runs/changes.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { escapePattern } from "../../contract/wording.ts";
import words from "../extract/vocabulary/noise.json" with { type: "json" };
import { UNPARTED_LETTERS } from "../extract/vocabulary/patterns.ts";
import { formOf, tidyText } from "./canonical.ts";

/** Names of noisy fields, in lower case and without separators. */
const NOISY_NAMES: ReadonlySet<string> = new Set(words.names.flatMap((names) => names.split(" ")));

export const isNoisyName = (name: string): boolean =>
  NOISY_NAMES.has(name.toLowerCase().replace(/[^a-z]/g, ""));

const COUNT = String.raw`\d[\d.,'’ ]{0,14}[km]?`;
const COUNTED = words.counted.join("|");
const COUNTERS: readonly RegExp[] = [
  new RegExp(
    `${COUNT} (?:people |persons? |users? |customers? )?(?:are )?(?:also )?(?:${COUNTED})(?![\\p{L}\\d])`,
    "giu",
  ),
  new RegExp(`(?<![\\p{L}\\d])(?:${COUNTED}): ?${COUNT}`, "giu"),
];

const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[ap]\.?m\.?)?`;
const STAMP = String.raw`\d{4}-\d{2}-\d{2}[T ]${TIME}(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
/** A day in words or figures, as it stands before the time in "Last update: 21 Nov, 05:00". */
const DAY = String.raw`(?:\p{L}{3,9}\.?,? )?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}\.? \p{L}{3,9}\.?(?: \d{4})?|\p{L}{3,9} \d{1,2}(?:,? \d{4})?),? `;
const FRESH = words.fresh.join("|");
const CLOCKS: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\d])(?:${FRESH})(?!\\p{L})(?: (?:on|at|am|um|le|à|el))?:? ?(?:${STAMP}|(?:${DAY})?(?:(?:at|um|à) )?${TIME})`,
    "giu",
  ),
];

/** Languages whose ages are recognised; their wording comes from CLDR, as `Intl` has it. */
const LANGUAGES =
  "en de fr es it pt nl sv da nb fi pl cs sk hu ro el tr ru uk bg hr ar he fa hi id vi th ja ko zh".split(
    " ",
  );
const UNITS = ["second", "minute", "hour", "day", "week", "month", "year"] as const;
/** One number for each plural form of these languages. */
const NUMBERS = [1, 2, 3, 5, 11, 21];
/** No letter or digit here, except one of a script without spaces. */
const START = `(?<!(?![${UNPARTED_LETTERS}])[\\p{L}\\d])`;
const END = `(?!(?![${UNPARTED_LETTERS}])[\\p{L}\\d])`;
const AGE_NUMBER = String.raw`(?:\d[\d.,]{0,5}|\p{L}{1,5})`;

const asPattern = (text: string): string => escapePattern(text).replace(/\s+/g, " ?");

/** Phrases such as "3 minutes ago", by what stands before the number. */
const agePhrases = (): Map<string, Set<string>> => {
  const phrases = new Map<string, Set<string>>();
  for (const language of LANGUAGES)
    for (const style of ["long", "short"] as const) {
      const format = new Intl.RelativeTimeFormat(language, { style, numeric: "always" });
      for (const unit of UNITS)
        for (const number of NUMBERS) {
          const parts = format.formatToParts(-number, unit);
          const at = parts.findIndex(({ type }) => type === "integer");
          if (at < 0) continue;
          const join = (from: number, to?: number): string =>
            asPattern(
              parts
                .slice(from, to)
                .map(({ value }) => value)
                .join(""),
            );
          const before = join(0, at);
          phrases.set(before, (phrases.get(before) ?? new Set()).add(join(at + 1)));
        }
    }
  return phrases;
};

let ages: readonly RegExp[] | undefined;
const readAges = (): readonly RegExp[] => {
  ages ??= [...agePhrases()].map(
    ([before, after]) =>
      new RegExp(
        `${START}${before}${AGE_NUMBER}(?:${[...after].sort((a, b) => b.length - a.length).join("|")})${END}`,
        "giu",
      ),
  );
  return ages;
};

const CUT = "…";
/** Longer texts are compared unchanged. */
const MAX_CHARS = 20_000;

const cutting =
  (patterns: () => readonly RegExp[]) =>
  (text: string): string =>
    text.length > MAX_CHARS ? text : patterns().reduce((rest, pattern) => rest.replace(pattern, CUT), text);

/** What each reason removes from a text. */
export const WORDINGS: readonly (readonly [NoiseReason, (text: string) => string])[] = [
  ["age", cutting(readAges)],
  ["counter", cutting(() => COUNTERS)],
  ["clock", cutting(() => CLOCKS)],
];

/** A record's content without what looks like noise. */
export const quietRecord = (record: Item): string =>
  formOf(record, {
    read: (text) => WORDINGS.reduce((rest, [, cut]) => cut(rest), tidyText(text)),
    isLeftOut: isNoisyName,
  });
