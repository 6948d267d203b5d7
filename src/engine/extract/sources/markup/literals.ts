/** Objects that scripts write down, whether as JSON or as code: `{sku: 'A-1', price: 9.5}`. */

/** The plain values of one object, by key. */
export interface Literal {
  /** Key or variable that holds it; empty where nothing names it. */
  readonly path: string;
  /** Position in the list of the object around it; -1 at the top. */
  readonly parent: number;
  readonly values: ReadonlyMap<string, string>;
}

interface Frame {
  readonly isList: boolean;
  readonly path: string;
  /** Position of its literal; that of the object around for a list. */
  readonly index: number;
}

const MAX_VALUE = 300;
const MAX_LITERALS = 20_000;
const WORD = /[\p{L}\p{N}_$.-]+/uy;
const lastPart = (word: string): string => word.slice(word.lastIndexOf(".") + 1);

/** A string ends on its own line: an unclosed quote does not start one. */
const endOfString = (code: string, start: number): number => {
  const quote = code[start];
  for (let at = start + 1; at < code.length; at++) {
    const character = code[at];
    if (character === "\\") at++;
    else if (character === quote) return at;
    else if (character === "\n" && quote !== "`") return -at;
  }
  return -code.length;
};

/** Where a regular expression ends, whose quotes are none of strings; negative where it does not in its line. */
const endOfPattern = (code: string, start: number): number => {
  let isClass = false;
  for (let at = start + 1; at < code.length && code[at] !== "\n"; at++) {
    const character = code[at];
    if (character === "\\") at++;
    else if (character === "[") isClass = true;
    else if (character === "]") isClass = false;
    else if (character === "/" && !isClass) return at;
  }
  const end = code.indexOf("\n", start);
  return end < 0 ? -code.length : -end;
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "", b: "", f: "" };
const unescapeText = (text: string): string =>
  text.includes("\\")
    ? text.replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g, (_whole, long, short, other) =>
        other === undefined
          ? String.fromCharCode(Number.parseInt(long ?? short, 16))
          : (ESCAPES[other] ?? other),
      )
    : text;

/**
 * All objects of a script that have a value under one of the keys in `keys` (written in small letters and digits),
 * outer ones first. Never fails, whatever the code is, and reads each character about once.
 */
export const readLiterals = (code: string, keys: ReadonlySet<string>): Literal[] => {
  const literals: { path: string; parent: number; values: Map<string, string> }[] = [
    { path: "", parent: -1, values: new Map() },
  ];
  const stack: Frame[] = [{ isList: false, path: "", index: 0 }];
  /** By quote, up to where it is known to be closed by none. */
  const unclosed = new Map<string, number>();
  let key: string | null = null;
  let last: string | null = null;
  const note = (value: string): void => {
    const frame = stack.at(-1);
    if (!frame || value.length > MAX_VALUE) return;
    const name = key ?? (frame.isList ? frame.path : null);
    const short = name?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "") ?? "";
    const values = literals[frame.index]?.values;
    if (keys.has(short) && values && !values.has(short)) values.set(short, value.trim());
  };
  let before = "";
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? "";
    if (character === " " || character === "\t") continue;
    if (character === '"' || character === "'" || character === "`") {
      const end = at < (unclosed.get(character) ?? 0) ? 0 : endOfString(code, at);
      if (end <= 0) {
        if (end < 0) unclosed.set(character, -end);
        continue;
      }
      const text = end - at - 1 <= MAX_VALUE ? unescapeText(code.slice(at + 1, end)) : null;
      if (text !== null && (key !== null || stack.at(-1)?.isList)) note(text);
      key = null;
      last = text;
      at = end;
    } else if (
      character === "/" &&
      (code[at + 1] === "*" || (code[at + 1] === "/" && code[at - 1] !== ":"))
    ) {
      const end = code.indexOf(code[at + 1] === "*" ? "*/" : "\n", at + 2);
      if (end < 0) break;
      at = end;
    } else if (character === "/" && /[(,=:[!&|?{};\n]/.test(before)) {
      const end = at < (unclosed.get("/") ?? 0) ? 0 : endOfPattern(code, at);
      if (end < 0) unclosed.set("/", -end);
      else if (end > 0) at = end;
    } else if (character === "{" || character === "[") {
      const around = stack.at(-1);
      const path = key ?? (around?.isList ? around.path : "");
      if (character === "{") {
        if (literals.length >= MAX_LITERALS) break;
        literals.push({ path, parent: around?.index ?? 0, values: new Map() });
      }
      stack.push({
        isList: character === "[",
        path,
        index: character === "{" ? literals.length - 1 : (around?.index ?? 0),
      });
      key = null;
      last = null;
    } else if (character === "}" || character === "]") {
      if (stack.length > 1) stack.pop();
      key = null;
      last = null;
    } else if (
      character === ":" ||
      (character === "=" && !/[=!<>]/.test(code[at - 1] ?? "") && code[at + 1] !== "=")
    ) {
      key = last === null ? null : lastPart(last);
      last = null;
    } else if (character === "," || character === ";" || character === "(" || character === "?") {
      key = null;
      last = null;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(code)?.[0];
      if (word === undefined) continue;
      if (key !== null && /^(?:-?\d[\d.]*|true|false)$/.test(word)) {
        note(word);
        key = null;
      }
      last = word;
      at += word.length - 1;
    }
    before = code[at] ?? "";
  }
  return literals;
};
