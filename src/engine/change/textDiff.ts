/** The difference between two texts, by lines and words, bounded for texts of any size. */
import type { DiffLine, TextDiff } from "../../contract/runs/changes.ts";
import { truncate } from "../../contract/wording.ts";
import { type JudgePassages, judgedLines, judgeNothing, passagesOf, wholeLine } from "./diffLines.ts";

/** Unchanged lines shown on each side of a change. */
const CONTEXT_LINES = 3;
/** Lines, and characters of JSON, kept of a difference; changed lines beyond them are counted. */
const MAX_LINES = 120;
const MAX_CHARS = 12_000;
/** Unchanged characters shown on each side of a change within a long line. */
const CONTEXT_CHARS = 100;
/** Characters shown of what was added or removed in one place. */
const MAX_PART_CHARS = 2_000;

/** A text of more characters, or of several lines, is shown by what differs in it. */
const LONG_CHARS = 400;

const SPACE_AND_WORD = /\s+/;
const countWords = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + line.split(SPACE_AND_WORD).filter(Boolean).length, 0);

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

/** The middle of a long text left out; at the beginning or the end of a line, all but what is next to the change. */
const fold = (text: string, isFirst: boolean, isLast: boolean): string => {
  if (text.length <= 2 * CONTEXT_CHARS) return text;
  const head = isFirst ? "" : text.slice(0, CONTEXT_CHARS);
  const tail = isLast ? "" : text.slice(-CONTEXT_CHARS);
  return `${head}…${tail}`.toWellFormed();
};

/** A line as it is shown in at most about `most` characters of JSON: "…" stands for what is left out of a long one. */
const shortened = (line: DiffLine, most: number): DiffLine => {
  const { type, parts } = line;
  if (type === "same")
    return {
      ...line,
      parts: parts.map((part) => ({ ...part, text: truncate(part.text, 2 * CONTEXT_CHARS) })),
    };
  const shown: DiffLine["parts"] = [];
  let left = most;
  for (const [index, part] of parts.entries()) {
    const [isFirst, isLast] = [index === 0, index === parts.length - 1];
    const text =
      part.type === "same" ? fold(part.text, isFirst, isLast) : truncate(part.text, MAX_PART_CHARS);
    const next = { ...part, text };
    left -= JSON.stringify(next).length;
    if (left < 0 && !isFirst) return { ...line, parts: [...shown, { type: "same", text: "…" }] };
    shown.push(next);
  }
  return { ...line, parts: shown };
};

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
  const show = (lines: readonly DiffLine[]): void => {
    for (const line of lines) {
      const isFull = shown >= MAX_LINES || chars >= MAX_CHARS;
      if (isFull) linesOmitted += line.type === "same" ? 0 : 1;
      else {
        const short = shortened(line, MAX_CHARS - chars);
        open?.lines.push(short);
        shown += 1;
        chars += JSON.stringify(short).length;
      }
    }
  };
  const showContext = (lines: readonly string[]): void => show(lines.map((line) => wholeLine("same", line)));
  for (const [index, { same, removed, added }] of passages.entries()) {
    if (same.length > 0) {
      const isLast = index === passages.length - 1;
      if (open && (isLast || same.length > 2 * CONTEXT_LINES)) {
        showContext(same.slice(0, CONTEXT_LINES));
        open = null;
      } else if (open) showContext(same);
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
        lines: [],
      };
      hunks.push(open);
      showContext(context);
    }
    show(lines);
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

const beginning = (value: unknown): unknown => (isLongText(value) ? truncate(value, LONG_CHARS) : value);
