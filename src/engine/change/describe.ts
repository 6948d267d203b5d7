import type { Item } from "../../contract/runs.ts";
import type { Candidate } from "./conditions.ts";

const SHOWN_RECORDS = 3;
const SHOWN_FIELDS = 3;
const SHOWN_CHARS = 60;

const show = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value).replace(/\s+/g, " ").trim();
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
};

const nameOf = (record: Item, key: string): string => {
  const named = Object.keys(record).find((name) => /^(?:title|name|headline)$/i.test(name) && record[name]);
  return named === undefined ? key : show(record[named]);
};

const describeOne = ({ change, record }: Candidate): string => {
  const name = `"${nameOf(record, change.key)}"`;
  if (change.type !== "changed") return `${name} was ${change.type}`;
  const fields = Object.entries(change.fields);
  const shown = fields
    .slice(0, SHOWN_FIELDS)
    .map(([field, { previous, current }]) => `${field} ${show(previous)} → ${show(current)}`);
  const more = fields.length > SHOWN_FIELDS ? [`${fields.length - SHOWN_FIELDS} more fields`] : [];
  return `${name}: ${[...shown, ...more].join(", ")}`;
};

const count = (candidates: readonly Candidate[], type: string): string[] => {
  const { length } = candidates.filter(({ change }) => change.type === type);
  return length === 0 ? [] : [`${length} ${type}`];
};

/** Changes in one sentence for people: how many, and what the first ones are. */
export const describeChanges = (candidates: readonly Candidate[]): string => {
  const [only] = candidates;
  if (only && candidates.length === 1) return `${describeOne(only)}.`;
  const counts = ["changed", "added", "removed"].flatMap((type) => count(candidates, type)).join(", ");
  const more = candidates.length > SHOWN_RECORDS ? "; …" : ".";
  return `${counts}: ${candidates.slice(0, SHOWN_RECORDS).map(describeOne).join("; ")}${more}`;
};
