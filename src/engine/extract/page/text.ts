import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { textContent } from "domutils";
import { normaliseSpace } from "../values/text.ts";
import { hidesItself } from "./tree.ts";

/** Elements whose text a reader doesn't see. */
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head"]);

/** Inline elements: text flows across their edges. All other elements separate it from the text around. */
export const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

const isUnseen = ({ name }: Element): boolean => UNSEEN.has(name);

interface Gathering {
  /** Elements whose text is left out. */
  readonly isSkipped?: (element: Element) => boolean;
  /** Stops reading after about this many characters. */
  readonly max?: number;
  /** Whether to put a space between adjacent elements even if the source has none. */
  readonly isApart?: boolean;
}

/** Limits the nodes read for `max`: elements with little text can contain much else. */
const MAX_NODES = 400;

/** The text of the nodes on one line, and whether it is complete. */
export const gatherText = (
  nodes: readonly AnyNode[],
  { isSkipped = isUnseen, max = Number.POSITIVE_INFINITY, isApart = false }: Gathering = {},
): { readonly text: string; readonly isWhole: boolean } => {
  const isBound = max !== Number.POSITIVE_INFINITY;
  let left = isBound ? MAX_NODES : max;
  let room = max;
  const parts: string[] = [];
  const isGlued = ({ prev }: Element): boolean =>
    prev !== null && isTag(prev) && /[\p{L}\p{N}\p{Pf}.,)!?]$/u.test(parts.at(-1) ?? "");
  const visit = (node: AnyNode): boolean => {
    if (left-- <= 0) return false;
    if (isText(node)) {
      parts.push(node.data);
      if (isBound) room -= node.data.trim().length;
      return room >= 0;
    }
    if (!isTag(node) || isSkipped(node)) return true;
    const edge = INLINE.has(node.name) ? "" : " ";
    if (edge !== "" || (isApart && isGlued(node))) parts.push(" ");
    const isWhole = node.children.every(visit);
    if (edge !== "") parts.push(edge);
    return isWhole;
  };
  const isWhole = nodes.every(visit);
  return { text: normaliseSpace(parts.join("")), isWhole };
};

/** The text nodes of an element that a reader sees. */
export const visibleTexts = (element: Element): Text[] => {
  const texts: Text[] = [];
  const waiting: AnyNode[] = [element];
  for (let node = waiting.pop(); node; node = waiting.pop())
    if (isText(node)) texts.push(node);
    else if (isTag(node) && !isUnseen(node)) waiting.push(...node.children.toReversed());
  return texts.filter(({ data }) => data.trim() !== "");
};

/** The text of an element as a reader sees it, on one line. */
export const textOf = (node: AnyNode): string =>
  isTag(node) && isUnseen(node)
    ? textContent(node).trim()
    : gatherText("children" in node ? node.children : [node]).text;

/** Whether {@link textOf} gives any text; stops at the first. */
export const hasText = (node: AnyNode): boolean =>
  isTag(node) && isUnseen(node) ? textContent(node).trim() !== "" : hasShownText(node);
const hasShownText = (node: AnyNode): boolean =>
  isText(node)
    ? normaliseSpace(node.data) !== ""
    : isTag(node) && !isUnseen(node) && node.children.some(hasShownText);

const CONTROLS: ReadonlySet<string> = new Set([
  ...UNSEEN,
  "select",
  "button",
  "textarea",
  "iframe",
  "object",
]);
const isUnsaid = (element: Element): boolean => CONTROLS.has(element.name) || hidesItself(element);

/** The text of an element without form controls and hidden elements. */
export const saidText = ({ children }: Element): string => gatherText(children, { isSkipped: isUnsaid }).text;

/** Text directly in an element, without its descendants; one line per run. */
export const ownText = (node: AnyNode): string => {
  const lines = [""];
  for (const child of "children" in node ? node.children : [])
    if (isText(child)) lines.push((lines.pop() ?? "") + child.data);
    else if (isTag(child)) lines.push("");
  return lines
    .map(normaliseSpace)
    .filter((line) => line !== "")
    .join("\n");
};
