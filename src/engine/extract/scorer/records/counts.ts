/** Numbers with the name of a field beside them: "4 replies", "1.2k views", "Cited by 12". */
import type { Element } from "domhandler";
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import { listBits } from "../../page/bits.ts";
import { type Fact, labelOf, makeFact } from "../../sources/facts.ts";
import { conceptOf, foldedWords } from "../../vocabulary/concepts.ts";
import { remembered } from "../../vocabulary/remember.ts";

const MAX_CHARS = 40;
const NUMBER = String.raw`\d[\d.,]*(?:\s?[kKmM])?`;
const COUNTED = new RegExp(`^(?<first>${NUMBER})\\s+(?<after>\\p{L}[\\p{L}\\p{M} -]{0,30})$`, "u");
const NAMED = new RegExp(`^(?<before>\\p{L}[\\p{L}\\p{M} -]{0,30})\\s+(?<last>${NUMBER})$`, "u");
const NUMBERS: ReadonlySet<unknown> = new Set(["integer", "number"]);

/** What a count is called besides what it counts: `viewCount`, `numberOfViews`. */
const COUNT: ReadonlySet<string> = new Set(["count", "counts", "number", "num", "of", "total"]);
/** What a name counts, without the ending of its plural: one reply, two replies. */
const stemOf: (name: string) => string = remembered((name) => {
  const words = foldedWords(name);
  const counted = words.filter((word) => !COUNT.has(word));
  return (counted.length > 0 ? counted : words)
    .join(" ")
    .replace(/(?:ies|y)$/, "i")
    .replace(/(?<=[^s])s$/, "");
}, 1_000);

/** Whether a text names a field, of which it gives the number. */
const namesField = (said: string, name: string): boolean => {
  if (stemOf(said) === stemOf(name)) return true;
  const concept = conceptOf(name);
  return concept !== null && conceptOf(said) === concept;
};

/** Fields that a number can fill. Of texts, only those whose name says nothing else. */
const isCount = (name: string, type: OutputSchema[string] | undefined): boolean =>
  NUMBERS.has(type) || (type === "string" && conceptOf(name) === null);

/** The numbers in a record that stand beside the name of a field. */
export const readCounts = (record: Element, schema: OutputSchema): Fact[] => {
  const names = Object.keys(schema).filter((name) => isCount(name, schema[name]));
  if (names.length === 0) return [];
  return listBits([record]).flatMap(({ text }) => {
    if (text.length > MAX_CHARS || !/\d/.test(text)) return [];
    const { first, after, before, last } = COUNTED.exec(text)?.groups ?? NAMED.exec(text)?.groups ?? {};
    const [said, number] = [after ?? before, first ?? last];
    if (said === undefined || number === undefined) return [];
    return names
      .filter((name) => namesField(said, name))
      .map((name) =>
        makeFact("record", name, [number], {
          concept: conceptOf(name),
          factor: 0.9,
          origin: labelOf("", said),
        }),
      );
  });
};
