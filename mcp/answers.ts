import type { Page } from "../client/pages.ts";

/** About 5,000 tokens: what an agent can read without losing track of its task. */
const MAX_ANSWER_CHARS = 20_000;
const MAX_TEXT_CHARS = 1_000;

/** A page of a list, with the cursor of the next one. */
export const pageOf = <T, U>({ data, total, nextCursor }: Page<T>, show: (record: T) => U) => ({
  total,
  items: data.map(show),
  ...(nextCursor !== undefined && { nextCursor }),
});

const shorten = (value: unknown, maxChars: number): unknown => {
  if (typeof value === "string" && value.length > maxChars)
    return `${value.slice(0, maxChars)}… (${value.length} characters)`;
  if (Array.isArray(value)) return value.map((each) => shorten(each, maxChars));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shorten(field, maxChars)]));
};

interface WithItems {
  readonly items: readonly unknown[];
  /** On a page of a list. */
  readonly nextCursor?: string;
  /** On one part of a long answer. */
  readonly offset?: number;
  readonly nextOffset?: number;
}

const hasItems = (value: unknown): value is WithItems =>
  typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);

/** The first items of an answer, and how to get the rest. */
const withFewer = (answer: WithItems, count: number): string => {
  const { nextCursor: _, nextOffset: __, items, ...rest } = answer;
  const nextOffset = rest.offset === undefined ? undefined : rest.offset + count;
  return JSON.stringify({
    ...rest,
    items: items.slice(0, count),
    leftOut: items.length - count,
    ...(nextOffset !== undefined && { nextOffset }),
    hint:
      nextOffset === undefined
        ? `Too large for one answer. Ask again with limit ${count}, and continue from there with its nextCursor.`
        : `Too large for one answer. Continue with offset ${nextOffset}.`,
  });
};

/**
 * JSON that fits: long texts are cut, and if there are too many items, the first ones are returned with the
 * number left out. The page can then be requested again with a lower limit.
 */
export const fitted = (answer: unknown, maxTextChars = MAX_TEXT_CHARS): string => {
  const short = shorten(answer, maxTextChars);
  const text = JSON.stringify(short);
  if (text.length <= MAX_ANSWER_CHARS) return text;
  if (hasItems(short))
    for (let count = Math.floor(short.items.length / 2); count > 0; count = Math.floor(count / 2)) {
      const fewer = withFewer(short, count);
      if (fewer.length <= MAX_ANSWER_CHARS) return fewer;
    }
  return maxTextChars > 100
    ? fitted(answer, Math.floor(maxTextChars / 4))
    : JSON.stringify({ hint: "The result is too large. Ask for fewer fields." });
};
