/** Builds patterns from the phrases in ../vocabulary; `<name>` refers to another phrase of the same file. */
import numbers from "../vocabulary/numbers.json" with { type: "json" };

type Phrases = string | readonly string[];

/** Matches at the start of a word; `unparted` are phrases of scripts without spaces between words. */
const opening = (words: string, unparted: string, flags: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})|${unparted}`, flags);

/** The phrases that trigger a rule; an absent `says` or `unparted` never matches. */
interface Says {
  readonly says?: Phrases;
  readonly unparted?: Phrases;
}

/** A vocabulary rule with its phrases compiled to a pattern. */
export type Rule<Data> = Omit<Data, keyof Says> & { readonly pattern: RegExp };

/** Never matches. */
const NEVER = "(?!)";
const WORD_ENDS = "(?![\\p{L}\\p{N}])";

/** A file's phrases as regular expressions; a phrase `nameUnparted` is an alternative to `name`. */
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
    /** Without word boundaries. */
    raw: (name: keyof Given, flags = "iu"): RegExp => new RegExp(fill(given[name] ?? NEVER), flags),
    /** Starts at a word boundary. */
    opens: (name: keyof Given & string, flags = "iu"): RegExp =>
      opening(fill(given[name] ?? NEVER), unparted(name), flags),
    /** Whole words. */
    words: (name: keyof Given & string, flags = "iu"): RegExp =>
      opening(`(?:${fill(given[name] ?? NEVER)})${WORD_ENDS}`, unparted(name), flags),
    /** @param ends whether phrases must also end at a word boundary */
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

/** Replaces each span with a blank. */
export const cut = (text: string, spans: readonly Span[]): string =>
  [...spans]
    .sort((left, right) => right.index - left.index)
    .reduce((rest, span) => `${rest.slice(0, span.index)} ${rest.slice(endOf(span))}`, text);

/** The first rule that matches, with its match. */
export const firstOf = <Data>(rules: readonly Rule<Data>[], text: string) => {
  for (const rule of rules) {
    const match = rule.pattern.exec(text);
    if (match) return { rule, match, groups: match.groups ?? {}, ...spanOf(match) };
  }
  return null;
};

/** More than any sentence needs, unless it is crafted to take long. */
const MAX_TAKEN = 40;
/** Filler that keeps the positions of the text after a match. */
const TAKEN = "·";

/** Extracts every match from a sentence, earlier rules first; returns the matches in sentence order. */
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

/** The first capture group that matched; empty if none did. */
export const groupOf = (match: readonly (string | undefined)[]): string =>
  match.slice(1).find((group) => group !== undefined) ?? "";

const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(numbers.numbers).flatMap(([value, names]) =>
    names.split(" ").map((name) => [name, Number(value)] as const),
  ),
);

/** Number words, as alternatives of a regular expression. */
export const NUMBER_WORDS: string = Object.keys(NUMBERS).join("|");

/** The value of a number word or of digits; NaN if the text is neither. */
export const numberOf = (text: string | undefined): number =>
  NUMBERS[text?.toLowerCase() ?? ""] ?? Number(text);
