/** Rows of links to the pages beside this one ("Prev", "Up", "Next"), which are not its content. */

import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll, textContent } from "domutils";
import { type Block, type Box, createClimber } from "../page/blocks.ts";
import { withAncestors } from "../page/tree.ts";
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

const linksIn = (element: Element): readonly Element[] =>
  findAll(({ name, attribs }) => name === "a" && attribs.href !== undefined, element.children);

/** Whether an element holds links to the pages beside this one, their titles, and nothing else. */
const isRowOfLinks = ({ element, words: all }: Box): boolean => {
  if (all > MAX_WORDS || /^(?:body|main|article|h[1-6])$/.test(element.name)) return false;
  const links = linksIn(element);
  const beside = links.filter(isBeside);
  const others = links.filter((link) => !beside.includes(link) && !AROUND.has(labelOf(link)));
  return beside.length > 0 && others.length <= beside.length && holdsTitlesOnly(element);
};

/** The elements around links to the pages beside this one, and these links: few on most pages, and on many none. */
const aroundBeside = (top: Element): ReadonlySet<AnyNode> => withAncestors(linksIn(top).filter(isBeside));

/**
 * The kept blocks of a page without such rows at its start and its end; they are content between its paragraphs.
 *
 * @param top - what holds all blocks
 */
export const withoutPageLinks = (top: Element, kept: readonly Block[]): readonly Block[] => {
  const around = aroundBeside(top);
  if (around.size === 0) return kept;
  const isInRow = createClimber<boolean>(
    (box, isAbove) => isAbove || (around.has(box.element) && isRowOfLinks(box)),
  );
  const isRow = kept.map(({ box }) => isInRow(box));
  if (!isRow.includes(true)) return kept;
  const isProse = kept.map(({ words: count }, at) => count >= PROSE_WORDS && !isRow[at]);
  const [first, last] = [isProse.indexOf(true), isProse.lastIndexOf(true)];
  return kept.filter((_, at) => !isRow[at] || (at > first && at < last && first >= 0));
};
