/** What a record's longest text says besides itself. */
import type { OutputType } from "../../../contract/fields/outputSchema.ts";
import { type Fact, placeOf } from "../sources/facts.ts";
import { conceptOf, foldedWords } from "../vocabulary/concepts.ts";
import type { Wanted } from "./fit.ts";

/** The origin of a record's longest text. */
export const LONGEST_TEXT = placeOf("longest text");
/** The number of such a text that its name stands beside: "100 reviews", "Reviews: 100". Others count something else. */
export const countIn = (fact: Fact, { concept }: Wanted, type: OutputType): Fact | null => {
  if (type !== "integer" && type !== "number") return null;
  const isName = (word: string): boolean => {
    const [folded = ""] = foldedWords(word);
    return (
      fact.words.some((own) => folded === own || folded === `${own}s`) ||
      (concept !== null && conceptOf(word) === concept)
    );
  };
  for (const { groups = {} } of String(fact.values[0]).matchAll(COUNTED)) {
    const number = groups.before ?? groups.after;
    if (number !== undefined && isName(groups.of ?? groups.label ?? "")) return { ...fact, values: [number] };
  }
  return null;
};
const COUNTED =
  /(?<before>\p{N}[\p{N}.,]*[km]?)\s+(?<of>\p{L}+)|(?<label>\p{L}{1,30})\s*:\s*(?<after>\p{N}[\p{N}.,]*[km]?)/giu;
