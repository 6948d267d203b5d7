/** Reads a page in the light of further pages of its template. */
import {
  type DataQuery,
  type ExtractedData,
  extractData,
  type MatchedItem,
  type PageDocument,
} from "../extract/extract.ts";
import { conceptOf } from "../extract/vocabulary/concepts.ts";
import { sharedAffixes, trimAffixes } from "./affixes.ts";

/** Few values, which all things of a shop may share: that they do not vary is no reason for doubt. */
const MAY_BE_CONSTANT: ReadonlySet<string | null> = new Set([
  "availability",
  "brand",
  "category",
  "condition",
  "currency",
  "language",
  "organization",
  "publisher",
  "seller",
]);
/** Multiplies the confidence in a value that is the same on every page. */
const CONSTANT_SHARE = 0.7;

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== "";
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** A field of the page, as the siblings let it appear. */
const agreeOn = (result: MatchedItem, others: readonly MatchedItem[], name: string): MatchedItem => {
  const value = result.item[name];
  const otherValues = others.map(({ item }) => item[name]).filter(isFilled);
  const provenance = result.provenance[name];
  if (!isFilled(value) || !provenance || otherValues.length === 0) return result;
  const withValue = (next: unknown, how: Partial<typeof provenance>): MatchedItem => ({
    ...result,
    item: { ...result.item, [name]: next },
    provenance: { ...result.provenance, [name]: { ...provenance, ...how } },
  });
  const isConstant = otherValues.length === others.length && otherValues.every((each) => same(each, value));
  if (isConstant) {
    const varying = result.rivals?.[name]?.find(
      (rival) =>
        !same(rival.value, value) &&
        others.every(({ rivals }) => !rivals?.[name]?.some((each) => same(each.value, rival.value))),
    );
    if (varying) return withValue(varying.value, { confidence: varying.confidence, path: varying.where });
    if (MAY_BE_CONSTANT.has(conceptOf(name))) return result;
    return withValue(value, {
      confidence: Number((provenance.confidence * CONSTANT_SHARE).toFixed(2)),
      doubt: `the same on ${others.length + 1} pages of this kind`,
    });
  }
  if (typeof value !== "string") return result;
  const trimmed = trimAffixes(value, sharedAffixes([value, ...otherValues.map(String)]));
  return trimmed === value ? result : withValue(trimmed, {});
};

/**
 * Extracts a page about one thing and compares it with its siblings: what all of them start or end with is trimmed,
 * and a value that never varies gives way to one that does, or is doubted. A list is read alone.
 */
export const readTogether = (
  page: PageDocument,
  siblings: readonly PageDocument[],
  query: DataQuery,
): ExtractedData => {
  const read = extractData(page, query);
  const [result] = read.results;
  if (read.kind === "list" || !result || siblings.length === 0) return read;
  const others = siblings.flatMap((sibling) => {
    const { kind, results } = extractData(sibling, query);
    return kind === "detail" && results[0] ? [results[0]] : [];
  });
  const agreed = Object.keys(result.item).reduce((settled, name) => agreeOn(settled, others, name), result);
  return { ...read, results: [agreed] };
};
