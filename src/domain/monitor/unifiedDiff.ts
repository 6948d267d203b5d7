import type { DiffLine, RecordChange, TextDiff } from "../../contract/runs/changes.ts";

const sideOf = ({ parts }: DiffLine, leftOut: "added" | "removed"): string =>
  parts
    .filter(({ type }) => type !== leftOut)
    .map(({ text }) => text)
    .join("");

const before = (line: DiffLine): string[] => (line.type === "added" ? [] : [sideOf(line, "added")]);
const after = (line: DiffLine): string[] => (line.type === "removed" ? [] : [sideOf(line, "removed")]);

/** Changed lines that follow each other: all that were there, then all that are there now. */
const writeLines = (lines: readonly DiffLine[]): string[] => {
  const written: string[] = [];
  let run: DiffLine[] = [];
  const flush = (): void => {
    written.push(
      ...run.flatMap(before).map((text) => `-${text}`),
      ...run.flatMap(after).map((text) => `+${text}`),
    );
    run = [];
  };
  for (const line of lines)
    if (line.type === "same") {
      flush();
      written.push(` ${sideOf(line, "added")}`);
    } else run.push(line);
  flush();
  return written;
};

/** The difference in the unified format of `diff -u`. */
export const unifiedDiff = ({ hunks }: TextDiff): string =>
  [
    "--- previous",
    "+++ current",
    ...hunks.flatMap(({ previousLine, currentLine, lines }) => [
      `@@ -${previousLine},${lines.flatMap(before).length} +${currentLine},${lines.flatMap(after).length} @@`,
      ...writeLines(lines),
    ]),
    "",
  ].join("\n");

/** Adds the unified diff to the fields of a record that hold long texts. */
export const withUnified = (change: RecordChange): RecordChange => ({
  ...change,
  fields: Object.fromEntries(
    Object.entries(change.fields).map(([name, field]) => [
      name,
      field.diff ? { ...field, diff: { ...field.diff, unified: unifiedDiff(field.diff) } } : field,
    ]),
  ),
});
