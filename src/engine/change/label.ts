import type { Item } from "../../contract/runs/runs.ts";
import { truncate } from "../../contract/wording.ts";

/** Fields that contain a record's name. */
export const NAMING = /^(?:title|name|headline)$/i;
const MAX_LABEL_CHARS = 100;

/** A readable name for a record: its title, else its first text that is not a URL. */
export const labelOf = (record: Item): string | undefined => {
  const texts = Object.entries(record).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].trim() !== "",
  );
  const named =
    texts.find(([field]) => NAMING.test(field)) ?? texts.find(([, text]) => !/^https?:/i.test(text));
  const label = named?.[1].replace(/\s+/g, " ").trim();
  if (label === undefined) return undefined;
  return truncate(label, MAX_LABEL_CHARS);
};
