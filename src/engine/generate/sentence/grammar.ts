/** Patterns of sentences, from the phrases in ../vocabulary: `<name>` in one stands for another of the same file. */
import numbers from "../vocabulary/numbers.json" with { type: "json" };

type Phrases = string | readonly string[];

const joined = (phrases: Phrases): string =>
  typeof phrases === "string" ? phrases : `(?:${phrases.join("|")})`;

/** A file's phrases as sources of regular expressions, and a way to write others with them. */
export const readPhrases = <Given extends Readonly<Record<string, Phrases>>>(
  given: Given,
  shared: Readonly<Record<string, string>> = {},
): {
  readonly phrases: { readonly [Name in keyof Given]: string };
  readonly fill: (phrases: Phrases) => string;
} => {
  const fill = (phrases: Phrases): string =>
    joined(phrases).replace(/(?<!\(\?)<(\w+)>/g, (_, name: string) => {
      const inner = shared[name] ?? given[name];
      if (inner === undefined) throw new Error(`no phrases are called ${name}`);
      return fill(inner);
    });
  const filled = Object.entries(given).map(([name, phrases]) => [name, fill(phrases)]);
  return { fill, phrases: Object.fromEntries(filled) as { readonly [Name in keyof Given]: string } };
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
