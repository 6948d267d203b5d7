/** Searches, filters and sorts the items of a run, all of them. */

import { DomainError } from "../../contract/errors.ts";
import { type Condition, type Operator, parseCondition } from "../../contract/flows/conditions.ts";
import type { Item, ItemSelection } from "../../contract/runs/runs.ts";

/** Largest page of items, in bytes of JSON; API Gateway and Lambda allow 6 MB. */
export const MAX_PAGE_BYTES = 4_000_000;
/** The matches of a sorted list are held in memory: as much as a function of 1 GB has room for. */
const MAX_SORTED_CHARS = 150_000_000;

const OPERATORS: Readonly<Record<Operator, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

const asText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
const fold = (text: string): string => text.normalize("NFC").toLowerCase();

const invalid = (path: string, message: string): DomainError =>
  new DomainError("invalid-request", `The query is not valid: ${path} ${message}.`, {
    details: [{ path, message }],
  });

/** Numbers in texts count as numbers where they are written plainly. */
const numberOf = (value: unknown): number | null => {
  if (typeof value === "number") return value;
  return typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : null;
};

const holdsFor = (condition: Condition, path: string): ((item: Item) => boolean) => {
  switch (condition.kind) {
    case "number": {
      const { field, operator, value } = condition;
      return (item) => {
        const number = numberOf(item[field]);
        return number === null ? operator === "!=" : OPERATORS[operator](number, value);
      };
    }
    case "text": {
      const { field, operator, text } = condition;
      return (item) => (fold(asText(item[field])) === fold(text)) === (operator === "=");
    }
    case "contains": {
      const { field, text, negated } = condition;
      return (item) => fold(asText(item[field])).includes(fold(text)) !== negated;
    }
    default:
      throw invalid(
        path,
        'compares changes: items take conditions such as `price < 20` and `title contains "oak"`',
      );
  }
};

/** Conditions joined by "and", which may be part of a quoted text. */
const conditionsIn = (where: string): string[] => where.split(/\s+and\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/i);

const parsed = (text: string): Condition => {
  try {
    return parseCondition(text);
  } catch (error) {
    throw invalid("where", `"${text}" ${(error as Error).message}`);
  }
};

const MAX_LISTED = 24;

/** The fields that items have or may have; empty if that is not known. */
type Fields = readonly string[];

/** A misspelt field would take nothing, or sort nothing, without a word. */
const checkField = (path: string, field: string, known: Fields): void => {
  if (known.length === 0 || known.includes(field)) return;
  const use = known.length <= MAX_LISTED ? `: use ${known.join(", ")}` : "";
  throw invalid(path, `names the field "${field.slice(0, 100)}", which no item has${use}`);
};

/** @throws DomainError `invalid-request` for conditions that items do not take */
const testOf = ({ q, where }: ItemSelection, fields: Fields): ((item: Item) => boolean) => {
  const conditions = where === undefined ? [] : conditionsIn(where).map(parsed);
  const tests = conditions.map((condition) => holdsFor(condition, "where"));
  for (const condition of conditions)
    if ("field" in condition && condition.field !== null) checkField("where", condition.field, fields);
  const text = fold(q ?? "").trim();
  return (item) => {
    if (!Object.values(item).some((value) => fold(asText(value)).includes(text))) return false;
    return tests.every((holds) => holds(item));
  };
};

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Numbers before texts, both before what is missing. */
const rankOf = (value: unknown): number =>
  typeof value === "number" ? 0 : value === null || value === undefined || value === "" ? 2 : 1;

interface Sorted {
  readonly line: string;
  readonly value: unknown;
}

const compare = (left: Sorted, right: Sorted, sign: 1 | -1): number => {
  const [a, b] = [left.value, right.value];
  const ranks = rankOf(a) - rankOf(b);
  // What is missing comes last in both directions.
  if (ranks !== 0) return rankOf(a) === 2 || rankOf(b) === 2 ? ranks : sign * ranks;
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * collator.compare(asText(a), asText(b));
};

export const isSelecting = ({ q, where, sort }: ItemSelection): boolean =>
  q !== undefined || where !== undefined || sort !== undefined;

/**
 * The lines of NDJSON that a selection takes, in its order.
 *
 * @param fields those that the items have or may have; any if it is empty
 * @throws DomainError `invalid-request` for a condition that items do not take, `conflict` if more is to be sorted
 *   than fits in memory
 */
export const selectLines = async function* (
  lines: AsyncIterable<string>,
  selection: ItemSelection,
  fields: Fields,
): AsyncGenerator<string> {
  const isTaken = testOf(selection, fields);
  const { sort } = selection;
  const field = sort?.replace(/^-/, "") ?? "";
  if (sort !== undefined) checkField("sort", field, fields);
  const kept: Sorted[] = [];
  let chars = 0;
  for await (const line of lines) {
    const item = JSON.parse(line) as Item;
    if (!isTaken(item)) continue;
    if (sort === undefined) {
      yield line;
      continue;
    }
    chars += line.length;
    if (chars > MAX_SORTED_CHARS)
      throw new DomainError(
        "conflict",
        "These items are too many to sort. Narrow them with `q` or `where`, or export them unsorted.",
      );
    kept.push({ line, value: item[field] });
  }
  const sign = sort?.startsWith("-") ? -1 : 1;
  for (const { line } of kept.sort((left, right) => compare(left, right, sign))) yield line;
};

/** A page of what a selection takes, and how much it takes in all: every item is looked at. */
export const selectPage = async (
  all: AsyncIterable<string>,
  selection: ItemSelection,
  fields: Fields,
  { start, limit }: { readonly start: number; readonly limit: number },
) => {
  const lines: string[] = [];
  let total = 0;
  let bytes = 0;
  for await (const line of selectLines(all, selection, fields)) {
    const isNext = total === start + lines.length && lines.length < limit;
    total += 1;
    if (!isNext || (lines.length > 0 && bytes + Buffer.byteLength(line) > MAX_PAGE_BYTES)) continue;
    lines.push(line);
    bytes += Buffer.byteLength(line);
  }
  const end = start + lines.length;
  return { lines, total, next: end < total ? String(end) : null };
};
