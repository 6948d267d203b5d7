import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { textContent } from "domutils";
import { normaliseSpace } from "../values/text.ts";

/** Elements whose text is not part of what a reader sees. */
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "head"]);

/** Elements in whose flow words run on; all others separate what stands in them from what is around. */
export const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

const isUnseen = ({ name }: Element): boolean => UNSEEN.has(name);

const collect = (
  nodes: readonly AnyNode[],
  parts: string[],
  isSkipped: (element: Element) => boolean = isUnseen,
): void => {
  for (const node of nodes) {
    if (isText(node)) parts.push(node.data);
    else if (isTag(node) && !isSkipped(node)) {
      const separator = INLINE.has(node.name) ? "" : " ";
      if (separator !== "") parts.push(separator);
      collect(node.children, parts, isSkipped);
      if (separator !== "") parts.push(separator);
    }
  }
};

/** The text of an element as a reader sees it, on one line. */
export const textOf = (node: AnyNode): string => {
  if (isTag(node) && UNSEEN.has(node.name)) return textContent(node).trim();
  const parts: string[] = [];
  collect("children" in node ? node.children : [node], parts);
  return normaliseSpace(parts.join(""));
};

const CONTROLS: ReadonlySet<string> = new Set([
  ...UNSEEN,
  "select",
  "button",
  "textarea",
  "iframe",
  "object",
]);

const isUnsaid = ({ name, attribs }: Element): boolean =>
  CONTROLS.has(name) || attribs.hidden !== undefined || /display:\s*none/i.test(attribs.style ?? "");

/** The text of an element without what can be chosen or pressed in it, and what is not shown. */
export const saidText = (element: Element): string => {
  const parts: string[] = [];
  collect(element.children, parts, isUnsaid);
  return normaliseSpace(parts.join(""));
};

/** The text that stands in an element itself and in none within it: a line for each run of it. */
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
