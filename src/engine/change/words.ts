/** Texts as words, and the words in which two texts differ. */
import { diffArrays } from "diff";
import { SEGMENTED } from "../extract/vocabulary/patterns.ts";

/** A number with its separators, a word, or a single sign. */
const WORD = /\p{N}+(?:[.,'’:/-]\p{N}+)*|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** The words, numbers and signs of a text, without its spaces. */
export const wordsOf = (text: string): string[] => {
  const words = text.match(WORD) ?? [];
  if (!SEGMENTED.test(text)) return words;
  return words.flatMap((word) =>
    SEGMENTED.test(word) ? [...segmenter.segment(word)].map(({ segment }) => segment) : [word],
  );
};

/** A place where two texts differ. */
export interface Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The words before it and after it; empty at the ends of the text. */
  readonly before: string;
  readonly after: string;
}

/** Words on either side that identify a place. */
const CONTEXT_WORDS = 2;
/** Texts that differ in more words are different texts: comparing them takes quadratic time. */
const MAX_EDITS = 400;
const MAX_CHARS = 200_000;

/** The places where two texts differ, in order; null if they differ in too much. */
export const hunksOf = (previous: string, current: string): Hunk[] | null => {
  if (previous.length + current.length > MAX_CHARS) return null;
  const parts = diffArrays(wordsOf(previous), wordsOf(current), { maxEditLength: MAX_EDITS });
  if (!parts) return null;
  const hunks: Hunk[] = [];
  let before: string[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    if (!part) break;
    if (!part.added && !part.removed) {
      before = part.value.slice(-CONTEXT_WORDS);
      continue;
    }
    const next = parts[i + 1];
    const other = next && (next.added || next.removed) ? next : undefined;
    const both = [part, ...(other ? [other] : [])];
    if (other) i += 1;
    hunks.push({
      removed: both.filter(({ removed }) => removed).flatMap(({ value }) => value),
      added: both.filter(({ added }) => added).flatMap(({ value }) => value),
      before: before.join(" "),
      after: parts[i + 1]?.value.slice(0, CONTEXT_WORDS).join(" ") ?? "",
    });
    before = [];
  }
  return hunks;
};
