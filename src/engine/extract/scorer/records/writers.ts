/** The authors of a paper in a list, by the initials of their names: "J Smith, A. B. Jones, K Lee - Nature, 2015". */
import type { OutputSchema } from "../../../../contract/fields/outputSchema.ts";
import type { Bit } from "../../page/bits.ts";
import { type Fact, makeFact } from "../../sources/facts.ts";
import { conceptOf } from "../../vocabulary/concepts.ts";

const SURNAME = String.raw`\p{Lu}[\p{L}\p{M}'’]+(?:-\p{Lu}[\p{L}\p{M}]+)?`;
const INITIALS = String.raw`(?:\p{Lu}\.?[ -]?){1,3}`;
const WITH_INITIALS = new RegExp(
  `^(?:${INITIALS} ?(?:(?:van|von|de|der|del|da|di) ){0,2}${SURNAME}|${SURNAME},? ${INITIALS})$`,
  "u",
);
const FULL = new RegExp(`^${SURNAME}(?: \\p{Lu}\\.?)?(?: ${SURNAME}){1,2}$`, "u");
const BETWEEN = /,? (?:and|&|und|et|y) |[,;] /u;
const BEHIND = /\s+[-–—]\s+|\s*…|,? et al\.?$/u;
const MIN_WRITERS = 2;

/** @returns the names in the first text of a record that lists people, most of them with initials */
export const readWriters = (bits: readonly Bit[], schema: OutputSchema): Fact[] => {
  if (!Object.keys(schema).some((name) => conceptOf(name) === "author")) return [];
  for (const { text } of bits) {
    const [list = ""] = text.split(BEHIND);
    const names = list.split(BETWEEN).map((name) => name.trim());
    const short = names.filter((name) => WITH_INITIALS.test(name)).length;
    if (names.length < MIN_WRITERS || short * 2 < names.length) continue;
    if (names.every((name) => WITH_INITIALS.test(name) || FULL.test(name)))
      return [
        makeFact("record", "author", [list], { concept: "author", factor: 0.8, path: "names with initials" }),
      ];
  }
  return [];
};
