/** Which passages of a page are part of a list's entries, and not of the prose around them. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findOne } from "domutils";
import { type PageDocument, textOf } from "../../src/engine/extract/extract.ts";
import { wordsOf } from "./measures.ts";

const MIN_ALIKE = 3;
const MAX_ENTRY_WORDS = 200;
const LEADING_SHARE = 0.6;

/** Words with a blank before each. A good part of the passages is cut off in the middle of a word. */
export const plain = (text: unknown): string =>
  wordsOf(String(text ?? "").normalize("NFKC"))
    .map((word) => ` ${word}`)
    .join("");

const firstClass = ({ attribs }: Element): string => (attribs.class ?? "").split(/\s+/)[0] ?? "";
const leadOf = (element: Element): string | undefined =>
  findOne(({ name, attribs }) => name === "a" && (attribs.href ?? "#") !== "#", [element], true)?.attribs
    .href;

/** An entry of a list: one of three or more neighbours alike, most of which link to places of their own. */
const isEntry = (element: Element): boolean => {
  // What is longer is a section of the page.
  if (wordsOf(textOf(element)).length > MAX_ENTRY_WORDS) return false;
  const alike = (element.parent?.children ?? []).filter(
    (other): other is Element =>
      isTag(other) && other.name === element.name && firstClass(other) === firstClass(element),
  );
  const leads = new Set(alike.map(leadOf).filter((lead) => lead !== undefined));
  return alike.length >= MIN_ALIKE && leads.size >= alike.length * LEADING_SHARE;
};

const UNSEEN = /^(?:script|style|head|noscript|template)$/;

/** The smallest element around a passage. */
const findPassage = (element: Element, passage: string): Element | null => {
  if (UNSEEN.test(element.name) || !plain(textOf(element)).includes(passage)) return null;
  for (const child of element.children) {
    const inner = isTag(child) ? findPassage(child, passage) : null;
    if (inner) return inner;
  }
  return element;
};

/** Whether a passage is part of a record, and not of the prose around the list. */
export const isInEntry = (root: PageDocument["root"], passage: string): boolean => {
  const found = root.children
    .filter(isTag)
    .map((element) => findPassage(element, passage))
    .find((element) => element !== null);
  for (let at: AnyNode | null = found ?? null; at && isTag(at); at = at.parent) if (isEntry(at)) return true;
  return false;
};
