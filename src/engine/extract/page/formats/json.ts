/** JSON as it is sent: one value, or one a line. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value, or the values of NDJSON as a list; undefined where it is no JSON. */
export const parseJson = (text: string): unknown => {
  // What guards JSON against being run as a script.
  const json = text.replace(/^\s*(?:\)\]\}',?|while\s*\(1\);|for\s*\(;;\);)\s*/, "");
  try {
    return JSON.parse(json) as unknown;
  } catch {
    // It may be one value a line.
  }
  try {
    const lines = json.split("\n").filter((line) => line.trim() !== "");
    return lines.length > 1 ? lines.map((line) => JSON.parse(line) as unknown) : undefined;
  } catch {
    return undefined;
  }
};

/** Whether it is JSON-LD, which says of itself what its names mean. */
const isLinkedData = (value: unknown): boolean => {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value];
  const context = isObject(first) ? first["@context"] : undefined;
  const named = [context].flat().flatMap((entry) => (isObject(entry) ? [entry["@vocab"]] : [entry]));
  return named.some((name) => typeof name === "string" && /schema\.org/i.test(name));
};

/** JSON-LD as pages embed it, so that it is read as theirs is; empty for other JSON. */
export const linkedDataToHtml = (value: unknown, json: string): string =>
  isLinkedData(value)
    ? `<html><head><script type="application/ld+json">${json.replace(/</g, "\\u003c")}</script></head><body></body></html>`
    : "";
