/** A record's change in so many characters of JSON. */
import type { RecordChange, TextDiff } from "../../contract/runs/changes.ts";

type FieldChange = RecordChange["fields"][string];

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** The beginning of a value; of one that is no text, of its JSON. */
const beginningOf = (value: unknown, most: number): unknown => {
  if (lengthOf(value) <= most) return value;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // A character can be six in JSON: "\u0001".
  return `${text.slice(0, Math.floor(most / 6))}…`.toWellFormed();
};

/** The first lines of a diff; the others are counted. */
const shortDiff = (diff: TextDiff, most: number): TextDiff => {
  let left = most;
  let { linesOmitted } = diff;
  const hunks = diff.hunks.flatMap((hunk) => {
    const end = hunk.lines.findIndex((line) => {
      left -= lengthOf(line);
      return left < 0;
    });
    if (end < 0) return [hunk];
    linesOmitted += hunk.lines.slice(end).filter(({ type }) => type !== "same").length;
    return end === 0 ? [] : [{ ...hunk, lines: hunk.lines.slice(0, end) }];
  });
  return { ...diff, hunks, linesOmitted };
};

/**
 * The change as it is if it has at most `most` characters of JSON. Otherwise each field gets an equal part of them: of
 * longer values the beginning, and of a diff the first lines.
 */
export const shortChange = (change: RecordChange, most: number): RecordChange => {
  if (lengthOf(change) <= most) return change;
  const fields = Object.entries(change.fields);
  const each = Math.floor(most / fields.length);
  const short = ({ diff, previous, current, ...field }: FieldChange): FieldChange => ({
    ...field,
    previous: beginningOf(previous, each / 8),
    current: beginningOf(current, each / 8),
    ...(diff && { diff: shortDiff(diff, each / 2) }),
  });
  return { ...change, fields: Object.fromEntries(fields.map(([name, field]) => [name, short(field)])) };
};
