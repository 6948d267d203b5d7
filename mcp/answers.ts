import type { Page } from "../client/pages.ts";

/** About 5,000 tokens: what an agent can read without losing sight of its task. */
const MAX_ANSWER_CHARS = 20_000;
const MAX_TEXT_CHARS = 1_000;

/** A page of a list, with the cursor of the next one. */
export const pageOf = <T, U>({ data, total, nextCursor }: Page<T>, show: (record: T) => U) => ({
  total,
  items: data.map(show),
  ...(nextCursor !== undefined && { nextCursor }),
});

const shorten = (value: unknown): unknown => {
  if (typeof value === "string" && value.length > MAX_TEXT_CHARS)
    return `${value.slice(0, MAX_TEXT_CHARS)}… (${value.length} characters)`;
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field)]));
};

interface WithItems {
  readonly items: readonly unknown[];
  readonly nextCursor?: string;
}

const hasItems = (value: unknown): value is WithItems =>
  typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);

/**
 * JSON that fits: long texts are cut; of items that are still too many, the first ones are given, and
 * said how many were left out. Their page can then be asked for again with a lower limit.
 */
export const fitted = (answer: unknown): string => {
  const short = shorten(answer);
  const text = JSON.stringify(short);
  if (text.length <= MAX_ANSWER_CHARS || !hasItems(short)) return text.slice(0, MAX_ANSWER_CHARS);
  for (let count = Math.floor(short.items.length / 2); count > 0; count = Math.floor(count / 2)) {
    const { nextCursor: _, ...rest } = short;
    const fewer = JSON.stringify({
      ...rest,
      items: short.items.slice(0, count),
      leftOut: short.items.length - count,
      hint: `Too large for one answer. Ask again with limit ${count}, then follow nextCursor.`,
    });
    if (fewer.length <= MAX_ANSWER_CHARS) return fewer;
  }
  return text.slice(0, MAX_ANSWER_CHARS);
};
