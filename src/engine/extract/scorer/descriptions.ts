/** Descriptions in metadata that lost the spaces between their words, and the text of the page that has them. */
import type { Block } from "../page/blocks.ts";
import { type Fact, placeOf } from "../sources/facts.ts";
import { UNSPACED } from "../vocabulary/patterns.ts";

const CUT = /\s*(?:…|\.{3})\s*$/;

const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

/** How many characters other than spaces come before each space of a text. */
const gapsOf = (text: string): Set<number> => {
  const gaps = new Set<number>();
  let at = 0;
  for (const word of text.split(/\s+/)) {
    at += word.length;
    gaps.add(at);
  }
  return gaps;
};

const isBetweenWords = (text: string, at: number): boolean =>
  /[\p{L}\p{N}]/u.test(text[at] ?? "") && !UNSPACED.test((text[at - 1] ?? "") + (text[at] ?? ""));

interface Shown {
  /** The text of each block, and where it starts and ends in `letters`. */
  readonly texts: readonly { readonly text: string; readonly start: number; readonly end: number }[];
  /** The texts of all blocks without spaces. */
  readonly letters: string;
}

const lay = (blocks: readonly Block[]): Shown => {
  let letters = "";
  const texts = blocks.map(({ text }) => {
    const start = letters.length;
    letters += withoutSpace(text);
    return { text, start, end: letters.length };
  });
  return { texts, letters };
};

/** The blocks with a text whose words they have apart; null if the page has no such text, or it has the same spaces. */
const findApart = (description: string, { texts, letters }: Shown): string | null => {
  const said = description.replace(CUT, "").trim();
  const own = withoutSpace(said);
  const from = own === "" ? -1 : letters.indexOf(own);
  if (from < 0) return null;
  const covered = texts.filter(({ start, end }) => start < from + own.length && end > from);
  const shown = covered.map(({ text }) => text).join(" ");
  const before = from - (covered[0]?.start ?? 0);
  const gaps = gapsOf(said);
  const isGlued = [...gapsOf(shown)]
    .map((gap) => gap - before)
    .some((gap) => gap > 0 && gap < own.length && !gaps.has(gap) && isBetweenWords(own, gap));
  return isGlued ? shown : null;
};

/** The page's own text counts a little more than the metadata that has it without spaces. */
const CLEAN = 1.05;
const GLUED = 0.8;

/**
 * Gives the page's own text instead of descriptions that are the same text without the spaces between some words, as
 * programs write that strip tags: "Made of oakSeats four".
 */
export const withWordsApart = (facts: readonly Fact[], blocks: readonly Block[]): Fact[] => {
  let shown: Shown | undefined;
  return facts.flatMap((fact) => {
    const [value] = fact.values;
    if (fact.concept !== "description" || fact.source === "content" || typeof value !== "string")
      return [fact];
    shown ??= lay(blocks);
    const text = findApart(value, shown);
    if (text === null) return [fact];
    const own: Fact = {
      ...fact,
      values: [text],
      source: "content",
      confidence: Math.min(0.99, fact.confidence * CLEAN),
      origin: placeOf("main content"),
    };
    return [own, { ...fact, confidence: fact.confidence * GLUED }];
  });
};
