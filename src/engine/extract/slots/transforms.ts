import type { Transform } from "../../../contract/fields/fields.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import { normaliseSpace } from "../values/text.ts";
import type { Patterns } from "./patterns.ts";

type Apply = (value: string, context: CoerceContext) => unknown;

/** Compiles a transform for one field on one page. The result returns null if a value does not fit. */
export const compileTransform = (transform: Transform, field: string, patterns: Patterns): Apply => {
  const { name } = transform;
  return name === "regex" || name === "replace"
    ? patterns.add(field, compilePattern(transform))
    : PLAIN[name];
};

const STRIP_TAGS = /<[^<>]*>/g;

const PLAIN: Readonly<Record<Exclude<Transform["name"], "regex" | "replace">, Apply>> = {
  text: (value) => normaliseSpace(value.replace(STRIP_TAGS, " ")),
  // `html` and `own` change how the element is read (see read.ts), not the value.
  html: (value) => value,
  own: (value) => value,
  trim: (value) => value.trim(),
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  number: (value, context) => coerceValue(value, "number", context),
  integer: (value, context) => coerceValue(value, "integer", context),
  date: (value, context) => coerceValue(value, "date", context),
  url: (value, context) => coerceValue(value, "url", context),
};

const compilePattern = (transform: Extract<Transform, { pattern: string }>) => {
  const pattern = new RegExp(transform.pattern, transform.flags);
  if (transform.name === "replace") return (text: string): string => text.replace(pattern, transform.with);
  return (text: string): string | null => {
    const match = pattern.exec(text);
    return match?.[1] ?? match?.[0] ?? null;
  };
};
