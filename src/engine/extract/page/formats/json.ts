/** JSON: one value, or one value per line. */
import { isObject } from "../../../../contract/json.ts";
import { checkCount } from "./bounds.ts";

/** Lines that are not blank. @throws DocumentError for more than a worker can hold */
const linesOf = (text: string): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end < 0 ? undefined : end);
    if (line.trim() !== "") lines.push(line);
    checkCount(lines.length);
    at = end < 0 ? text.length : end + 1;
  }
  return lines;
};

/**
 * The value, or the values of NDJSON as a list; undefined if it is not JSON.
 * @throws DocumentError for more lines than a worker can hold
 */
export const parseJson = (text: string): unknown => {
  // Prefixes that prevent JSON from being run as a script.
  const json = text.replace(/^\s*(?:\)\]\}',?|while\s*\(1\);|for\s*\(;;\);)\s*/, "");
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // It may be one value per line.
  }
  const lines = linesOf(json);
  try {
    return lines.length > 1 ? lines.map((line) => JSON.parse(line) as unknown) : undefined;
  } catch {
    return undefined;
  }
};

/** Whether it is JSON-LD with schema.org names. */
const isLinkedData = (value: unknown): boolean => {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  const context = isObject(first) ? first["@context"] : undefined;
  const named = [context].flat().flatMap((entry) => (isObject(entry) ? [entry["@vocab"]] : [entry]));
  return named.some((name) => typeof name === "string" && /schema\.org/i.test(name));
};

/** JSON-LD as pages embed it, to be read the same way; empty for other JSON. */
export const linkedDataToHtml = (value: unknown, json: string): string =>
  isLinkedData(value)
    ? `<html><head><script type="application/ld+json">${json.replace(/</g, "\\u003c")}</script></head><body></body></html>`
    : "";
