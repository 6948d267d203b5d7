/** Lists that may be nothing but a menu: delivered, with low confidence and a word about it. */
import type { PageData } from "./pages.ts";

type Results = PageData["results"];
type Result = Results[number];

/** As for generated flows (`engine/generate/page/list.ts`): a shorter or less wordy list is seldom what was asked for. */
const MIN_COUNT = 3;
const MIN_WORDS = 3;

/** Lower than any value that the engine is sure of. */
const MENU_CONFIDENCE = 0.3;

/** Sources whose records say themselves what they are. */
const DATA = new Set([
  "json-ld",
  "microdata",
  "rdfa",
  "json",
  "feed",
  "xml",
  "csv",
  "state",
  "table",
  "example",
]);

const isUrl = (text: string): boolean => /^https?:\/\//.test(text);
const isFilled = (value: unknown): boolean =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/** The one text of an item that has nothing else but addresses; null if it has more. */
const soleTextOf = ({ item, provenance }: Result): string | null => {
  if (Object.values(provenance).some(({ source }) => DATA.has(source))) return null;
  const values = Object.values(item).filter(isFilled);
  if (!values.every((value) => typeof value === "string")) return null;
  const texts = new Set(values.filter((value) => !isUrl(value)));
  return texts.size === 1 ? ([...texts][0] ?? null) : null;
};

const isShort = (text: string): boolean => text.trim().split(/\s+/).length < MIN_WORDS;

/** Fields that no item has. */
const lackingIn = (results: Results): string[] =>
  Object.keys(results[0]?.item ?? {}).filter((name) =>
    results.every(({ item }) => !isFilled(item[name] ?? null)),
  );

/**
 * Whether the records hold nothing but short names and links, and were either not asked for by fields, or lack one that was.
 *
 * @param isAsked whether fields were asked for
 */
export const findMenu = (
  results: Results,
  isAsked: boolean,
): { readonly results: Results; readonly warnings: readonly string[] } => {
  const texts = results.map(soleTextOf).filter((text) => text !== null);
  const lacking = lackingIn(results);
  const isPlain = results.length > 1 && texts.length === results.length;
  const isBrief = results.length < MIN_COUNT || texts.filter(isShort).length * 2 > texts.length;
  if (!isPlain || !isBrief || (isAsked && lacking.length === 0)) return { results, warnings: [] };
  const without = lacking.length > 0 ? ` None has ${lacking.join(" or ")}.` : "";
  return {
    results: results.map((result) => ({
      ...result,
      provenance: Object.fromEntries(
        Object.entries(result.provenance).map(([name, said]) => [
          name,
          { ...said, confidence: Math.min(said.confidence, MENU_CONFIDENCE) },
        ]),
      ),
    })),
    warnings: [
      `The ${results.length} records have nothing but short names and links, as a menu has.${without} Check that they are what you want.`,
    ],
  };
};
