import type { OutputSchema } from "../client/index.ts";
import { UsageError } from "./failure.ts";

/** Default types of fields with these names; other fields are strings. */
const TYPES_BY_NAME: readonly (readonly [name: RegExp, type: string])[] = [
  [/(?:^|_)(?:price|cost|amount)$/i, "price"],
  [/(?:^|_)(?:url|link|href)$/i, "url"],
  [/(?:^|_)(?:image|picture|photo|thumbnail)$/i, "image"],
  [/(?:^|_)(?:date|published|updated)$/i, "date"],
  [/(?:^|_)e?mail$/i, "email"],
  [/(?:^|_)(?:rating|score)$/i, "number"],
  [/(?:^|_)(?:count|quantity|reviews)$/i, "integer"],
  [/^(?:in_?stock|available)$/i, "boolean"],
];

const FIELD = /^\s*([A-Za-z_]\w*)\s*(?::\s*([a-z]+(?:\[\])?)\s*)?$/;

/**
 * Parses `name,price` or `name:string,price:price,tags:string[]`; or JSON for nested records.
 *
 * @throws UsageError that names the invalid part
 */
export const parseSchema = (text: string): OutputSchema => {
  if (text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text) as OutputSchema;
    } catch {
      throw new UsageError("--schema is not valid JSON.");
    }
  }
  const fields = text.split(",").map((part) => {
    const [, name, type] = FIELD.exec(part) ?? [];
    if (name === undefined)
      throw new UsageError(`--schema: "${part.trim()}" is not a field. Use names, such as name,price:price.`);
    return [name, type ?? TYPES_BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? "string"] as const;
  });
  return Object.fromEntries(fields) as OutputSchema;
};
