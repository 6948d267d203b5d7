/** Classifies the parts of a page by words in class names, ids and roles. */
import type { Element } from "domhandler";
import vocabulary from "../vocabulary/groups.json" with { type: "json" };
import { remembered } from "../vocabulary/remember.ts";

const WORDS = vocabulary.groups;
export type Group = keyof typeof WORDS;
export const GROUPS = Object.keys(WORDS) as Group[];

const BITS: ReadonlyMap<string, number> = (() => {
  const bits = new Map<string, number>();
  GROUPS.forEach((group, index) => {
    for (const word of WORDS[group].split(" ")) bits.set(word, (bits.get(word) ?? 0) | (1 << index));
  });
  return bits;
})();

const MAX_KNOWN = 20_000;

/** Class names for spacing or alignment: `margin-bottom-15` is not a page footer. */
const SPACING = /(?<![a-z])(?:margin|padding|border|align|rounded)[-_]?(?:top|bottom)(?![a-z])/gi;

const bitsOfName = remembered(
  (name: string): number =>
    name
      .replace(SPACING, " ")
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .reduce((bits, word) => bits | (BITS.get(word) ?? 0), 0),
  MAX_KNOWN,
);

/** Bit set of the groups named by an element's class, id and role; bits in the order of `GROUPS`. */
export const groupsOf = ({ attribs }: Element): number => {
  let bits = 0;
  if (attribs.class) bits |= bitsOfName(attribs.class);
  if (attribs.id) bits |= bitsOfName(attribs.id);
  if (attribs.role) bits |= bitsOfName(attribs.role);
  return bits;
};

export const bitOf = (group: Group): number => 1 << GROUPS.indexOf(group);
