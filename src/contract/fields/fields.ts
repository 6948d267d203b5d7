/**
 * The field grammar: one line gives a field's name, its place on the page and its transforms.
 *
 *     name                            found by its name within the record
 *     name: css                       text of the first match
 *     name: css@attr                  an attribute of the first match
 *     name: @attr                     an attribute of the record's own element
 *     name[]: css                     a list, one value per match
 *     name: css | trim | number       transforms, from left to right
 *
 * `|` and `@` inside brackets, parentheses or quotes belong to the selector.
 */
import { checkSelector } from "./selectors.ts";

/** Transforms without arguments. `html` and `own` choose what is read, so they come first. */
const PLAIN_TRANSFORMS = [
  "text",
  "html",
  "own",
  "trim",
  "lower",
  "upper",
  "number",
  "integer",
  "date",
  "url",
] as const;
type PlainTransform = (typeof PLAIN_TRANSFORMS)[number];

export type Transform =
  | { readonly name: PlainTransform }
  | { readonly name: "regex"; readonly pattern: string; readonly flags: string }
  | { readonly name: "replace"; readonly pattern: string; readonly flags: string; readonly with: string };

export interface Field {
  readonly name: string;
  /** One value per match (`name[]`) instead of the first. */
  readonly list: boolean;
  /** Where to read the value; null: found by the field's name. An empty selector is the record itself. */
  readonly source: { readonly selector: string; readonly attribute: string | null } | null;
  readonly transforms: readonly Transform[];
}

/** Whether a field is given by its name only. */
export const isBare = ({ source, transforms }: Field): boolean => source === null && transforms.length === 0;

/** Longest field text, in characters. */
export const MAX_FIELD_LENGTH = 500;
export const MAX_PATTERN_LENGTH = 200;

const NAME = /^[\p{L}_][\p{L}\p{N}_-]{0,63}$/u;
const RESERVED_NAMES: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);
const ATTRIBUTE = /^[^\s"'<>/=@|\\]{1,100}$/;

/** A field is invalid; the message is for the person who wrote it. */
export class FieldError extends Error {
  override readonly name = "FieldError";
}

/** What is wrong with a field's name, or null. */
export const checkFieldName = (name: string): string | null => {
  if (RESERVED_NAMES.has(name)) return `the name "${name}" is reserved`;
  if (!NAME.test(name))
    return `"${name}" is not a field name: use letters, digits, "_" and "-", at most 64, starting with a letter or "_"`;
  return null;
};

/** Index of the first `wanted` outside quotes, brackets and parentheses, or -1. */
const indexAtTopLevel = (text: string, wanted: string): number => {
  let quote = "";
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "\\") index++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === "[" || char === "(") depth++;
    else if (char === "]" || char === ")") depth--;
    else if (depth === 0 && char === wanted) return index;
  }
  return -1;
};

const REGEX_LITERAL = /^\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([a-z]*)/;
const TRANSFORM_NAME = /^\s*([a-z]+)\s*/i;

const compilePattern = (pattern: string, flags: string): void => {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new FieldError(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
  if (!/^[imsu]*$/.test(flags)) throw new FieldError(`unknown flags "${flags}": i, m, s and u are allowed`);
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    throw new FieldError((error as Error).message);
  }
};

/** Parses the arguments of `regex` and `replace` up to the closing parenthesis. */
const readPatternTransform = (name: "regex" | "replace", text: string): [Transform, string] => {
  const usage = name === "regex" ? "regex(/pattern/)" : 'replace(/pattern/, "text")';
  const open = /^\(\s*/.exec(text);
  const literal = open && REGEX_LITERAL.exec(text.slice(open[0].length));
  if (!open || !literal) throw new FieldError(`write ${usage}`);
  const [whole, pattern = "", flags = ""] = literal;
  compilePattern(pattern, flags);
  const rest = text.slice(open[0].length + whole.length);
  const end = name === "regex" ? /^\s*\)\s*/.exec(rest) : /^\s*,\s*("(?:\\.|[^"\\])*")\s*\)\s*/.exec(rest);
  if (!end) throw new FieldError(`write ${usage}`);
  const after = rest.slice(end[0].length);
  if (name === "regex") return [{ name, pattern, flags }, after];
  try {
    return [{ name, pattern, flags, with: JSON.parse(end[1] ?? "") as string }, after];
  } catch {
    throw new FieldError(`write ${usage}`);
  }
};

const readTransform = (text: string): [Transform, string] => {
  const match = TRANSFORM_NAME.exec(text);
  if (!match) throw new FieldError('a transform is missing after "|"');
  const name = (match[1] ?? "").toLowerCase();
  const rest = text.slice(match[0].length);
  if (name === "regex" || name === "replace") return readPatternTransform(name, rest);
  const plain = PLAIN_TRANSFORMS.find((known) => known === name);
  if (!plain)
    throw new FieldError(
      `unknown transform "${name}": known are ${[...PLAIN_TRANSFORMS, "regex", "replace"].join(", ")}`,
    );
  return [{ name: plain }, rest];
};

const readTransforms = (text: string): Transform[] => {
  const transforms: Transform[] = [];
  let rest = text;
  for (;;) {
    const [transform, after] = readTransform(rest);
    const { name } = transform;
    if ((name === "html" || name === "own") && transforms.length > 0)
      throw new FieldError(`"${name}" must be the first transform`);
    transforms.push(transform);
    if (after === "") return transforms;
    if (!after.startsWith("|")) throw new FieldError(`unexpected "${after}" after ${transform.name}`);
    rest = after.slice(1);
  }
};

const readSource = (text: string): NonNullable<Field["source"]> => {
  const at = indexAtTopLevel(text, "@");
  const selector = (at < 0 ? text : text.slice(0, at)).trim();
  const attribute = at < 0 ? null : text.slice(at + 1).trim();
  if (attribute !== null && !ATTRIBUTE.test(attribute))
    throw new FieldError(`"${attribute}" is not an attribute name`);
  if (selector === "" && attribute === null) throw new FieldError('a selector is missing after ":"');
  const problem = selector === "" ? null : checkSelector(selector);
  if (problem !== null) throw new FieldError(problem);
  return { selector, attribute };
};

/** Parses `css` or `css@attr`, the notation for links in `paginate` and `follow`. */
export const parseSelectorAndAttribute = (text: string): { selector: string; attribute: string | null } => {
  const source = readSource(text);
  if (source.selector === "") throw new FieldError("the selector is empty");
  return source;
};

/** Parses one field. @throws FieldError */
export const parseField = (text: string): Field => {
  if (text.length > MAX_FIELD_LENGTH) throw new FieldError(`longer than ${MAX_FIELD_LENGTH} characters`);
  const bar = indexAtTopLevel(text, "|");
  const head = bar < 0 ? text : text.slice(0, bar);
  const colon = head.indexOf(":");
  const label = (colon < 0 ? head : head.slice(0, colon)).trim();
  const list = label.endsWith("[]");
  const name = list ? label.slice(0, -2).trimEnd() : label;
  const problem = checkFieldName(name);
  if (problem !== null) throw new FieldError(problem);
  return {
    name,
    list,
    source: colon < 0 ? null : readSource(head.slice(colon + 1)),
    transforms: bar < 0 ? [] : readTransforms(text.slice(bar + 1)),
  };
};

const printTransform = (transform: Transform): string => {
  if (transform.name === "regex") return `regex(/${transform.pattern}/${transform.flags})`;
  if (transform.name === "replace")
    return `replace(/${transform.pattern}/${transform.flags}, ${JSON.stringify(transform.with)})`;
  return transform.name;
};

/** Formats a field so that `parseField` can parse it. */
export const formatField = ({ name, list, source, transforms }: Field): string => {
  const attribute = source?.attribute === null || !source ? "" : `@${source.attribute}`;
  const head = `${name}${list ? "[]" : ""}${source ? `: ${source.selector}${attribute}` : ""}`;
  return [head, ...transforms.map(printTransform)].join(" | ");
};
