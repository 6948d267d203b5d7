/** Measures how much main content each element contains, and its words, links and images. */

import { type Element, isTag, isText, type Text } from "domhandler";
import type { MainContent } from "../content/content.ts";
import { isHeading } from "../page/tree.ts";
import { countSpaced } from "../values/text.ts";

/** Weight of each text node: its words times the likelihood that they are main content. */
export const massOf = ({ blocks, scores }: MainContent): ReadonlyMap<Text, number> => {
  const masses = new Map<Text, number>();
  blocks.forEach(({ nodes, words }, index) => {
    for (const node of nodes) masses.set(node, ((scores[index] ?? 0) * Math.min(words, 40)) / nodes.length);
  });
  return masses;
};

export interface Measure {
  readonly mass: number;
  readonly words: number;
  /** Words inside links. */
  readonly linkWords: number;
  readonly elements: number;
  readonly hasLink: boolean;
  readonly hasHeading: boolean;
  readonly hasImage: boolean;
}

export const measureAll = (
  top: Element,
  masses: ReadonlyMap<Text, number>,
): ReadonlyMap<Element, Measure> => {
  const measures = new Map<Element, Measure>();
  const visit = (element: Element): Measure => {
    let mass = 0;
    let words = 0;
    let linkWords = 0;
    let elements = 0;
    let hasImage = element.name === "img";
    const isLink = element.name === "a" && element.attribs.href !== undefined;
    let hasLink = isLink;
    let hasHeading = isHeading(element);
    for (const child of element.children) {
      if (isText(child)) {
        const own = masses.get(child);
        if (own === undefined) continue;
        mass += own;
        const text = child.data.trim();
        words += text === "" ? 0 : countSpaced(text);
      } else if (isTag(child)) {
        const inner = visit(child);
        mass += inner.mass;
        words += inner.words;
        linkWords += inner.linkWords;
        hasImage ||= inner.hasImage;
        elements += inner.elements + 1;
        hasLink ||= inner.hasLink;
        hasHeading ||= inner.hasHeading;
      }
    }
    if (isLink) linkWords = words;
    const measure = { mass, words, linkWords, elements, hasLink, hasHeading, hasImage };
    measures.set(element, measure);
    return measure;
  };
  visit(top);
  return measures;
};
