import type { Item } from "../../contract/runs.ts";

/** Largest item that a preview shows as it is, in characters of JSON: ten of them fit one table item. */
const MAX_ITEM_CHARS = 20_000;
const SHORT_TEXT_CHARS = 200;
const SHORT_LIST_ENTRIES = 10;

const shorten = (value: unknown): unknown => {
  if (typeof value === "string" && value.length > SHORT_TEXT_CHARS) {
    return `${value.slice(0, SHORT_TEXT_CHARS)}…`;
  }
  if (Array.isArray(value)) return value.slice(0, SHORT_LIST_ENTRIES).map(shorten);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
  }
  return value;
};

/** An item as a preview shows it: long texts and lists cut, then fields beyond the limit left out. */
export const previewItem = (item: Item): Item => {
  if (JSON.stringify(item).length <= MAX_ITEM_CHARS) return item;
  let left = MAX_ITEM_CHARS;
  const short = shorten(item) as Item;
  return Object.fromEntries(
    Object.entries(short).filter(([name, value]) => {
      left -= name.length + JSON.stringify(value ?? null).length;
      return left >= 0;
    }),
  );
};
