import type { DiffLine, RecordChange, TextDiff } from "../../contract/runs/changes.ts";
import type { Item } from "../../contract/runs/runs.ts";
import type { PictureDiff } from "../../contract/steps/pictures.ts";
import { counted, truncate } from "../../contract/wording.ts";
import type { Candidate } from "./conditions.ts";
import { labelOf } from "./label.ts";
import { toNumber } from "./numbers.ts";

const SHOWN_RECORDS = 3;
/** As many lines as a message of a chat shows without folding. */
const LISTED_RECORDS = 5;
const SHOWN_FIELDS = 3;
const SHOWN_CHARS = 60;

export interface TopChanges {
  readonly top: readonly string[];
  readonly more: number;
}

type FieldChange = Partial<RecordChange["fields"][string]>;

const isIsoCurrency = (value: unknown): value is string =>
  typeof value === "string" && /^[A-Z]{3}$/.test(value);

/** Formats money with its cents, and with its currency if known. */
const showMoney = (value: number, currency: unknown): string =>
  isIsoCurrency(currency)
    ? value.toLocaleString("en", { style: "currency", currency })
    : value.toLocaleString("en", { useGrouping: false, minimumFractionDigits: 2, maximumFractionDigits: 2 });

const hasTwoDecimals = (value: unknown): boolean =>
  typeof value === "number" &&
  !Number.isInteger(value) &&
  Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** Whether a number is money: its currency is known, or it has cents, or it is whole and the other side has cents. */
const isMoney = (value: number, { previous, current, currency }: FieldChange): boolean =>
  currency !== undefined ||
  hasTwoDecimals(value) ||
  (Number.isInteger(value) && [previous, current].some(hasTwoDecimals));

const show = (value: unknown, change: FieldChange, { currency }: Item): string => {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "number" && isMoney(value, change))
    return showMoney(value, change.currency ?? currency);
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value).replace(/\s+/g, " ").trim();
  return truncate(text, SHOWN_CHARS);
};

/** `3.2 % of the pixels, in 2 places` */
const describePicture = ({ share, areas, areasOmitted }: PictureDiff): string => {
  const places = areas.length + areasOmitted;
  return `${Number(share.toPrecision(2))} % of the pixels, in ${counted(places, "place")}`;
};

/** A line of Markdown as people read it: without the marks of headings, lists and tables. */
const plainOf = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^[\s|]*(?:#+ |[-*>] )?/, "")
    .replace(/[\s|]+$/, "")
    .replace(/ ?\| ?/g, ", ");

/** The first place that differs: a line that became another, or the lines up to there that went and came. */
const firstPlace = ({ hunks }: TextDiff): DiffLine[] => {
  const lines = hunks.flatMap(({ lines: all }) => all);
  const begin = lines.findIndex(({ type, noise, parts }) => {
    const says = parts.some((part) => part.type !== "same" && plainOf(part.text) !== "");
    return type !== "same" && noise === undefined && says;
  });
  const [first, ...others] = lines.slice(Math.max(0, begin));
  if (!first || first.type === "changed") return first ? [first] : [];
  const end = others.findIndex(({ type }) => type === "same" || type === "changed");
  return [first, ...others.slice(0, end === -1 ? undefined : end)];
};

/** The first place that differs, as `"14:00" → "16:00" (+1 −1 words)`. */
const describeText = (diff: TextDiff): string => {
  const place = firstPlace(diff).filter(({ noise }) => noise === undefined);
  const said = (type: "added" | "removed"): string => {
    const texts = place.flatMap(({ parts }) => parts.filter((part) => part.type === type));
    const text = texts.map((part) => plainOf(part.text)).find((plain) => plain !== "") ?? "";
    return text === "" ? "" : `"${truncate(text, SHOWN_CHARS)}"`;
  };
  const { addedWords, removedWords } = diff;
  const counts = `+${addedWords} −${removedWords} words`;
  const [removed, added] = [said("removed"), said("added")];
  if (removed !== "" && added !== "") return `${removed} → ${added} (${counts})`;
  return added === "" ? `without ${removed} (${counts})` : `with ${added} (${counts})`;
};

const nameOf = (record: Item, key: string): string => labelOf(record) ?? key;

const describeOne = ({ change, record }: Candidate): string => {
  const name = `"${nameOf(record, change.key)}"`;
  if (change.type !== "changed") return `${name} was ${change.type}`;
  const fields = Object.entries(change.fields);
  const shown = fields
    .slice(0, SHOWN_FIELDS)
    .map(([field, values]) =>
      values.picture
        ? `${wordsOf(field)} changed: ${describePicture(values.picture)}`
        : values.diff
          ? `${wordsOf(field)} ${describeText(values.diff)}`
          : `${wordsOf(field)} ${show(values.previous, values, record)} → ${show(values.current, values, record)}`,
    );
  const more = fields.length > SHOWN_FIELDS ? [`${fields.length - SHOWN_FIELDS} more fields`] : [];
  return `${name}: ${[...shown, ...more].join(", ")}`;
};

const count = (candidates: readonly Candidate[], type: string): string[] => {
  const { length } = candidates.filter(({ change }) => change.type === type);
  return length === 0 ? [] : [`${length} ${type}`];
};

/** Describes changes in one sentence: how many there are, and the first few. */
export const describeChanges = (candidates: readonly Candidate[]): string => {
  const [only] = candidates;
  if (only && candidates.length === 1) return `${describeOne(only)}.`;
  const counts = ["changed", "added", "removed"].flatMap((type) => count(candidates, type)).join(", ");
  const more = candidates.length > SHOWN_RECORDS ? "; …" : ".";
  return `${counts}: ${candidates.slice(0, SHOWN_RECORDS).map(describeOne).join("; ")}${more}`;
};

/** The first changes, one line each, and how many more there are. */
export const listChanges = (candidates: readonly Candidate[]): TopChanges => ({
  top: candidates.slice(0, LISTED_RECORDS).map(describeOne),
  more: Math.max(0, candidates.length - LISTED_RECORDS),
});

/** `originalPrice` → `original price` */
const wordsOf = (field: string): string =>
  (field === "markdown" ? "text" : field)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .toLowerCase();

const pluralOf = (words: string): string => {
  if (/[^aeiou]y$/.test(words)) return words.replace(/y$/, "ies");
  return /(?:s|x|ch|sh)$/.test(words) ? `${words}es` : `${words}s`;
};

/** The direction in which a number moved; undefined if it is unchanged or not a number on both sides. */
const directionOf = ({ change }: Candidate, field: string): "rose" | "fell" | undefined => {
  const from = toNumber(change.fields[field]?.previous);
  const to = toNumber(change.fields[field]?.current);
  if (from === null || to === null || from === to) return undefined;
  return to > from ? "rose" : "fell";
};

/** The single field that changed in all candidates, and how; null if there is none. */
const commonMove = (candidates: readonly Candidate[]): { field: string; verb: string } | null => {
  const [first] = candidates;
  const [field, second] = Object.keys(first?.change.fields ?? {});
  const isShared = ({ change }: Candidate): boolean =>
    change.type === "changed" &&
    Object.keys(change.fields).length === 1 &&
    field !== undefined &&
    field in change.fields;
  if (field === undefined || second !== undefined || !candidates.every(isShared)) return null;
  const directions = new Set(candidates.map((candidate) => directionOf(candidate, field)));
  const [direction] = directions;
  return { field, verb: directions.size === 1 && direction !== undefined ? direction : "changed" };
};

const sentenceOf = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

const titleOfOne = (candidate: Candidate): string => {
  const { change, record } = candidate;
  const name = nameOf(record, change.key);
  if (change.type === "added") return `New: ${name}`;
  if (change.type === "removed") return `Removed: ${name}`;
  const fields = Object.keys(change.fields);
  const [field = ""] = fields;
  if (fields.length > 1) return `${fields.length} fields of ${name} changed`;
  const values: FieldChange = change.fields[field] ?? {};
  const words = wordsOf(field);
  if (values.picture) return `${sentenceOf(words)} of ${name} changed: ${describePicture(values.picture)}`;
  if (values.diff) return `${sentenceOf(words)} of ${name} changed: ${describeText(values.diff)}`;
  const verb = directionOf(candidate, field) ?? "changed";
  return `${sentenceOf(words)} of ${name} ${verb} to ${show(values.current, values, record)}`;
};

const KINDS = { added: "new records", removed: "records removed", changed: "records changed" } as const;

/** The changes as an email subject: `61 prices fell`. */
export const titleChanges = (candidates: readonly Candidate[]): string => {
  const [first] = candidates;
  if (first === undefined) return "";
  if (candidates.length === 1) return titleOfOne(first);
  const total = candidates.length.toLocaleString("en");
  const move = commonMove(candidates);
  if (move !== null) return `${total} ${pluralOf(wordsOf(move.field))} ${move.verb}`;
  const types = new Set(candidates.map(({ change }) => change.type));
  return types.size === 1 ? `${total} ${KINDS[first.change.type]}` : `${total} changes`;
};
