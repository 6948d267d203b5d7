import { normalForm } from "../extract/vocabulary/normalForm.ts";
import { cutPattern, dropNoise, isNoisyName, tidyUrl } from "./noise.ts";
import { tidyNumbers } from "./numbers.ts";

interface Canon {
  /** The owner asked for this field by name, so it is compared even if it looks like noise. */
  readonly isWanted: boolean;
  readonly ignore: readonly string[];
}

const ZERO_WIDTH = /\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/g;

const tidySpace = (text: string): string =>
  normalForm(text, "NFKC").replace(ZERO_WIDTH, "").replace(/\s+/g, " ").trim();

const canonicalText = (text: string, { isWanted, ignore }: Canon): string | null => {
  let canon = tidySpace(text);
  const url = tidyUrl(canon);
  if (url !== null) canon = url;
  for (const pattern of ignore) canon = cutPattern(canon, pattern);
  if (url === null) {
    if (!isWanted) canon = dropNoise(canon);
    canon = tidyNumbers(tidySpace(canon));
  }
  return canon === "" ? null : canon;
};

const canonicalValue = (value: unknown, canon: Canon): unknown => {
  if (typeof value === "string") return canonicalText(value, canon);
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return Number(value.toPrecision(12));
  if (Array.isArray(value)) {
    // The order of tags or images on a page is irrelevant.
    const entries = value.map((entry) => JSON.stringify(canonicalValue(entry, canon)));
    return entries.length === 0 ? null : entries.sort();
  }
  if (typeof value !== "object") return value;
  return Object.entries(value)
    .filter(([name, inner]) => inner !== null && (canon.isWanted || !isNoisyName(name)))
    .map(([name, inner]) => [name, canonicalValue(inner, canon)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
};

const PLAIN: Canon = { isWanted: true, ignore: [] };

/** The canonical form of a value. A monitor treats values with the same form as equal. */
export const canonOf = (value: unknown, canon: Canon = PLAIN): string =>
  JSON.stringify(canonicalValue(value, canon));
