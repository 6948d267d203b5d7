/** Removes a run's secrets from everything it stores. */
import { escapePattern } from "../../contract/wording.ts";

const MASK = "***";

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The base64 of shorter secrets would match unrelated text. */
const MIN_WITHIN_BASE64 = 8;

/** How the secret appears in the base64 of a longer text such as `user:secret`, at each of three byte offsets. */
const withinBase64 = (value: string): string[] => {
  const bytes = Buffer.from(value);
  if (bytes.length < MIN_WITHIN_BASE64) return [];
  return [0, 1, 2].map((before) => {
    const written = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const end = Math.floor(((before + bytes.length) * 8) / 6);
    return written.slice(Math.ceil((before * 8) / 6), end);
  });
};

/** The encodings in which a page, a URL or a script may contain the value. */
const writingsOf = (value: string): string[] => {
  const inHtml = escapeHtml(value);
  const inText = value.replace(/\s+/g, " ").trim();
  return [
    value,
    inText,
    encodeURIComponent(value.toWellFormed()),
    encodeURI(value.toWellFormed()),
    new URLSearchParams({ v: value }).toString().slice(2),
    inHtml,
    inHtml.replaceAll('"', "&quot;"),
    inHtml.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    inHtml.replaceAll('"', "&#34;").replaceAll("'", "&#39;"),
    JSON.stringify(value).slice(1, -1),
    Buffer.from(value).toString("base64"),
    ...withinBase64(value),
  ];
};

export interface Mask {
  text(text: string): string;
  /** Masks every text in a JSON value, and numbers that equal a secret. */
  value<T>(value: T): T;
  /** Masks these values, too, from now on. */
  add(secrets: readonly string[]): void;
}

/** Matches any writing of the secrets; null if there is nothing to match. */
const patternOf = (secrets: Iterable<string>): RegExp | null => {
  // Longest first, since one secret may be part of another.
  const writings = [...new Set([...secrets].flatMap(writingsOf))]
    .filter((writing) => writing !== "")
    .sort((a, b) => b.length - a.length);
  return writings.length === 0 ? null : new RegExp(writings.map(escapePattern).join("|"), "gi");
};

/** @param secrets values that must not be stored anywhere */
export const createMask = (secrets: readonly string[]): Mask => {
  const known = new Set(secrets);
  let pattern = patternOf(known);
  const numbers = new Set(secrets.map(Number).filter((number) => !Number.isNaN(number)));
  const text = (original: string): string => (pattern ? original.replace(pattern, MASK) : original);
  const masked = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return numbers.has(value) ? null : value;
    if (Array.isArray(value)) return value.map(masked);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [text(key), masked(each)]));
  };
  return {
    text,
    value: <T>(value: T): T => (pattern ? (masked(value) as T) : value),
    add: (more) => {
      const size = known.size;
      for (const secret of more) known.add(secret);
      if (known.size > size) pattern = patternOf(known);
    },
  };
};
