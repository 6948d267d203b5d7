/** What the elements of a page are called. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { signatureOf } from "./traits.ts";

const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "noscript", "template", "svg", "path"]);
const MAX_ELEMENTS = 6_000;

/** Names of the elements of a page, up to so many. */
export const listSignatures = (page: AnyNode, most: number): string[] => {
  const found = new Set<string>();
  let left = MAX_ELEMENTS;
  const visit = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (left <= 0 || found.size >= most) return;
      if (!isTag(node) || UNSEEN.has(node.name)) continue;
      left -= 1;
      const signature = signatureOf(node as Element);
      if (signature !== null) found.add(signature);
      visit(node.children);
    }
  };
  if ("children" in page) visit(page.children);
  return [...found];
};
