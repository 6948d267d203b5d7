/** Patterns of URLs: with `*` for any characters, or regular expressions that are matched in linear time. */
import * as z from "zod";
import { text } from "./stepParts.ts";

/** A regular expression for the path, and one for the whole URL. */
const REGEX_PREFIXES = ["regex:", "url-regex:"] as const;

const MAX_PATTERN = 500;
/** RE2's own limit of `{n,m}`. */
const MAX_REPEATS = 1_000;

/** What RE2 cannot match in linear time: looking around and repeating what a group found. */
const UNBOUNDED = /\(\?<?[=!]|\\[1-9]|\\k</;

/**
 * What is wrong with a regular expression; null if nothing is. Expressions that RE2 and JavaScript read alike are allowed.
 */
export const regexFault = (source: string): string | null => {
  // An escaped backslash begins no reference.
  const unescaped = source.replace(/\\\\/g, "");
  if (UNBOUNDED.test(unescaped))
    return "must not use lookahead, lookbehind or backreferences, which cannot be matched in linear time";
  const counts = [...unescaped.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flatMap(([, low, high]) => [low, high]);
  if (counts.some((count) => Number(count ?? 0) > MAX_REPEATS))
    return `must not repeat anything more than ${MAX_REPEATS.toLocaleString("en")} times`;
  try {
    new RegExp(source);
    return null;
  } catch {
    return "is not a valid regular expression";
  }
};

/** The regular expression of a pattern that is one. */
export const regexOf = (pattern: string): { readonly source: string; readonly isOfUrl: boolean } | null => {
  const prefix = REGEX_PREFIXES.find((each) => pattern.startsWith(each));
  return prefix === undefined
    ? null
    : { source: pattern.slice(prefix.length), isOfUrl: prefix === "url-regex:" };
};

const AddressPattern = text(MAX_PATTERN, (value) => {
  const regex = regexOf(value);
  if (regex) return regexFault(regex.source);
  return /^(?:\/|https?:\/\/|\*)/.test(value)
    ? null
    : 'must begin with "/", "http://", "https://" or "*", or with "regex:" or "url-regex:"';
});

/** One pattern, or several of which any may match. */
export const AddressPatterns = z.union([AddressPattern, z.array(AddressPattern).min(1).max(50)]);

/** How patterns are written, for descriptions. */
export const PATTERN_SYNTAX =
  "`*` matches any characters; `/blog/*` matches the path and query. `regex:^/blog/\\d+$` searches the path with a regular " +
  "expression in RE2 syntax, `url-regex:` the whole URL.";
