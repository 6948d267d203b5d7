import type { Item } from "../../../contract/runs/runs.ts";

/** Largest item shown whole in a preview, in bytes of JSON: ten of them fit one table item. */
const MAX_ITEM_BYTES = 20_000;
const SHORT_TEXT_CHARS = 200;
const SHORT_LIST_ENTRIES = 10;

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value ?? null));

const shorten = (value: unknown): unknown => {
  if (typeof value === "string" && value.length > SHORT_TEXT_CHARS)
    return `${value.slice(0, SHORT_TEXT_CHARS)}…`;
  if (Array.isArray(value)) return value.slice(0, SHORT_LIST_ENTRIES).map(shorten);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
  return value;
};

/** Shortens an item for the preview: cuts long texts and lists, then drops fields beyond the limit. */
export const previewItem = (item: Item): Item => {
  if (sizeOf(item) <= MAX_ITEM_BYTES) return item;
  let left = MAX_ITEM_BYTES;
  const short = shorten(item) as Item;
  return Object.fromEntries(
    Object.entries(short).filter(([name, value]) => {
      left -= sizeOf(name) + sizeOf(value);
      return left >= 0;
    }),
  );
};
