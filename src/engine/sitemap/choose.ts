/** Matches URLs by site and by pattern. */
import { RE2JS } from "re2js";
import { regexOf } from "../../contract/steps/addressPatterns.ts";

/** Compiled expressions of the flows that this process works on. */
const compiled = new Map<string, RE2JS>();
const MAX_COMPILED = 1_000;

const compile = (source: string): RE2JS => {
  const known = compiled.get(source);
  if (known) return known;
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  const regex = RE2JS.compile(source);
  compiled.set(source, regex);
  return regex;
};

/** One pattern, or several of which any may match. */
export type Patterns = string | readonly string[] | undefined;

const matchesAny = (patterns: string | readonly string[], address: string): boolean =>
  typeof patterns === "string"
    ? matchesAddress(patterns, address)
    : patterns.some((pattern) => matchesAddress(pattern, address));

/** Whether a URL matches one of the patterns, if there are any, and none of those that exclude it. */
export const isChosen = (
  address: string,
  rules: { readonly match?: Patterns; readonly exclude?: Patterns },
): boolean =>
  (rules.match === undefined || matchesAny(rules.match, address)) &&
  (rules.exclude === undefined || !matchesAny(rules.exclude, address));

/**
 * Whether a URL matches a pattern, in which `*` matches any characters. A pattern that starts with a slash is
 * matched against path and query, any other against the whole URL; a regular expression is searched for in the path or
 * in the URL. Takes linear time.
 */
export const matchesAddress = (pattern: string, address: string): boolean => {
  const { origin, pathname } = new URL(address);
  const regex = regexOf(pattern);
  if (regex)
    return compile(regex.source)
      .matcher(regex.isOfUrl ? address : pathname)
      .find();
  const text = pattern.startsWith("/") ? address.slice(origin.length) : address;
  const [head = "", ...rest] = pattern.split("*");
  if (!text.startsWith(head)) return false;
  const tail = rest.pop();
  if (tail === undefined) return text === head;
  let at = head.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
};
