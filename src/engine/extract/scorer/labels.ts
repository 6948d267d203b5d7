/** Labels and their values: tables, lists of terms, "Label: value", and text beside the name of a requested field. */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { listBits } from "../page/bits.ts";
import { readElement } from "../page/elements.ts";
import { isButton, isLabelTag, listReferences } from "../page/references.ts";
import { shortText } from "../page/shortText.ts";
import { hasText, INLINE, saidText, textOf } from "../page/text.ts";
import { type Fact, labelOf, makeFact } from "../sources/facts.ts";
import { readHeadedLists } from "../sources/text/sections.ts";
import { PRICED } from "../values/prices.ts";
import { parseStock } from "../values/stock.ts";
import { normaliseSpace } from "../values/text.ts";
import { conceptOf, foldedWords, isKnownName } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";
import { rateFit, toWanted, type Wanted } from "./fit.ts";

/** Page furniture and controls: their words are not labels just because they match a requested field. */
const PASSED: ReadonlySet<string> = new Set(
  "head nav footer aside dialog form select button textarea svg option label".split(" "),
);
const UNREAD: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);
/** A label that only partly matches the field's name also precedes values of other things. */
const MIN_FIT = 0.68;
/** A box above another is a label only under the very name of the field. */
const MIN_FIT_OF_BOX = 0.97;
/** Just below labels in tables and lists of terms, which are marked up as such. */
const ASKED = 0.78;
/** Links listed in a line are better values than the line as a whole. */
const SEVERAL = 1.4;
const MAX_LABEL = 50;
const MAX_VALUE = 400;
const MAX_ASKED = 200;
const MAX_NODES = 60;
const MAX_FACTS = 400;
const MAX_CLIMB = 3;

const isBlank = (node: AnyNode): boolean => (isText(node) ? node.data.trim() === "" : !isTag(node));
const isBreak = (node: AnyNode): boolean => isTag(node) && node.name === "br";
const isEnd = (node: AnyNode): boolean => isTag(node) && (node.name === "br" || !INLINE.has(node.name));

/** Links away from the page that are not part of a value: "See all »", "12 High St | Map". */
const isMore = (node: AnyNode): boolean =>
  isTag(node) &&
  (/(?:^|[\s_-])(?:see-?)?more(?:[\s_-]|$)/i.test(node.attribs.class ?? "") ||
    (node.name === "a" && node.prev !== null && isText(node.prev) && /\S\s*[|·•]\s*$/.test(node.prev.data)) ||
    /[»›…]$/.test(shortText(node, MAX_LABEL) ?? ""));

/** The texts of a line's links if the line contains only links and separators. */
const listLinks = (line: readonly AnyNode[]): string[] => {
  const links = line.filter((node) => isTag(node) && node.name === "a");
  const rest = line.filter((node) => !links.includes(node)).map(textOf);
  return links.length > 1 && rest.every((text) => /^[\s,;|/·•&]*$/.test(text)) ? links.map(textOf) : [];
};

/** The values in the line of text that starts at a node; empty if there are none or the line is too long. */
const readLine = (start: AnyNode): readonly string[] => {
  const line: AnyNode[] = [];
  for (let at: AnyNode | null = start; at && !isEnd(at); at = at.next) {
    if (line.length > MAX_NODES) return [];
    if (line.length > 0 && isMore(at)) break;
    if (isButton(at)) continue;
    line.push(at);
  }
  const said = line.filter((node) => !isBlank(node));
  if (said.some((node) => isTag(node) && shortText(node, MAX_VALUE) === null)) return [];
  const several = listLinks(said);
  if (several.length > 0) return several;
  const text = line.map((node) => (isTag(node) ? ` ${saidText(node)} ` : textOf(node))).join("");
  return [normaliseSpace(text).replace(/^[:：\s]+|[|·•,»\s]+$/g, "")];
};

const HOLDS_SEVERAL: ReadonlySet<string> = new Set(["ul", "ol", "table", "form"]);
const isSeveral = (node: AnyNode): boolean => isTag(node) && HOLDS_SEVERAL.has(node.name);
const readBox = (box: Element): readonly string[] => {
  const inner = isButton(box) ? [] : box.children.filter((node) => !isBlank(node) && !isButton(node));
  const [only] = inner;
  if (!only || isSeveral(box) || inner.some(isSeveral) || shortText(box, MAX_VALUE) === null) return [];
  if (inner.length === 1 && isTag(only) && isEnd(only)) return readBox(only);
  return inner.some(isEnd) ? [saidText(box)] : readLine(only);
};

/** Whether the next cell after a heading or a term is its value, and empty. */
const hasOwnCell = (node: AnyNode): boolean => {
  let next = isTag(node) && isLabelTag(node) ? node.next : null;
  while (next && isBlank(next)) next = next.next;
  return next !== null && isTag(next) && (next.name === "td" || next.name === "dd") && isBare(next);
};
const isBare = (node: AnyNode): boolean => isTag(node) && textOf(node) === "";

/** The values after a label: in its line, in the next box, or after a box that contains only the label. */
const valuesAfter = (label: AnyNode): readonly string[] => {
  let at: AnyNode = label;
  for (let climbed = 0; climbed <= MAX_CLIMB; climbed++) {
    let next = at.next;
    let hasButton = false;
    for (; next && (isBlank(next) || isBreak(next) || isBare(next) || isButton(next)); next = next.next)
      hasButton ||= isButton(next);
    // An empty cell is the value of its heading.
    if (hasOwnCell(at)) return [];
    // A column heading is followed by other headings, not by its values.
    if (next && isTag(next) && isLabelTag(next)) return [];
    if (next) return isTag(next) && isEnd(next) ? readBox(next) : readLine(next);
    const { parent } = at;
    // The last heading of a row of headings is not followed by its value.
    if (isTag(at) && at.name === "th" && parent && parent.children.filter(isTag).length > 1) return [];
    // "Tags" with nothing but a button to add some, and entries of menus, which have one link each.
    if (hasButton || (isTag(at) && at.name === "a") || !parent || !isTag(parent) || parent.name === "body")
      return [];
    at = parent;
  }
  return [];
};

/** A text that can be a label, with the node that contains only the label. */
interface Label {
  readonly text: string;
  readonly node: AnyNode;
  /** How strongly its position or its colon makes it a label; null if only a matching requested field can. */
  readonly factor: number | null;
  readonly tag: string;
}

const mayBeLabel = (element: Element): boolean =>
  element.name !== "a" &&
  (INLINE.has(element.name) ||
    /^(?:h[3-6]|dt|th|td)$/.test(element.name) ||
    // Skip boxes that contain other boxes, without reading their text.
    (isBox(element) && !element.children.some(isEnd)));

/**
 * The siblings with text that follow a node, two at most; null if a sibling with text precedes it. Looks back first,
 * which keeps the work linear: of all the children of a parent, only one gets to look ahead.
 */
const followersOfFirst = (node: AnyNode, counts: (sibling: AnyNode) => boolean): AnyNode[] | null => {
  for (let at = node.prev; at; at = at.prev) if (counts(at)) return null;
  const followers: AnyNode[] = [];
  for (let at = node.next; at && followers.length < 2; at = at.next) if (counts(at)) followers.push(at);
  return followers;
};
const isSaidPart = (node: AnyNode): boolean => isTag(node) && hasText(node);

/** Whether an element, or the only one in it, has several parts, such as a label and its value. */
const isParted = (element: Element): boolean => {
  const parts = element.children.filter(isSaidPart);
  const [only] = parts;
  return parts.length > 1 || (only !== undefined && isTag(only) && isParted(only));
};

/** Whether headings and values take turns in a heading's row: "Priority | high | Status | open". */
const takesTurns = ({ parent }: Element): boolean => {
  const cells = (parent?.children ?? []).filter(isTag);
  return (
    cells.length > 2 &&
    cells.length % 2 === 0 &&
    cells.every(({ name }, at) => name === (at % 2 === 0 ? "th" : "td"))
  );
};

/** How strongly an element makes its short text a label. */
const rateLabel = (element: Element, text: string, label: string): Pick<Label, "factor" | "tag"> => {
  const { name, parent } = element;
  if (name === "dt") return { factor: 1, tag: "dt" };
  if (name === "td" || name === "th") {
    const [second, ...others] = followersOfFirst(element, isSaidPart) ?? [];
    if (name === "th" && takesTurns(element)) return { factor: 0.95, tag: "tr" };
    const isPair = second !== undefined && isTag(second) && second.name !== "th" && others.length === 0;
    if (!isPair) return { factor: null, tag: "tr" };
    return { factor: (parent?.children ?? []).filter(isTag).length === 2 ? 1 : 0.95, tag: "tr" };
  }
  const tag = parent && isTag(parent) ? parent.name : name;
  if (/[:：]$/.test(text)) return { factor: 1, tag };
  // A known name is a label if it is followed by exactly one sibling.
  const isLabel = isKnownName(label) && followersOfFirst(element, hasText)?.length === 1;
  return { factor: isLabel ? 0.8 : null, tag };
};

/** Visits all labels within a node, except those in records of other things (`others`). */
const visitLabels = (
  node: AnyNode,
  others: ReadonlySet<unknown>,
  visit: (label: Label) => void,
  isPassed = false,
): void => {
  if (isText(node)) {
    const text = normaliseSpace(node.data);
    const label = /[:：]$/.test(text) ? asLabel(text) : null;
    if (label !== null) visit({ text: label, node, factor: 1, tag: "text" });
    return;
  }
  if (!isTag(node) || UNREAD.has(node.name) || others.has(node)) return;
  const passed = isPassed || PASSED.has(node.name);
  // "Motion Picture Rating (<a>MPAA</a>)" is one label.
  const whole = mayBeLabel(node) && !isParted(node) ? shortText(node, MAX_LABEL) : null;
  const label = whole === null ? null : asLabel(whole);
  const judged = whole === null || label === null ? null : rateLabel(node, whole, label);
  if (judged && label !== null && (judged.factor !== null || (!passed && (!isBox(node) || headsPair(node)))))
    visit({ text: label, node, ...judged });
  else for (const child of node.children) visitLabels(child, others, visit, passed);
};
const isBox = ({ name }: Element): boolean => name === "div" || name === "p";
/** Whether a box and the one after it are all that is in the box around them. */
const headsPair = (element: Element): boolean => followersOfFirst(element, hasText)?.length === 1;

/** "New options available" contains the name of a field, but no value follows it. */
const saysStock = (label: string): boolean =>
  foldedWords(label).some((word) => conceptOf(word) === "availability");

const NOTHING: ReadonlySet<unknown> = new Set();
const LABELLED = /^([^:：]{2,40})[:：]\s*(\S.*)$/s;

/** "Label: value" in lines and parts of lines. */
const readLines = (scope: readonly AnyNode[], others: ReadonlySet<unknown>): Fact[] =>
  listBits(scope, (element) => others.has(element)).flatMap(({ text, element }) => {
    const [, said = "", value = ""] = LABELLED.exec(text) ?? [];
    const label = said === "" ? null : asLabel(said);
    return label === null || /^(?:https?|ftp|\d+)$/i.test(label) || value.length > MAX_VALUE
      ? []
      : [makeFact("pair", label, [value], { factor: 0.95, origin: labelOf(element.name, label) })];
  });

/** Values whose label is named by an attribute: `headers`, `for`, `aria-labelledby`, `aria-describedby`. */
const readReferences = (scope: readonly AnyNode[], others: ReadonlySet<unknown>): Fact[] =>
  listReferences(scope)
    .filter(
      ({ value }) => !others.has(value) && !isLabelTag(value) && !isButton(value) && value.name !== "select",
    )
    .slice(0, MAX_FACTS)
    .flatMap(({ label, value }) => {
      const text = asLabel(shortText(label, MAX_LABEL) ?? "");
      const said = isFormControl(value) ? readElement(value, undefined) : saidText(value);
      return text === null || !said || said.length > MAX_VALUE
        ? []
        : [
            makeFact(value.name === "td" ? "table" : "pair", text, [said], {
              origin: labelOf(label.name, text),
            }),
          ];
    });
/** A menu in which nothing is chosen has no value. */
const FORM_CONTROLS: ReadonlySet<string> = new Set(["input", "option", "textarea"]);
const isFormControl = ({ name, attribs }: Element): boolean =>
  FORM_CONTROLS.has(name) && !/^(?:password|hidden|checkbox|radio)$/.test(attribs.type ?? "");

/**
 * The values of all labels within the given nodes, except in records of other things (`others`). Names of fields in
 * `schema` also count as labels.
 */
export const readLabels = (
  scope: readonly AnyNode[],
  schema: OutputSchema = {},
  others: ReadonlySet<unknown> = NOTHING,
): Fact[] => {
  const wanted: readonly Wanted[] = Object.entries(schema)
    .filter(([, type]) => typeof type === "string")
    .map(([name]) => toWanted(name, false));
  const facts: Fact[] = [];
  const note = ({ text, node, factor, tag }: Label): void => {
    if (facts.length >= MAX_FACTS) return;
    const fact = makeFact(tag === "tr" ? "table" : "pair", text, [], {
      factor: factor ?? ASKED,
      origin: labelOf(factor === null ? "beside" : tag, text),
    });
    const least = isTag(node) && isBox(node) ? MIN_FIT_OF_BOX : MIN_FIT;
    const isAsked = wanted.some((field) => rateFit(fact, field) >= least);
    // "Was £24.60" is no label of the price beside it.
    if (factor === null && (!isAsked || PRICED.test(text))) return;
    const most = factor === null ? MAX_ASKED : MAX_VALUE;
    const isStock = factor === null && (fact.concept === "availability" || saysStock(text));
    const values = valuesAfter(node).filter(
      (value) =>
        value !== "" &&
        value.length <= most &&
        (factor !== null || !/[:：?]$/.test(value)) &&
        (!isStock || parseStock(value) !== null),
    );
    if (values.length === 0) return;
    const isSeveral = values.length > 1 && isAsked;
    facts.push({
      ...fact,
      values: isSeveral ? values : [values.join(", ")],
      confidence: fact.confidence * (isSeveral && factor === null ? SEVERAL : 1),
    });
  };
  for (const node of scope) visitLabels(node, others, note);
  return [...readReferences(scope, others), ...facts, ...readLines(scope, others).slice(0, MAX_FACTS)];
};

/** The same, plus lists named by a heading or a label. */
export const readPageLabels = (
  scope: readonly AnyNode[],
  schema?: OutputSchema,
  others?: ReadonlySet<unknown>,
): Fact[] => [...readLabels(scope, schema, others), ...readHeadedLists(scope)];
