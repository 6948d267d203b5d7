/** Finds links of records by what they say, which depends neither on their place nor on the links beside them. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { isLink } from "../../page/leads.ts";
import { shortText } from "../../page/shortText.ts";

/** Brackets and quotes end the argument of `:contains`, so only the longest part without them is used. */
export const containsText = (text: string): string => {
  const [longest = ""] = text
    .replace(/\s+[^\p{L}\p{N}]+$/u, "")
    .split(/[()"'\\]/)
    .sort((left, right) => right.length - left.length);
  return `:contains(${JSON.stringify(longest.trim())})`;
};

const MAX_TEXT = 40;
/** What a link says in a few words; null if it is no link, or says none. */
export const linkText = (element: Element): string | null => {
  const text = isLink(element) ? shortText(element, MAX_TEXT) : null;
  return text !== null && /\p{L}/u.test(text) && !/\d/.test(text) ? text : null;
};

export const byLinkText = (text: string): string => `a${containsText(text)}`;

const MIN_SAME = 2;
/** Whether links of other records say the same and lead elsewhere: "Agenda". */
export const isRepeated = (
  link: Element,
  text: string,
  scope: AnyNode,
  records: readonly AnyNode[],
): boolean => {
  const others = records.filter((record) => record !== scope && isTag(record));
  const same = others.filter(
    (record) =>
      findAll((each) => linkText(each) === text && each.attribs.href !== link.attribs.href, [record]).length >
      0,
  );
  return same.length >= MIN_SAME;
};
