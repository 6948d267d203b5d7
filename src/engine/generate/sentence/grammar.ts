/** Patterns of sentences, from the phrases in ../vocabulary: `<name>` in one stands for another of the same file. */
import numbers from "../vocabulary/numbers.json" with { type: "json" };

type Phrases = string | readonly string[];

const joined = (phrases: Phrases): string =>
  typeof phrases === "string" ? phrases : `(?:${phrases.join("|")})`;

/** The sources of a file's phrases by name, with what `<name>` stands for put in. */
export const readPhrases = <Given extends Readonly<Record<string, Phrases>>>(
  given: Given,
  shared: Readonly<Record<string, string>> = {},
): { readonly [Name in keyof Given]: string } => {
  const fill = (text: string): string =>
    text.replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) => {
      const phrases = shared[name] ?? given[name];
      if (phrases === undefined) throw new Error(`no phrases are called ${name}`);
      return fill(joined(phrases));
    });
  return Object.fromEntries(
    Object.entries(given).map(([name, phrases]) => [name, fill(joined(phrases))]),
  ) as { readonly [Name in keyof Given]: string };
};

/** Begins where a word does; `unparted` are phrases of scripts that put no blanks between words. */
export const opening = (words: string, unparted = "(?!)", flags = "iu"): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})|${unparted}`, flags);

/** Whole words. */
export const wholeWords = (words: string, unparted?: string, flags?: string): RegExp =>
  opening(`(?:${words})(?![\\p{L}\\p{N}])`, unparted, flags);

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(numbers.numbers).flatMap(([value, names]) =>
    names.split(" ").map((name) => [name, Number(value)] as const),
  ),
);

/** A number as a word, as an alternative of a regular expression. */
export const NUMBER_WORDS: string = Object.keys(NUMBERS).join("|");

/** The number that a word or digits say; not a number where they say none. */
export const numberOf = (text: string | undefined): number =>
  NUMBERS[text?.toLowerCase() ?? ""] ?? Number(text);
