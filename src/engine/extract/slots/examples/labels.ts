/** Writes selectors that find a value by its label, which survive changes of position and class names. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findOne } from "domutils";
import { textOf } from "../../page/text.ts";
import { isHeading, outerOf } from "../../page/tree.ts";
import { normaliseSpace } from "../../values/text.ts";
import { listCandidates } from "../selectors/candidates.ts";
import { containsText } from "../selectors/linkText.ts";
import { isLabelText } from "./parts.ts";

export interface Label {
  /** As written on the page. */
  readonly text: string;
  /** Selectors of the labelled element, the simplest first. */
  readonly selectors: readonly string[];
  /** How likely it is a label, 0 to 1. */
  readonly confidence: number;
  /** It is a link, and so rather a value of its own. */
  readonly isLinked: boolean;
}

const MAX_LEVELS = 4;
const MAX_SCOPES = 8;
const TERMS: ReadonlySet<string> = new Set(["th", "dt", "label"]);
/** Elements that mark a label without a colon. A value in a heading has no label: see `labelOf`. */
const STRESSED = /^(?:b|strong|td|h[2-6])$/;

/** Any other short text before the value can be a label; set by hand. */
const PLAIN_LABEL = 0.4;

interface Before {
  readonly node: AnyNode;
  readonly isNext: boolean;
}

/** Finds the nearest preceding sibling with text. */
const findBefore = (node: AnyNode): Before | null => {
  let isNext = true;
  for (let at = node.prev; at; at = at.prev) {
    if (isText(at) && normaliseSpace(at.data) !== "") return { node: at, isNext };
    if (!isTag(at)) continue;
    if (textOf(at) !== "") return { node: at, isNext };
    isNext = false;
  }
  return null;
};

const confidenceOf = (text: string, element: Element | null): number => {
  if (/[:：]$/.test(text)) return 0.95;
  if (element === null) return 0;
  if (TERMS.has(element.name)) return 0.95;
  return STRESSED.test(element.name) ? 0.8 : PLAIN_LABEL;
};

/** Finds the nearest label before an element, within a record if one is given; null if the nearest text is not a label. */
export const labelOf = (element: Element, record: AnyNode | null = null): Label | null => {
  if (isHeading(element)) return null;
  let path = "";
  let at: Element = element;
  for (let level = 0; level < MAX_LEVELS && at !== record; level++) {
    const before = findBefore(at);
    const parent = outerOf(at);
    if (before) {
      const { node, isNext } = before;
      const text = normaliseSpace(isText(node) ? node.data : textOf(node));
      const confidence = confidenceOf(text, isTag(node) ? node : null);
      if (!isLabelText(text) || confidence === 0 || !parent) return null;
      const own = isTag(node)
        ? `${node.name}${containsText(text)}:not(:has(${node.name})) ${isNext ? "+" : "~"} ${at.name}${path}`
        : `${parent.name}${containsText(text)}:not(:has(${parent.name})) > ${at.name}${path}`;
      // Scoped to the parent element, since other parts of the page can use the same label.
      const scopes = listCandidates(parent, { scope: null, withId: true })
        .filter(({ css }) => !css.includes(":nth"))
        .slice(0, MAX_SCOPES)
        .map(({ css }) => css);
      return {
        text,
        confidence,
        isLinked: isTag(node) && findOne(({ name }) => name === "a", [node]) !== null,
        selectors: [own, ...(isTag(node) ? scopes.map((css) => `${css} > ${own}`) : [])],
      };
    }
    if (!parent) return null;
    path = ` > ${at.name}${path}`;
    at = parent;
  }
  return null;
};
