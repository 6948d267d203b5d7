/** A record's change in so many characters of JSON. */
import type { RecordChange, TextDiff } from "../../contract/runs/changes.ts";
import { truncate } from "../../contract/wording.ts";

type FieldChange = RecordChange["fields"][string];

const lengthOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** A beginning of a text that has at most so many characters as JSON, in which one character can take six. */
const beginningOf = (text: string, most: number): string => {
  let end = Math.min(text.length, Math.floor(most));
  const excess = (): number => lengthOf(text.slice(0, end)) - most;
  for (let over = excess(); over > 0 && end > 0; over = excess())
    end = Math.max(0, end - Math.ceil(over / 6));
  return truncate(text, end);
};

/** The beginning of a value: of a list its first entries, of anything but a text the beginning of its JSON. */
const shortenValue = (value: unknown, most: number): unknown => {
  if (lengthOf(value) <= most) return value;
  if (typeof value === "string") return beginningOf(value, most);
  if (!Array.isArray(value)) return beginningOf(JSON.stringify(value), most);
  let left = most;
  const end = value.findIndex((entry) => {
    left -= lengthOf(entry) + 1;
    return left < 0;
  });
  return [...value.slice(0, Math.max(0, end)), "…"];
};

/** The first lines of a diff; the others are counted. */
const shortenDiff = (diff: TextDiff, most: number): TextDiff => {
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

const shortenField = ({ diff, previous, current, ...field }: FieldChange, most: number): FieldChange => {
  const frame = { ...field, previous: "…", current: "…", ...(diff && { diff: { ...diff, hunks: [] } }) };
  const part = Math.max(0, most - lengthOf(frame)) / (diff ? 3 : 2);
  return {
    ...field,
    previous: shortenValue(previous, part),
    current: shortenValue(current, part),
    ...(diff && { diff: shortenDiff(diff, part) }),
  };
};

/**
 * The change as it is if it has at most `most` characters of JSON. Otherwise the fields share them, the shortest first, which
 * leave to the longer ones what they do not need: of longer values the beginning is given, and of a diff the first lines.
 */
export const shortenChange = (change: RecordChange, most: number): RecordChange => {
  if (lengthOf(change) <= most) return change;
  const fields = Object.entries(change.fields);
  const bySize = fields
    .map(([name, field]) => ({ name, field, size: lengthOf(field) }))
    .sort((left, right) => left.size - right.size);
  let left = most - lengthOf({ ...change, fields: {} }) - lengthOf(Object.keys(change.fields));
  const short = new Map<string, FieldChange>();
  for (const [at, { name, field, size }] of bySize.entries()) {
    const share = Math.max(0, Math.floor(left / (bySize.length - at)));
    short.set(name, size <= share ? field : shortenField(field, share));
    left -= Math.min(size, share);
  }
  return {
    ...change,
    fields: Object.fromEntries(fields.map(([name, field]) => [name, short.get(name) ?? field])),
  };
};
