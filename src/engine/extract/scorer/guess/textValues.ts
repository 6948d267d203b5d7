/** Texts that no label names as values of the types that are asked for. */
import type { ValueType } from "../../../../contract/fields/outputSchema.ts";
import { type CoerceContext, coerceValue } from "../../values/coerce.ts";
import { isEmpty } from "../../values/types.ts";

/** Types of which a text without a label may be a value. */
export const TYPES: ReadonlySet<unknown> = new Set([
  "string",
  "number",
  "integer",
  "price",
  "date",
  "string[]",
]);
/** What parts the entries of a text that lists some. */
export const ENTRIES = /\s*[,;，、]\s*/u;

const MAX_VALUE = 40;
const MIN_PART = 4;
const SOLE_NUMBER = /^\D*?(\d[\d.,]*)\D*$/;

/** The value of a text: with words around it, its only number. */
export const readText = (text: string, type: ValueType, context: CoerceContext): unknown => {
  if (type === "string") return text;
  if (text.length > MAX_VALUE || !/\p{N}/u.test(text)) return null;
  const value = coerceValue(text, type, context);
  return value === null && type !== "date"
    ? coerceValue(SOLE_NUMBER.exec(text)?.[1] ?? "", type, context)
    : value;
};

/** Whether a text says a value that a field has. */
export const says = (text: string, value: unknown, type: unknown, context: CoerceContext): boolean => {
  if (isEmpty(value)) return false;
  if (Array.isArray(value)) return value.some((one) => says(text, one, "string", context));
  const said = String(value);
  const isPart = (part: string, whole: string): boolean => part.length >= MIN_PART && whole.includes(part);
  return (
    text === said ||
    isPart(said, text) ||
    isPart(text, said) ||
    (TYPES.has(type) && type !== "string" && readText(text, type as ValueType, context) === value)
  );
};

/** Whether a text says anything by itself, as labels and separators do not. */
export const isTold = (text: string): boolean => /[\p{L}\p{N}\p{Sc}]/u.test(text) && !/[:：]$/.test(text);
