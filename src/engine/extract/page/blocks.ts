/** A page as a reader meets it: runs of text between the edges of boxes, and the boxes around them. */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { textContent } from "domutils";
import { normaliseSpace } from "../values/text.ts";
import { groupsOf } from "./groups.ts";
import { INLINE } from "./text.ts";

/** An element with what stands in it. */
export interface Box {
  readonly element: Element;
  readonly parent: Box | null;
  readonly depth: number;
  /** Bit set: what its class, id and role say it is (`groups.ts`). */
  readonly groups: number;
  /** Tag and classes: boxes of the same list have the same. */
  readonly shape: string;
  /** Words in it, and those of them inside links. */
  words: number;
  linkWords: number;
  blocks: number;
  /** Boxes beside it with the same shape, itself included. */
  alike: number;
}

/** A run of text that no edge of a box interrupts. */
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
  /** For each block the index of the one that stands for it: itself, except on pages of very many blocks. */
  readonly models: readonly number[];
}

/** Elements that hold no text of the page. */
const SKIPPED: ReadonlySet<string> = new Set(
  "script style template head svg iframe object canvas select option datalist textarea audio video map math".split(
    " ",
  ),
);

const WORD = /[\p{L}\p{N}]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const CJK_ALL = new RegExp(CJK, "gu");

/** Words of a text of ASCII alone, which classes of Unicode take several times as long to find; null of any other. */
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

/** Words of a text; where a script writes none apart, two characters count as one. */
const countWords = (text: string): number => {
  const plain = countPlainWords(text);
  if (plain !== null) return plain;
  const words = text.match(WORD)?.length ?? 0;
  return CJK.test(text) ? words + Math.floor((text.match(CJK_ALL)?.length ?? 0) / 2) : words;
};

const NOSCRIPT_WORDS = 80;
/** Pages that scripts build may hold the whole page for readers without scripts; most hold a pixel. */
const isPage = (noscript: Element): boolean => countWords(textContent(noscript)) >= NOSCRIPT_WORDS;

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

/** Adds what stands in a box, or in a block of it, to what is around. */
const addTo = (box: Box, { words, linkWords, blocks }: Pick<Box, "words" | "linkWords" | "blocks">): void => {
  box.words += words;
  box.linkWords += linkWords;
  box.blocks += blocks;
};

/** Boxes of a page in an order in which each comes before all that are around it. */
export const deepestFirst = (boxes: Iterable<Box>): Box[] =>
  [...boxes].sort((left, right) => right.depth - left.depth);

/** What is known of a box and of all that are around it, worked out once for each; `above` null: nothing is around it. */
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

/** Pages of fewer blocks are read whole; only long lists have more. Set by judgement. */
const MANY = 3_000;
/** So many blocks in a row of those alike are told by the first of them. */
const STRIDE = 32;

/** Blocks alike stand in boxes alike, and have about as many words and links. */
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

/** Splits what stands in an element into blocks, in the order of the page. */
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
        if (SKIPPED.has(name) || (name === "noscript" && !isPage(child))) continue;
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
