/** Decides which passages of a page belong to list entries, not to the prose around them. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import { type PageDocument, textOf } from "../../src/engine/extract/extract.ts";
import { wordsOf } from "./measures.ts";

const MIN_ALIKE = 3;
const MAX_ENTRY_WORDS = 200;
const LEADING_SHARE = 0.6;

/** Words, each after a space: many passages are cut off in the middle of a word. */
export const plain = (text: unknown): string =>
  wordsOf(String(text ?? "").normalize("NFKC"))
    .map((word) => ` ${word}`)
    .join("");

const firstClass = ({ attribs }: Element): string => (attribs.class ?? "").split(/\s+/)[0] ?? "";
const leadOf = (element: Element): Element | null =>
  findOne(({ name, attribs }) => name === "a" && (attribs.href ?? "#") !== "#", [element], true);

/** A link within a sentence: such links do not make an element an entry. */
const isInProse = (link: Element): boolean => {
  for (let at: AnyNode | null = link; at && isTag(at); at = at.parent)
    if (at.name === "p") {
      const [before = ""] = textOf(at).split(textOf(link));
      return wordsOf(before).length >= MIN_PROSE_WORDS;
    }
  return false;
};
const MIN_PROSE_WORDS = 3;

const PRICED = /\p{Sc}\s?\d|\d\s?\p{Sc}/u;
const PRICED_SHARE = 0.5;

/**
 * A list entry: one of three or more siblings with the same tag and class, most of which link to different
 * URLs.
 */
const isEntry = (element: Element, isPriced: boolean): boolean => {
  // Longer elements are sections of the page.
  if (wordsOf(textOf(element)).length > MAX_ENTRY_WORDS) return false;
  const alike = (element.parent?.children ?? []).filter(
    (other): other is Element =>
      isTag(other) && other.name === element.name && firstClass(other) === firstClass(element),
  );
  const links = alike.map(leadOf).filter((lead) => lead !== null && !isInProse(lead));
  const leads = new Set(links.map((lead) => lead?.attribs.href));
  const priced = isPriced ? alike.filter((other) => PRICED.test(textOf(other))).length : alike.length;
  return (
    alike.length >= MIN_ALIKE &&
    leads.size >= alike.length * LEADING_SHARE &&
    priced >= alike.length * PRICED_SHARE
  );
};

const UNSEEN = /^(?:script|style|head|noscript|template)$/;

/** The smallest element that contains a passage. */
const findPassage = (element: Element, passage: string): Element | null => {
  if (UNSEEN.test(element.name) || !plain(textOf(element)).includes(passage)) return null;
  for (const child of element.children) {
    const inner = isTag(child) ? findPassage(child, passage) : null;
    if (inner) return inner;
  }
  return element;
};

/**
 * Whether a passage is part of a record, and not of the prose around the list.
 *
 * @param isPriced the list's records have prices, so guides and filters beside products are not records
 */
export const isInEntry = (root: PageDocument["root"], passage: string, isPriced = false): boolean => {
  const found = root.children
    .filter(isTag)
    .map((element) => findPassage(element, passage))
    .find((element) => element !== null);
  for (let at: AnyNode | null = found ?? null; at && isTag(at); at = at.parent)
    if (isEntry(at, isPriced)) return true;
  return false;
};
