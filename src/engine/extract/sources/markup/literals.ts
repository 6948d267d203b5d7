/** Reads object and array literals in scripts, as JSON or as code: `{sku: 'A-1', price: 9.5}`. */
import { isUnsafeName } from "../../../../contract/common.ts";

/** Values by key. Objects with no key, or a duplicate one, are in a list under the empty key. */
type Values = Record<string, unknown>;
type Container = Values | unknown[];

const MAX_CONTAINERS = 50_000;
/** Anything longer is not a regular expression: the slash is a division. */
const MAX_PATTERN = 200;
const STRING =
  String.raw`"[^"\\\n]*(?:\\[\s\S][^"\\\n]*)*"?|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'?|` +
  "`[^`\\\\]*(?:\\\\[\\s\\S][^`\\\\]*)*`?";
const COMMENT = String.raw`\/\*[\s\S]*?(?:\*\/|$)|(?<!:)\/\/[^\n]*`;
/** A regular expression where a value can be. Quotes in it don't delimit strings. */
const PATTERN = String.raw`(?<=[(,=:[!&|?{};\n][ \t]*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,${MAX_PATTERN}}\]){1,${MAX_PATTERN}}\/`;
const TOKEN = new RegExp(String.raw`${STRING}|${COMMENT}|${PATTERN}|[\w$.-]+|[=!<>]=+|=>|[{}[\]:=,;(?]`, "g");

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "", b: "", f: "" };
const ESCAPED = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g;
const unescapeText = (text: string): string =>
  text.includes("\\")
    ? text.replace(ESCAPED, (_whole, long, short, other) =>
        other === undefined
          ? String.fromCharCode(Number.parseInt(long ?? short, 16))
          : (ESCAPES[other] ?? other),
      )
    : text;

const PLAIN: ReadonlyMap<string, unknown> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const readWord = (word: string): unknown =>
  /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word) ? Number(word) : PLAIN.get(word);

const put = (container: Container | undefined, key: string | null, value: unknown): void => {
  if (value === undefined || container === undefined) return;
  if (Array.isArray(container)) container.push(value);
  else if (key !== null && key !== "" && !isUnsafeName(key) && !Object.hasOwn(container, key))
    container[key] = value;
  else if (typeof value === "object" && value !== null) {
    const others = container[""];
    if (Array.isArray(others)) others.push(value);
    else container[""] = [value];
  }
};

/** All literals in a script. Never fails, and reads each character about once. */
export const readLiterals = (code: string): Values => {
  const root: Values = {};
  const open: Container[] = [root];
  let containers = 0;
  let key: string | null = null;
  let last: string | null = null;
  for (const [token] of code.matchAll(TOKEN)) {
    const around = open.at(-1);
    const [start = ""] = token;
    if (start === "{" || start === "[") {
      if (++containers > MAX_CONTAINERS) break;
      const inner: Container = start === "{" ? {} : [];
      put(around, key, inner);
      open.push(inner);
      key = last = null;
    } else if (start === "}" || start === "]") {
      if (open.length > 1) open.pop();
      key = last = null;
    } else if (token === ":" || token === "=") {
      key = last?.slice(last.lastIndexOf(".") + 1) ?? null;
      last = null;
    } else if (/[,;(?]/.test(start)) key = last = null;
    else if (/["'`]/.test(start)) {
      last = unescapeText(token.replace(/^["'`]|["'`]$/g, ""));
      if (key !== null || Array.isArray(around)) put(around, key, last);
      key = null;
    } else if (/[\w$.-]/.test(start)) {
      const value = key === null && !Array.isArray(around) ? undefined : readWord(token);
      put(around, key, value);
      if (value !== undefined) key = null;
      last = token;
    }
  }
  return root;
};

const MAX_JSON = 4_000_000;

/**
 * Parses JSON as pages write it: with line breaks in strings, extra commas, comments, several values in a row.
 * Undefined if it contains nothing, or is too large.
 */
export const parseLoosely = (json: string): unknown => {
  if (json.length > MAX_JSON) return undefined;
  for (const text of [json, json.replace(/\p{Cc}+/gu, " ")])
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Not strict JSON: try a more tolerant way.
    }
  // Strings can span lines here; line comments end where their line does, so they are removed first.
  const { "": values } = readLiterals(json.replace(/\/\/[^\n"]*(?=\n|$)/g, "").replace(/\p{Cc}+/gu, " "));
  return values;
};
