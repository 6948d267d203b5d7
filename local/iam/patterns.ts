/** Wildcards and variables of policies. */
import { escapePattern } from "../../src/contract/wording.ts";

/** A call's values for conditions, by lower-case key. Missing keys are absent. */
export type Context = ReadonlyMap<string, readonly string[]>;

/** Creates a context. Keys without a value are absent. */
export const contextOf = (
  values: Readonly<Record<string, readonly string[] | string | undefined>>,
): Context =>
  new Map(
    Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [[key.toLowerCase(), [value].flat()] as const],
    ),
  );

/** Escapes for a literal `*`, `?` or `$`: `${*}`. */
const LITERALS: Readonly<Record<string, string>> = { "*": "\u{e000}", "?": "\u{e001}", $: "\u{e002}" };
const LITERAL_OF = new Map(Object.entries(LITERALS).map(([literal, mark]) => [mark, literal]));

const escaped = (character: string): string => escapePattern(LITERAL_OF.get(character) ?? character);

const SPECIAL = /[*?\u{e000}-\u{e002}]/u;

const compile = (pattern: string): RegExp => {
  const source = [...pattern].map((character) =>
    character === "*" ? "[^]*" : character === "?" ? "[^]" : escaped(character),
  );
  return new RegExp(`^${source.join("")}$`, "u");
};

/** Every request is matched with the same patterns. Those with an account's id would pile up. */
const MAX_COMPILED = 10_000;
const compiled = new Map<string, RegExp>();

/** `*` matches any characters and `?` any single one. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  if (!SPECIAL.test(pattern)) return pattern === text;
  const known = compiled.get(pattern);
  if (known) return known.test(text);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  const expression = compile(pattern);
  compiled.set(pattern, expression);
  return expression.test(text);
};

/** Parts of an ARN: `arn:partition:service:region:account:resource`. */
const ARN_PARTS = 6;

const partsOf = (arn: string): string[] => {
  const parts = arn.split(":");
  return [...parts.slice(0, ARN_PARTS - 1), parts.slice(ARN_PARTS - 1).join(":")];
};

/**
 * Whether an ARN matches a pattern. Compares part by part, so that a wildcard does not extend into the next part.
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_resource.html
 */
export const matchesArn = (pattern: string, arn: string): boolean => {
  if (pattern === "*") return true;
  const parts = partsOf(arn);
  return partsOf(pattern).every((part, i) => matchesPattern(part, parts[i] ?? ""));
};

/**
 * Replaces a pattern's variables with a call's values.
 *
 * @returns undefined if the call has no such value, or several; then nothing matches
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_variables.html
 */
export const substitute = (pattern: string, context: Context): string | undefined => {
  let isWhole = true;
  const filled = pattern.replace(/\$\{([^}]+)\}/g, (_, name: string) => {
    const literal = LITERALS[name];
    if (literal !== undefined) return literal;
    const [value, ...others] = context.get(name.trim().toLowerCase()) ?? [];
    if (value === undefined || others.length > 0) isWhole = false;
    return value ?? "";
  });
  return isWhole ? filled : undefined;
};
