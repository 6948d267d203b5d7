/** Finds the pictures that belong to the kept text of a page. */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { readElement } from "../../page/elements.ts";
import { resolveUrl } from "../../values/coerce.ts";

const ASIDE: ReadonlySet<string> = new Set(
  "nav aside header footer form button noscript template svg script style".split(" "),
);
/** Smaller images, in pixels, are icons or tracking pixels. */
const MIN_SIDE = 48;
const MAX_PICTURES = 1_000;

const isSmall = ({ attribs: { width = "", height = "" } }: Element): boolean =>
  [width, height].some((side) => /^\d+(?:px)?$/.test(side) && Number.parseInt(side, 10) < MIN_SIDE);

/**
 * Finds the pictures between the first and last kept text, with their URLs: those in figures, and those with alt text
 * that are not in links.
 */
export const findPictures = (
  top: Element,
  kept: ReadonlySet<Text>,
  baseUrl: string,
): ReadonlyMap<Element, string> => {
  const found = new Map<Element, string>();
  const seen = new Set<string>();
  /** Pictures since the last kept text; null before the first one. */
  let waiting: Element[] | null = null;
  const take = (image: Element): void => {
    const url = resolveUrl(readElement(image, "image") ?? "", baseUrl);
    if (url === null || isSmall(image) || seen.has(url) || found.size >= MAX_PICTURES) return;
    seen.add(url);
    found.set(image, url);
  };
  const visit = (nodes: readonly AnyNode[], inFigure: boolean, inLink: boolean, isAside: boolean): void => {
    for (const node of nodes) {
      if (isText(node)) {
        if (!kept.has(node) || node.data.trim() === "") continue;
        for (const image of waiting ?? []) take(image);
        waiting = [];
      } else if (isTag(node)) {
        const { name, children, attribs } = node;
        const isOwn = inFigure || (!inLink && (attribs.alt ?? "").trim() !== "");
        if (name === "img" && isOwn && !isAside) waiting?.push(node);
        visit(children, inFigure || name === "figure", inLink || name === "a", isAside || ASIDE.has(name));
      }
    }
  };
  visit(top.children, false, false, false);
  return found;
};
