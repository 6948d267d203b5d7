/** Rows of links to the pages beside this one ("Prev", "Up", "Next"), which are not its content. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll, textContent } from "domutils";
import type { Block, Box } from "../page/blocks.ts";
import words from "../vocabulary/pageLinks.json" with { type: "json" };

/** Blocks of running text: as in `claims/places.ts`. */
const PROSE_WORDS = 15;
/** More words than titles of the pages beside this one and of what they are part of. */
const MAX_WORDS = 60;
const BESIDE: ReadonlySet<string> = new Set([...words.next, ...words.previous]);
const AROUND: ReadonlySet<string> = new Set(words.around);
const BESIDE_REL = /(?:^|\s)(?:next|prev|previous)(?:\s|$)/i;

/** "« Prev: Installation" as "prev": the label before a colon or an arrow, without signs. */
const labelOf = (link: Element): string =>
  (textContent(link).toLowerCase().split(/[:|]/)[0] ?? "")
    .replace(/\s+/g, " ")
    .replace(/^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu, "");

const isBeside = (link: Element): boolean =>
  BESIDE.has(labelOf(link)) || BESIDE_REL.test(link.attribs.rel ?? "");

/** Whether each text of an element outside its links is as short as a title. */
const holdsTitlesOnly = (node: AnyNode): boolean => {
  if (isText(node)) return node.data.trim().split(/\s+/).length < PROSE_WORDS;
  return !isTag(node) || node.name === "a" || node.children.every(holdsTitlesOnly);
};

/** Whether an element holds links to the pages beside this one, their titles, and nothing else. */
const isRowOfLinks = ({ element, words: all }: Box): boolean => {
  if (all > MAX_WORDS || /^(?:body|main|article|h[1-6])$/.test(element.name)) return false;
  const links = findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, element.children);
  const beside = links.filter(isBeside);
  const others = links.filter((link) => !beside.includes(link) && !AROUND.has(labelOf(link)));
  return beside.length > 0 && others.length <= beside.length && holdsTitlesOnly(element);
};

/** The kept blocks of a page without such rows at its start and its end; they are content between its paragraphs. */
export const withoutPageLinks = (kept: readonly Block[]): readonly Block[] => {
  const known = new Map<Box, boolean>();
  const isInRow = (box: Box): boolean => {
    const found = known.get(box) ?? (isRowOfLinks(box) || (box.parent !== null && isInRow(box.parent)));
    known.set(box, found);
    return found;
  };
  const isRow = kept.map(({ box }) => isInRow(box));
  if (!isRow.includes(true)) return kept;
  const isProse = kept.map(({ words: count }, at) => count >= PROSE_WORDS && !isRow[at]);
  const [first, last] = [isProse.indexOf(true), isProse.lastIndexOf(true)];
  return kept.filter((_, at) => !isRow[at] || (at > first && at < last && first >= 0));
};
