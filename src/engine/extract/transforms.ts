import { createContext, Script } from "node:vm";
import type { Transform } from "../../contract/fields.ts";
import { type CoerceContext, coerceValue } from "./coerce.ts";
import { normaliseSpace } from "./text.ts";

/** Time that one pattern may take on one value; patterns that backtrack for ever are cut off here. */
const PATTERN_BUDGET_MS = 100;
const MAX_PATTERN_INPUT = 20_000;

const sandbox = createContext({ pattern: null, text: "", replacement: "" });
const matchScript = new Script("pattern.exec(text)");
const replaceScript = new Script("text.replace(pattern, replacement)");

type Apply = (value: string, context: CoerceContext) => unknown;

/** A transform ready for the values of one page. Null: the value does not fit. */
export const compileTransform = (transform: Transform): Apply => {
  const { name } = transform;
  if (name === "regex" || name === "replace") return compilePattern(transform);
  return PLAIN[name];
};

const STRIP_TAGS = /<[^<>]*>/g;

const PLAIN: Readonly<Record<Exclude<Transform["name"], "regex" | "replace">, Apply>> = {
  text: (value) => normaliseSpace(value.replace(STRIP_TAGS, " ")),
  // What is read as HTML is chosen where the element is read.
  html: (value) => value,
  trim: (value) => value.trim(),
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  number: (value, context) => coerceValue(value, "number", context),
  integer: (value, context) => coerceValue(value, "integer", context),
  date: (value, context) => coerceValue(value, "date", context),
  url: (value, context) => coerceValue(value, "url", context),
};

const compilePattern = (transform: Extract<Transform, { pattern: string }>): Apply => {
  const pattern = new RegExp(transform.pattern, transform.flags);
  let isTooSlow = false;
  return (value) => {
    if (isTooSlow || value.length > MAX_PATTERN_INPUT) return null;
    Object.assign(sandbox, {
      pattern,
      text: value,
      replacement: transform.name === "replace" ? transform.with : "",
    });
    const script = transform.name === "regex" ? matchScript : replaceScript;
    try {
      const result: unknown = script.runInContext(sandbox, { timeout: PATTERN_BUDGET_MS });
      if (typeof result === "string") return result;
      const match = result as RegExpExecArray | null;
      return match?.[1] ?? match?.[0] ?? null;
    } catch {
      // A second value would take as long: one page pays for it once.
      isTooSlow = true;
      return null;
    }
  };
};
