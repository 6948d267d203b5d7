import { type Condition, type Operator, parseCondition } from "../../contract/flows/conditions.ts";
import type { MonitorOptions } from "../../contract/flows/monitor.ts";
import type { RecordChange } from "../../contract/runs/changes.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { canonOf } from "./canonical.ts";
import type { JudgePassages } from "./diffLines.ts";
import { toNumber } from "./numbers.ts";
import { comesBackInStock } from "./stock.ts";
import { type Replaced, replacedIn } from "./textDiff.ts";

/** A change with its record: the current one, or the last known one if it was removed. */
export interface Candidate {
  readonly change: RecordChange;
  readonly record: Item;
  /** The record before the change. */
  readonly previous?: Item | undefined;
  /** Tells which lines of a field's text are noise: they meet no condition. */
  readonly judge?: ((field: string) => JudgePassages) | undefined;
}

const OPERATORS: Readonly<Record<Operator, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

const fold = (text: unknown): string => String(text ?? "").toLowerCase();
const asText = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : fold(value);

const contains = (value: unknown, text: string): boolean =>
  asText(value).toLowerCase().replace(/\s+/g, " ").includes(text.toLowerCase());

/** A number before and after a change; null unless both sides are numbers. */
const moved = ({ change }: Candidate, field: string): { from: number; to: number } | null => {
  const values = change.type === "changed" ? change.fields[field] : undefined;
  const from = toNumber(values?.previous);
  const to = toNumber(values?.current);
  return from === null || to === null ? null : { from, to };
};

const percentMoved = (candidate: Candidate, field: string): number | null => {
  const values = moved(candidate, field);
  return values && values.from !== 0
    ? (Math.abs(values.to - values.from) / Math.abs(values.from)) * 100
    : null;
};

const percentHolds = (
  candidate: Candidate,
  { field, operator, value }: Extract<Condition, { kind: "percent" }>,
): boolean =>
  (field === null ? Object.keys(candidate.change.fields) : [field]).some((name) => {
    const percent = percentMoved(candidate, name);
    return percent !== null && OPERATORS[operator](Number(percent.toPrecision(12)), value);
  });

/** The text that a change adds and removes, in all fields that changed. */
const passagesOf = ({ change, record, previous = {}, judge }: Candidate): Replaced => {
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const fields = Object.keys(change.fields).map((name) =>
    change.type === "removed"
      ? replacedIn(text(record[name]), "")
      : change.type === "added"
        ? replacedIn("", text(record[name]))
        : replacedIn(text(previous[name]), text(record[name]), judge?.(name)),
  );
  return {
    added: fields.map(({ added }) => added).join("\n"),
    removed: fields.map(({ removed }) => removed).join("\n"),
    addedWords: fields.reduce((sum, { addedWords }) => sum + addedWords, 0),
    removedWords: fields.reduce((sum, { removedWords }) => sum + removedWords, 0),
  };
};

const passageHolds = (
  candidate: Candidate,
  { side, text, isPattern, negated }: Extract<Condition, { kind: "passage" }>,
): boolean => {
  const passages = passagesOf(candidate);
  // Nothing was added or removed: there is no text that could lack something.
  if (passages[`${side}Words`] === 0) return false;
  const found = isPattern ? new RegExp(text, "iu").test(passages[side]) : contains(passages[side], text);
  return found !== negated;
};

const wordsHold = (
  candidate: Candidate,
  { side, operator, value }: Extract<Condition, { kind: "words" }>,
): boolean => {
  const { addedWords, removedWords } = passagesOf(candidate);
  const counts = { added: addedWords, removed: removedWords, changed: addedWords + removedWords };
  return OPERATORS[operator](counts[side], value);
};

const holds = (condition: Condition, candidate: Candidate): boolean => {
  const { change, record } = candidate;
  switch (condition.kind) {
    case "type":
      return change.type === condition.type;
    case "number": {
      const number = toNumber(record[condition.field]);
      return number !== null && OPERATORS[condition.operator](number, condition.value);
    }
    case "text":
      return (
        (canonOf(fold(record[condition.field])) === canonOf(fold(condition.text))) ===
        (condition.operator === "=")
      );
    case "contains":
      return contains(record[condition.field], condition.text) !== condition.negated;
    case "percent":
      return percentHolds(candidate, condition);
    case "passage":
      return passageHolds(candidate, condition);
    case "words":
      return wordsHold(candidate, condition);
    case "pixels":
      return Object.values(change.fields).some(
        ({ picture }) =>
          picture !== undefined && OPERATORS[condition.operator](picture.share, condition.value),
      );
    case "moves": {
      const values = moved(candidate, condition.field);
      return (
        values !== null &&
        (condition.direction === "rises" ? values.to > values.from : values.to < values.from)
      );
    }
  }
};

/** The fields that the owner's conditions name. */
export const namedFields = ({ conditions = [] }: MonitorOptions): string[] =>
  conditions.map(parseCondition).flatMap((condition) => {
    const field = "field" in condition ? condition.field : null;
    return field === null ? [] : [field];
  });

/** Whether the change affects the condition's field: a new title does not trigger a price condition. */
const isAbout = (condition: Condition, { change }: Candidate): boolean => {
  if (!("field" in condition) || condition.kind === "percent" || condition.kind === "moves") return true;
  return change.type !== "removed" && Object.hasOwn(change.fields, condition.field);
};

/** Returns a function that decides whether a change triggers an alert. Without conditions, every change does. */
export const createJudge = (options: MonitorOptions): ((candidate: Candidate) => boolean) => {
  const conditions = (options.conditions ?? []).map(parseCondition);
  const { match = "any", restock = false } = options;
  return (candidate) => {
    if (restock && !comesBackInStock(candidate.change)) return false;
    if (conditions.length === 0) return true;
    const about = conditions.filter((condition) => isAbout(condition, candidate));
    if (match === "any") return about.some((condition) => holds(condition, candidate));
    return about.length > 0 && conditions.every((condition) => holds(condition, candidate));
  };
};
