/**
 * Positions of elements on a page: their ancestors, how early they come, and how near to the heading and the main
 * content.
 */
import { type Document, type Element, isTag, isText, type ParentNode } from "domhandler";
import type { Block } from "../../page/blocks.ts";
import { GROUPS, groupsOf } from "../../page/groups.ts";
import { type Features, type Looked, wordFeatures } from "./claims.ts";

export interface Places {
  /** All elements except code, with the number of characters before each. */
  readonly before: ReadonlyMap<Element, number>;
  /** Characters on the whole page, and before its first `h1`. */
  readonly all: number;
  readonly heading: number;
  /** The index of each text block, by its element. */
  readonly blocks: ReadonlyMap<Element, number>;
  /** Index of the first and the last main content block that is running text. */
  readonly first: number;
  readonly last: number;
}

const CODE: ReadonlySet<string> = new Set(["script", "style"]);
const PROSE_WORDS = 15;

const walk = (root: Document, { blocks, kept }: Looked["content"]): Places => {
  const before = new Map<Element, number>();
  let count = 0;
  let heading: number | null = null;
  const visit = ({ children }: ParentNode): void => {
    for (const child of children) {
      if (isText(child)) count += child.data.trim().length;
      else if (isTag(child) && !CODE.has(child.name)) {
        before.set(child, count);
        if (child.name === "h1") heading ??= count;
        visit(child);
      }
    }
  };
  visit(root);
  const isProse = (block: Block): boolean => kept.has(block) && block.words >= PROSE_WORDS;
  return {
    before,
    all: count,
    heading: heading ?? 0,
    blocks: new Map(blocks.map(({ box: { element } }, at) => [element, at])),
    first: blocks.findIndex(isProse),
    last: blocks.findLastIndex(isProse),
  };
};

const walked = new WeakMap<Document, Places>();

/** The page's positions, computed once and cached with the page. */
export const placesOf = ({ page: { root }, content }: Pick<Looked, "page" | "content">): Places => {
  const known = walked.get(root) ?? walk(root, content);
  walked.set(root, known);
  return known;
};

const TAGS: ReadonlySet<string> = new Set(
  "nav footer header aside article main li a td form figure h1 h2 h3".split(" "),
);
const FAR = 99;

/** Features of an element's names, ancestors and position. */
export const standing = (element: Element, places: Places, { scores }: Looked["content"]): Features => {
  const features: Record<string, number> = {};
  const { before, all, heading, blocks, first, last } = places;
  let groups = 0;
  let block: number | undefined;
  for (
    let at: Element | null = element;
    at && at.name !== "body";
    at = at.parent && isTag(at.parent) ? at.parent : null
  ) {
    if (TAGS.has(at.name)) features[`in_${at.name}`] = 1;
    groups |= groupsOf(at);
    block ??= blocks.get(at);
  }
  GROUPS.forEach((group, bit) => {
    if (groups & (1 << bit)) features[`in_${group}`] = 1;
  });
  const { class: names = "", id = "", itemprop = "" } = element.attribs;
  const start = before.get(element) ?? 0;
  return {
    ...features,
    ...wordFeatures("class", `${names} ${id} ${itemprop} ${element.attribs["data-testid"] ?? ""}`),
    early: 1 - start / Math.max(1, all),
    near: -Math.abs(start - heading),
    after: Number(start >= heading),
    ...(block !== undefined && {
      score: scores[block] ?? 0,
      toFirst: first < 0 ? -FAR : -Math.min(FAR, Math.abs(first - block)),
      isBeforeFirst: Number(block < first),
      toLast: first < 0 ? -FAR : Math.max(-FAR, Math.min(FAR, last - block)),
    }),
  };
};
