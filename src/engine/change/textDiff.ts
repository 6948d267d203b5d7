/** The difference between two texts, by lines and words, bounded for texts of any size. */
import { diffArrays } from "diff";
import type { DiffLine, NoiseReason, TextDiff } from "../../contract/runs/changes.ts";
import { isMatchable, matchLines } from "./matchLines.ts";
import { wordsOf } from "./words.ts";

type Part = DiffLine["parts"][number];

/** Unchanged lines shown on each side of a change. */
const CONTEXT_LINES = 3;
/** Changed lines and characters kept of a difference; the rest is counted. */
const MAX_LINES = 120;
const MAX_CHARS = 8_000;
/** Unchanged characters kept on each side of a change within a long line. */
const CONTEXT_CHARS = 100;
/** Texts that differ in more lines, or lines in more words, are taken as replaced. Bounds the quadratic search. */
const MAX_LINE_EDITS = 2_000;
const MAX_WORD_EDITS = 500;
const MAX_LINE_CHARS = 100_000;
/** Lines of one passage that are compared word by word. */
const MAX_PAIRS = 5_000;
/** Lines of one passage that are judged one by one, and characters of one that is judged at all; the rest counts. */
const MAX_JUDGED = 500;
const MAX_JUDGED_CHARS = 20_000;

/** A text of more characters, or of several lines, is shown by what differs in it. */
const LONG_CHARS = 400;

const SPACE_AND_WORD = /\s+/;
const countWords = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.split(SPACE_AND_WORD).filter(Boolean).length, 0);

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

/** Shortens what is the same in a long line. */
const folded = (parts: readonly Part[]): Part[] =>
  parts.map((part, index) => {
    if (part.type !== "same" || part.text.length <= 2 * CONTEXT_CHARS) return part;
    const head = index === 0 ? "" : part.text.slice(0, CONTEXT_CHARS);
    const tail = index === parts.length - 1 ? "" : part.text.slice(-CONTEXT_CHARS);
    return { type: "same", text: `${head}…${tail}`.toWellFormed() };
  });

/** Two lines of which one became the other; null if they have too little in common. */
const pairLines = (previous: string, current: string): DiffLine | null => {
  if (previous.length + current.length > MAX_LINE_CHARS) return null;
  const changes = diffArrays(tokensOf(previous), tokensOf(current), { maxEditLength: MAX_WORD_EDITS });
  if (!changes) return null;
  const parts = changes.map((change): Part => ({ type: typeOf(change), text: change.value.join("") }));
  const same = parts.filter(({ type, text }) => type === "same" && /[\p{L}\p{N}]/u.test(text));
  return same.length === 0 ? null : { type: "changed", parts: folded(parts) };
};

const whole = (type: Part["type"], text: string): DiffLine => {
  const cut = text.length > 2_000 ? `${text.slice(0, 2_000)}…`.toWellFormed() : text;
  return { type, parts: [{ type, text: cut }] };
};

/** Whether two passages of a field differ: "same", the reason why the difference is noise, or null if it is real. */
export type JudgePassages = (previous: string, current: string) => "same" | NoiseReason | null;

const judgeNothing: JudgePassages = () => null;

const mark = (line: DiffLine, verdict: ReturnType<JudgePassages>): DiffLine =>
  verdict === null || verdict === "same" || line.type === "same" ? line : { ...line, noise: verdict };

const countChars = (...passages: readonly (readonly string[])[]): number =>
  passages.flat().reduce((sum, line) => sum + line.length, 0);

/** The lines of a replaced passage, each with the reason if it is noise. */
const judgedLines = (
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
    lines.push(...gone.map((line) => whole("removed", line)), ...come.map((line) => whole("added", line)));
    gone.length = 0;
    come.length = 0;
  };
  for (const [index, [previous, current]] of matchLines(removed, added).entries()) {
    if (previous === current && previous !== undefined) {
      flush();
      lines.push(whole("same", previous));
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

const passagesOf = (before: readonly string[], after: readonly string[]): Passage[] => {
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

/** What was added and what was removed, each as one text with a line for every passage. */
export interface Replaced {
  readonly added: string;
  readonly removed: string;
  readonly addedWords: number;
  readonly removedWords: number;
}

const wordsIn = (lines: readonly DiffLine[], type: "added" | "removed"): string[] =>
  lines.map(({ parts }) =>
    parts
      .filter((part) => part.type === type)
      .map(({ text }) => text)
      .join(" "),
  );

/** Whether a value is compared line by line. */
export const isLongText = (value: unknown): value is string =>
  typeof value === "string" && (value.includes("\n") || value.length > LONG_CHARS);

const linesOf = (text: string): string[] => (text === "" ? [] : text.split(/\r?\n/));

const isReal = ({ type, noise }: DiffLine): boolean => type !== "same" && noise === undefined;

/** The lines of both texts that differ, without those taken for noise. If all are, none is left out. */
export const replacedIn = (
  previous: string,
  current: string,
  judge: JudgePassages = judgeNothing,
): Replaced => {
  const all = passagesOf(linesOf(previous), linesOf(current))
    .filter(({ same }) => same.length === 0)
    .flatMap(({ removed, added }) => judgedLines(removed, added, judge));
  const lines = all.some(isReal) ? all.filter(isReal) : all;
  const [added, removed] = [wordsIn(lines, "added"), wordsIn(lines, "removed")];
  return {
    added: added.join("\n"),
    removed: removed.join("\n"),
    addedWords: countWords(added),
    removedWords: countWords(removed),
  };
};

/** Pairs of passages that differ: the old and the new text. */
export const replacedPassages = (previous: string, current: string): [previous: string, current: string][] =>
  passagesOf(linesOf(previous), linesOf(current))
    .filter(({ same }) => same.length === 0)
    .map(({ removed, added }) => [removed.join("\n"), added.join("\n")]);

/** The difference between two texts. Its lines are marked if `judge` takes them for noise. */
export const diffTexts = (
  previous: string,
  current: string,
  judge: JudgePassages = judgeNothing,
): TextDiff => {
  const passages = passagesOf(linesOf(previous), linesOf(current));
  const hunks: { previousLine: number; currentLine: number; lines: DiffLine[] }[] = [];
  let [previousLine, currentLine, shown, chars, linesOmitted] = [1, 1, 0, 0, 0];
  let [addedWords, removedWords, noiseLines, realLines] = [0, 0, 0, 0];
  let open: (typeof hunks)[number] | null = null;
  for (const [index, { same, removed, added }] of passages.entries()) {
    if (same.length > 0) {
      const isLast = index === passages.length - 1;
      if (open && (isLast || same.length > 2 * CONTEXT_LINES)) {
        open.lines.push(...same.slice(0, CONTEXT_LINES).map((line) => whole("same", line)));
        open = null;
      } else if (open) open.lines.push(...same.map((line) => whole("same", line)));
      previousLine += same.length;
      currentLine += same.length;
      continue;
    }
    const lines = judgedLines(removed, added, judge);
    addedWords += countWords(wordsIn(lines, "added"));
    removedWords += countWords(wordsIn(lines, "removed"));
    noiseLines += lines.filter(({ noise }) => noise !== undefined).length;
    realLines += lines.filter(isReal).length;
    if (!open) {
      const context = (passages[index - 1]?.same ?? []).slice(-CONTEXT_LINES);
      open = {
        previousLine: previousLine - context.length,
        currentLine: currentLine - context.length,
        lines: context.map((line) => whole("same", line)),
      };
      if (shown < MAX_LINES && chars < MAX_CHARS) hunks.push(open);
    }
    for (const line of lines) {
      const size = line.parts.reduce((sum, { text }) => sum + text.length, 0);
      if (shown >= MAX_LINES || chars + size > MAX_CHARS) linesOmitted += line.type === "same" ? 0 : 1;
      else {
        open.lines.push(line);
        shown += 1;
        chars += size;
      }
    }
    previousLine += removed.length;
    currentLine += added.length;
  }
  // Each line alone may look like noise and the whole not: then nothing is marked.
  if (noiseLines > 0 && realLines === 0) return diffTexts(previous, current);
  return {
    addedWords,
    removedWords,
    ...(noiseLines > 0 && { noiseLines }),
    hunks: hunks.filter(({ lines }) => lines.some(({ type }) => type !== "same")),
    linesOmitted,
  };
};

/** A field's values before and after, those of long texts cut and with their difference. */
export const withDiff = <T extends { readonly previous: unknown; readonly current: unknown }>(
  field: T,
  judge: JudgePassages = judgeNothing,
) => {
  const { previous, current } = field;
  const isText = (value: unknown) => value === null || typeof value === "string";
  if (!isText(previous) || !isText(current) || !(isLongText(previous) || isLongText(current))) return field;
  const [from, to] = [previous, current].map((value) => (typeof value === "string" ? value : ""));
  return {
    ...field,
    previous: beginning(previous),
    current: beginning(current),
    diff: diffTexts(from ?? "", to ?? "", judge),
  };
};

const beginning = (value: unknown): unknown =>
  isLongText(value) && value.length > LONG_CHARS ? `${value.slice(0, LONG_CHARS)}…`.toWellFormed() : value;
