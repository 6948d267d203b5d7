/** The year of a record: "1994", "(1994)", "Nature, 2015". */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import type { Bit } from "../../page/bits.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";

const YEARS = /(?<![\d.,-])(?:1[89]|20)\d\d(?![\d.,-]\d|\d)/g;
const ALONE = /^\(?(?:1[89]|20)\d\d\)?$/;
/** The year of a day is not the record's: "March 4, 2025", "2025-03-04". */
const DAY = /\d{1,2}(?:st|nd|rd|th)?[\s,./-]+(?:de )?(?:1[89]|20)\d\d(?!\d)|(?:1[89]|20)\d\d[-/.年]\d/;
const TYPES: ReadonlySet<unknown> = new Set(["integer", "number", "string"]);

/** The year that stands alone in a record, else the only one that the record has. */
export const readYear = (bits: readonly Bit[], schema: OutputSchema): Fact[] => {
  const names = Object.keys(schema).filter(
    (name) => TYPES.has(schema[name]) && foldedWords(name).at(-1) === "year" && conceptOf(name) === null,
  );
  if (names.length === 0) return [];
  const texts = bits.map(({ text }) => text).filter((text) => !DAY.test(text));
  const alone = texts.find((text) => ALONE.test(text));
  const all = new Set(texts.flatMap((text) => text.match(YEARS) ?? []));
  const [year] = alone?.match(YEARS) ?? (all.size === 1 ? [...all] : []);
  if (year === undefined) return [];
  const factor = alone === undefined ? 0.6 : 0.8;
  return names.map((name) => makeFact("record", name, [year], { concept: null, factor, path: "year" }));
};
