/** Patterns of sentences, from the phrases in ../vocabulary: `<name>` in one stands for another of the same file. */
import numbers from "../vocabulary/numbers.json" with { type: "json" };

type Phrases = string | readonly string[];

/** Begins where a word does; `unparted` are phrases of scripts that put no blanks between words. */
const opening = (words: string, unparted: string, flags: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})|${unparted}`, flags);

/** What a rule is known by in a sentence. Without `says` or `unparted`, no words of that kind do. */
interface Says {
  readonly says?: Phrases;
  readonly unparted?: Phrases;
}

/** A rule of the vocabulary, with the pattern of what it says. */
export type Rule<Data> = Omit<Data, keyof Says> & { readonly pattern: RegExp };

/** Says nothing. */
const NEVER = "(?!)";
const WORD_ENDS = "(?![\\p{L}\\p{N}])";

/** A file's phrases as regular expressions; where `name` has a phrase `nameUnparted`, either of them fits. */
export const readGrammar = <Given extends Readonly<Record<string, Phrases>>>(
  given: Given,
  shared: Readonly<Record<string, string>> = {},
) => {
  const fill = (phrases: Phrases): string =>
    (typeof phrases === "string" ? phrases : `(?:${phrases.join("|")})`).replace(
      /(?<!\(\?)<(\w+)>/g,
      (_, name: string) => {
        const inner = shared[name] ?? given[name];
        if (inner === undefined) throw new Error(`no phrases are called ${name}`);
        return fill(inner);
      },
    );
  const unparted = (name: string): string => fill(given[`${name}Unparted`] ?? NEVER);
  return {
    fill,
    /** The phrases as they stand. */
    raw: (name: keyof Given, flags = "iu"): RegExp => new RegExp(fill(given[name] ?? NEVER), flags),
    /** Begins where a word does. */
    opens: (name: keyof Given & string, flags = "iu"): RegExp =>
      opening(fill(given[name] ?? NEVER), unparted(name), flags),
    /** Whole words. */
    words: (name: keyof Given & string, flags = "iu"): RegExp =>
      opening(`(?:${fill(given[name] ?? NEVER)})${WORD_ENDS}`, unparted(name), flags),
    /** @param ends whether each is found by whole words only */
    rules: <Data extends Says>(data: readonly Data[], ends = true): readonly Rule<Data>[] =>
      data.map(({ says = NEVER, unparted: other = NEVER, ...rule }) => ({
        ...rule,
        pattern: opening(`(?:${fill(says)})${ends ? WORD_ENDS : ""}`, fill(other), "iu"),
      })),
  };
};

/** Part of a sentence. */
export interface Span {
  readonly index: number;
  readonly length: number;
}

export const spanOf = (match: RegExpExecArray): Span => ({ index: match.index, length: match[0].length });
export const endOf = ({ index, length }: Span): number => index + length;

/** The sentence without some of its parts. */
export const cut = (text: string, spans: readonly Span[]): string =>
  [...spans]
    .sort((left, right) => right.index - left.index)
    .reduce((rest, span) => `${rest.slice(0, span.index)} ${rest.slice(endOf(span))}`, text);

/** The first of the rules that fits, and how. */
export const firstOf = <Data>(rules: readonly Rule<Data>[], text: string) => {
  for (const rule of rules) {
    const match = rule.pattern.exec(text);
    if (match) return { rule, match, groups: match.groups ?? {}, ...spanOf(match) };
  }
  return null;
};

/** More than a sentence says, unless it is written to take long. */
const MAX_TAKEN = 40;
/** Keeps the places of what follows. */
const TAKEN = "·";

/** Takes all that the rules find out of a sentence, by the first rules first; what was found is in the sentence's order. */
export const takeAll = <Data>(rules: readonly Rule<Data>[], text: string) => {
  const taken: { readonly rule: Rule<Data>; readonly match: RegExpExecArray }[] = [];
  let rest = text;
  for (const rule of rules)
    for (
      let match = rule.pattern.exec(rest);
      match && taken.length < MAX_TAKEN;
      match = rule.pattern.exec(rest)
    ) {
      taken.push({ rule, match });
      const { index, 0: said } = match;
      rest = rest.slice(0, index) + TAKEN.repeat(said.length) + rest.slice(index + said.length);
    }
  return {
    rest: rest.replace(/·+/g, " "),
    taken: taken.sort((left, right) => left.match.index - right.match.index),
  };
};

/** What the first group of a match that has anything holds. */
export const groupOf = (match: readonly (string | undefined)[]): string =>
  match.slice(1).find((group) => group !== undefined) ?? "";

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
