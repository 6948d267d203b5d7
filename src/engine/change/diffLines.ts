/** Which lines of two texts are the same, which became others, and which were added or removed. */
import { diffArrays } from "diff";
import type { DiffLine, NoiseReason } from "../../contract/runs/changes.ts";
import { isMatchable, matchLines } from "./matchLines.ts";
import { wordsOf } from "./words.ts";

type Part = DiffLine["parts"][number];

/** Texts that differ in more lines, or lines in more words, are taken as replaced. Bounds the quadratic search. */
const MAX_LINE_EDITS = 2_000;
const MAX_WORD_EDITS = 500;
/** Lines of more characters, both together, are not compared word by word. */
const MAX_LINE_CHARS = 100_000;
/** Lines of one passage that are compared word by word. */
const MAX_PAIRS = 5_000;
/** Lines of one passage that are judged one by one, and characters of one that is judged at all; the rest counts. */
const MAX_JUDGED = 500;
const MAX_JUDGED_CHARS = 20_000;

/** The words of a line and the spaces between them: joined, they are the line. */
const tokensOf = (line: string): string[] => {
  const tokens: string[] = [];
  let from = 0;
  for (const word of wordsOf(line)) {
    const at = line.indexOf(word, from);
    if (at > from) tokens.push(line.slice(from, at));
    tokens.push(word);
    from = at + word.length;
  }
  if (from < line.length) tokens.push(line.slice(from));
  return tokens;
};

const typeOf = ({ added, removed }: { added?: boolean; removed?: boolean }): Part["type"] =>
  added ? "added" : removed ? "removed" : "same";

/** Two lines of which one became the other; null if they have too little in common. */
const pairLines = (previous: string, current: string): DiffLine | null => {
  if (previous.length + current.length > MAX_LINE_CHARS) return null;
  const changes = diffArrays(tokensOf(previous), tokensOf(current), { maxEditLength: MAX_WORD_EDITS });
  if (!changes) return null;
  const parts = changes.map((change): Part => ({ type: typeOf(change), text: change.value.join("") }));
  const same = parts.filter(({ type, text }) => type === "same" && /[\p{L}\p{N}]/u.test(text));
  return same.length === 0 ? null : { type: "changed", parts };
};

export const wholeLine = (type: Part["type"], text: string): DiffLine => ({ type, parts: [{ type, text }] });

/** Whether two passages of a field differ: "same", the reason why the difference is noise, or null if it is real. */
export type JudgePassages = (previous: string, current: string) => "same" | NoiseReason | null;

export const judgeNothing: JudgePassages = () => null;

const mark = (line: DiffLine, verdict: ReturnType<JudgePassages>): DiffLine =>
  verdict === null || verdict === "same" || line.type === "same" ? line : { ...line, noise: verdict };

const countChars = (...passages: readonly (readonly string[])[]): number =>
  passages.flat().reduce((sum, line) => sum + line.length, 0);

/** The lines of a replaced passage, each with the reason if it is noise. */
export const judgedLines = (
  removed: readonly string[],
  added: readonly string[],
  judge: JudgePassages,
): DiffLine[] => {
  if (judge === judgeNothing || countChars(removed, added) > MAX_JUDGED_CHARS)
    return pairedLines(removed, added, judgeNothing);
  const verdict = judge(removed.join("\n"), added.join("\n"));
  if (verdict === null && removed.length + added.length > 2) return pairedLines(removed, added, judge);
  return pairedLines(removed, added, judgeNothing).map((line) => mark(line, verdict));
};

/** The lines of a replaced passage: those that became others, then what was removed and added. */
const pairedLines = (
  removed: readonly string[],
  added: readonly string[],
  judge: JudgePassages,
): DiffLine[] => {
  const lines: DiffLine[] = [];
  const [gone, come]: [string[], string[]] = [[], []];
  const flush = (): void => {
    lines.push(
      ...gone.map((line) => wholeLine("removed", line)),
      ...come.map((line) => wholeLine("added", line)),
    );
    gone.length = 0;
    come.length = 0;
  };
  for (const [index, [previous, current]] of matchLines(removed, added).entries()) {
    if (previous === current && previous !== undefined) {
      flush();
      lines.push(wholeLine("same", previous));
      continue;
    }
    const pair =
      previous !== undefined && current !== undefined && index < MAX_PAIRS
        ? pairLines(previous, current)
        : null;
    if (pair) {
      flush();
      lines.push(mark(pair, index < MAX_JUDGED ? judge(previous ?? "", current ?? "") : null));
    } else {
      if (previous !== undefined) gone.push(previous);
      if (current !== undefined) come.push(current);
    }
  }
  flush();
  return lines;
};

/** Blank lines separate paragraphs of any text: they do not say that what is around them is in the same place. */
const isBlank = (line: string): boolean => line.trim() === "";

/** Passages of lines that are the same or replaced, in order. */
interface Passage {
  readonly same: readonly string[];
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** Whether a passage with what follows is short enough to be matched and judged. */
const isMergeable = ({ removed, added }: Passage, following: readonly { value: string[] }[]): boolean =>
  isMatchable(removed, added) &&
  countChars(removed, added, ...following.map(({ value }) => value)) <= MAX_JUDGED_CHARS;

export const passagesOf = (before: readonly string[], after: readonly string[]): Passage[] => {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_LINE_EDITS }) ?? [
    { value: [...before], removed: true, added: false, count: before.length },
    { value: [...after], removed: false, added: true, count: after.length },
  ];
  const passages: Passage[] = [];
  for (const [index, { value, added, removed }] of changes.entries()) {
    const last = passages.at(-1);
    const open = last?.same.length === 0 ? last : undefined;
    const following = changes.slice(index + 1, index + 3).filter((next) => next.added || next.removed);
    const isMerged = open && value.every(isBlank) && following.length > 0 && isMergeable(open, following);
    if (!added && !removed && !isMerged) {
      passages.push({ same: value, removed: [], added: [] });
      continue;
    }
    if (open) passages.pop();
    passages.push({
      same: [],
      removed: [...(open?.removed ?? []), ...(added ? [] : value)],
      added: [...(open?.added ?? []), ...(removed ? [] : value)],
    });
  }
  return passages;
};
