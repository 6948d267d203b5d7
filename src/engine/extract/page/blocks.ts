/** Splits a page into blocks, the runs of text between box edges, and the boxes around them. */

import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { findAll, textContent } from "domutils";
import { normaliseSpace } from "../values/text.ts";
import { UNSPACED } from "../vocabulary/patterns.ts";
import { groupsOf } from "./groups.ts";
import { INLINE } from "./text.ts";
import { isHeading } from "./tree.ts";

/** An element, with counts of its contents. */
export interface Box {
  readonly element: Element;
  readonly parent: Box | null;
  readonly depth: number;
  /** Bit set of the groups named by its class, id and role (`groups.ts`). */
  readonly groups: number;
  /** Tag and class names; boxes of the same list share it. */
  readonly shape: string;
  /** Words in it, and how many of them are inside links. */
  words: number;
  linkWords: number;
  blocks: number;
  /** Number of siblings with the same shape, including itself. */
  alike: number;
}

/** A run of text not interrupted by a box edge. */
export interface Block {
  readonly box: Box;
  readonly nodes: readonly Text[];
  readonly text: string;
  readonly words: number;
  readonly linkWords: number;
}

export interface Blocks {
  readonly blocks: readonly Block[];
  readonly root: Box;
  /** For each block, the index of the block that represents it: itself, except on pages with very many blocks. */
  readonly models: readonly number[];
}

/** Elements whose text is not page content. */
const SKIPPED: ReadonlySet<string> = new Set(
  "script style template head svg iframe object canvas select option datalist textarea audio video map math".split(
    " ",
  ),
);

const WORD = /[\p{L}\p{N}]+/gu;
const ALL_UNSPACED = new RegExp(UNSPACED, "gu");

/** Word count of ASCII text, several times faster than with Unicode classes; null for any other text. */
const countPlainWords = (text: string): number | null => {
  let words = 0;
  let wasWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 127) return null;
    const lower = code | 32;
    const isWord = (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57);
    if (isWord && !wasWord) words++;
    wasWord = isWord;
  }
  return words;
};

/** Word count. In scripts without spaces between words, two characters count as one word. */
const countWords = (text: string): number => {
  const plain = countPlainWords(text);
  if (plain !== null) return plain;
  const words = text.match(WORD)?.length ?? 0;
  return UNSPACED.test(text) ? words + Math.floor((text.match(ALL_UNSPACED)?.length ?? 0) / 2) : words;
};

const NOSCRIPT_WORDS = 80;
/** Script-rendered pages can contain the whole page in `noscript`; most contain a tracking pixel. */
const isPage = (noscript: Element): boolean => countWords(textContent(noscript)) >= NOSCRIPT_WORDS;

/** "[edit]", "[edit | edit source]": no digits, which references have. */
const BRACKETED = /^\[[^[\]\p{N}]{2,60}\]$/u;

/** "¶", "#": the link to a heading itself. */
const isPermalink = ({ name, attribs }: Element, text: string): boolean =>
  name === "a" && attribs.href?.includes("#") === true && text.length <= 2 && /^[\p{P}\p{S}]+$/u.test(text);

/** Whether an element at a heading is its permalink or only holds links in brackets: tools for its section, not its text. */
const isTool = (element: Element): boolean => {
  const { parent, prev } = element;
  const isAtHeading = [parent, prev].some((near) => near !== null && isTag(near) && isHeading(near));
  if (!isAtHeading) return false;
  const text = textContent(element).trim();
  if (isPermalink(element, text)) return true;
  if (!BRACKETED.test(text)) return false;
  const links = findAll(({ name }) => name === "a", element.children);
  const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
  const linked = lettersOf(links.map((link) => textContent(link)).join(""));
  return linked > 0 && linked === lettersOf(textContent(element));
};

const shapeOf = ({ name, attribs }: Element): string => `${name}.${attribs.class ?? ""}`;

const makeBox = (element: Element, parent: Box | null): Box => ({
  element,
  parent,
  depth: parent ? parent.depth + 1 : 0,
  groups: groupsOf(element),
  shape: shapeOf(element),
  words: 0,
  linkWords: 0,
  blocks: 0,
  alike: 1,
});

const countAlike = (boxes: readonly Box[]): void => {
  if (boxes.length < 2) return;
  const counts = new Map<string, number>();
  for (const { shape } of boxes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  for (const box of boxes) box.alike = counts.get(box.shape) ?? 1;
};

/** Adds the counts of a block or child box to `box`. */
const addTo = (box: Box, { words, linkWords, blocks }: Pick<Box, "words" | "linkWords" | "blocks">): void => {
  box.words += words;
  box.linkWords += linkWords;
  box.blocks += blocks;
};

/** Sorts boxes so that each comes before its ancestors. */
export const deepestFirst = (boxes: Iterable<Box>): Box[] =>
  [...boxes].sort((left, right) => right.depth - left.depth);

/** Computes a value for a box from its parent's, once per box. `above` is the parent's value, null at the root. */
export const createClimber = <Known>(
  step: (box: Box, above: Known | null) => Known,
): ((box: Box) => Known) => {
  const known = new Map<Box, Known>();
  const climb = (box: Box): Known => {
    let here = known.get(box);
    if (here === undefined) {
      here = step(box, box.parent && climb(box.parent));
      known.set(box, here);
    }
    return here;
  };
  return climb;
};

/** Up to this many blocks, each represents itself. Only long lists have more. Set by judgement. */
const MANY = 3_000;
/** How many similar blocks one block represents, including itself. */
const STRIDE = 32;

/** Similar blocks have boxes of the same shape, about as many words, and links in both or neither. */
const kindOf = ({ box, words, linkWords }: Block): string =>
  `${box.parent?.parent?.shape}>${box.parent?.shape}>${box.shape} ${Math.round(Math.log2(words + 1))} ${linkWords > 0}`;

const findModels = (blocks: readonly Block[]): readonly number[] => {
  if (blocks.length <= MANY) return blocks.map((_, index) => index);
  const open = new Map<string, { readonly model: number; left: number }>();
  return blocks.map((block, index) => {
    const kind = kindOf(block);
    const known = open.get(kind);
    if (known && known.left-- > 0) return known.model;
    open.set(kind, { model: index, left: STRIDE - 1 });
    return index;
  });
};

/** Splits an element into blocks, in document order. */
export const splitBlocks = (top: Element): Blocks => {
  const blocks: Block[] = [];
  const root = makeBox(top, null);
  let nodes: Text[] = [];
  let linked: Text[] = [];

  const close = (box: Box): void => {
    if (nodes.length === 0) return;
    const text = normaliseSpace(nodes.map(({ data }) => data).join(""));
    if (text !== "") {
      const words = countWords(text);
      const linkWords = linked.length === 0 ? 0 : countWords(linked.map(({ data }) => data).join(" "));
      const block = { box, nodes, text, words, linkWords: Math.min(words, linkWords) };
      blocks.push(block);
      addTo(box, { words, linkWords: block.linkWords, blocks: 1 });
    }
    nodes = [];
    linked = [];
  };

  const visit = (children: readonly AnyNode[], box: Box, inLink: boolean): void => {
    const boxes: Box[] = [];
    for (const child of children) {
      if (isText(child)) {
        nodes.push(child);
        if (inLink) linked.push(child);
      } else if (isTag(child)) {
        const { name } = child;
        if (SKIPPED.has(name) || (name === "noscript" && !isPage(child)) || isTool(child)) continue;
        if (name === "br") close(box);
        else if (INLINE.has(name)) visit(child.children, box, inLink || name === "a");
        else {
          close(box);
          const inner = makeBox(child, box);
          boxes.push(inner);
          visit(child.children, inner, inLink);
          close(inner);
          addTo(box, inner);
        }
      }
    }
    countAlike(boxes);
  };
  visit(top.children, root, false);
  close(root);
  return { blocks, root, models: findModels(blocks) };
};
