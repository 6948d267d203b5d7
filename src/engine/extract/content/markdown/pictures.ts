/** Which pictures of a page belong to its kept text. */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { readElement } from "../../page/elements.ts";
import { resolveUrl } from "../../values/coerce.ts";

const ASIDE: ReadonlySet<string> = new Set(
  "nav aside header footer form button noscript template svg script style".split(" "),
);
/** Smaller ones are icons, and pixels that count readers. */
const MIN_SIDE = 48;
const MAX_PICTURES = 1_000;

const isSmall = ({ attribs: { width = "", height = "" } }: Element): boolean =>
  [width, height].some((side) => /^\d+(?:px)?$/.test(side) && Number.parseInt(side, 10) < MIN_SIDE);

/**
 * Pictures between the first and the last text that is kept, and their addresses: those in figures, and those
 * that say what they show and lead nowhere else.
 */
export const findPictures = (
  top: Element,
  kept: ReadonlySet<Text>,
  baseUrl: string,
): ReadonlyMap<Element, string> => {
  const found = new Map<Element, string>();
  const seen = new Set<string>();
  let left = [...kept].filter(({ data }) => data.trim() !== "").length;
  const all = left;
  const take = (image: Element): void => {
    const url = resolveUrl(readElement(image, "image") ?? "", baseUrl);
    if (url === null || isSmall(image) || seen.has(url) || found.size >= MAX_PICTURES) return;
    seen.add(url);
    found.set(image, url);
  };
  const visit = (nodes: readonly AnyNode[], inFigure: boolean, inLink: boolean): void => {
    for (const node of nodes) {
      if (isText(node)) {
        if (kept.has(node) && node.data.trim() !== "") left--;
      } else if (isTag(node) && !ASIDE.has(node.name)) {
        const { name, children, attribs } = node;
        const isOwn = inFigure || (!inLink && (attribs.alt ?? "").trim() !== "");
        if (name === "img" && left > 0 && left < all && isOwn) take(node);
        visit(children, inFigure || name === "figure", inLink || name === "a");
      } else if (isTag(node)) left -= countKept(node, kept);
    }
  };
  if (left > 0) visit(top.children, false, false);
  return found;
};

const countKept = (node: AnyNode, kept: ReadonlySet<Text>): number => {
  if (isText(node)) return kept.has(node) && node.data.trim() !== "" ? 1 : 0;
  return isTag(node) ? node.children.reduce((sum, child) => sum + countKept(child, kept), 0) : 0;
};
