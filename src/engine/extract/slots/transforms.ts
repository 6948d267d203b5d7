import { createContext, Script } from "node:vm";
import type { Transform } from "../../../contract/fields.ts";
import { type CoerceContext, coerceValue } from "../values/coerce.ts";
import { normaliseSpace } from "../values/text.ts";

/** Time that one pattern may take on one value, and on all values of a page. */
const VALUE_BUDGET_MS = 100;
const PAGE_BUDGET_MS = 1_000;
const MAX_INPUT = 20_000;

/**
 * Patterns that cannot backtrack for long on short text run as they are; the others run under a
 * time limit, which costs a thread each time.
 */
const MAX_SIMPLE_INPUT = 200;
const isSimple = (pattern: string): boolean =>
  !/\)[*+?{]/.test(pattern) && (pattern.match(/[*+?{]/g) ?? []).length <= 3;

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
  const simple = isSimple(transform.pattern);
  const replacement = transform.name === "replace" ? transform.with : null;
  let spentMs = 0;

  const run = (text: string): unknown => {
    if (simple && text.length <= MAX_SIMPLE_INPUT)
      return replacement === null ? pattern.exec(text) : text.replace(pattern, replacement);
    Object.assign(sandbox, { pattern, text, replacement });
    const script = replacement === null ? matchScript : replaceScript;
    return script.runInContext(sandbox, { timeout: VALUE_BUDGET_MS });
  };

  return (value) => {
    if (spentMs > PAGE_BUDGET_MS || value.length > MAX_INPUT) return null;
    const startedAt = performance.now();
    try {
      const result = run(value);
      if (typeof result === "string") return result;
      const match = result as RegExpExecArray | null;
      return match?.[1] ?? match?.[0] ?? null;
    } catch {
      return null;
    } finally {
      spentMs += performance.now() - startedAt;
    }
  };
};
