/** Labels and their values: tables, definition lists, "Label: value". */
import { type AnyNode, type Element, isTag, isText } from "domhandler";
import { findAll } from "domutils";
import { listBits } from "../page/bits.ts";
import { saidText, textOf } from "../page/text.ts";
import { isWithin } from "../page/tree.ts";
import { type Fact, makeFact } from "../sources/facts.ts";
import { readHeadedLists, readNamedLists } from "../sources/text/sections.ts";
import { normaliseSpace } from "../values/text.ts";
import { isKnownName } from "../vocabulary/concepts.ts";
import { asLabel } from "../vocabulary/labels.ts";

const MAX_LABEL = 40;
const MAX_VALUE = 400;
const MAX_FACTS = 400;

const elementsOf = (element: Element): Element[] => element.children.filter(isTag);
const pair = (source: "pair" | "table", label: string, value: string, tag: string, factor = 1): Fact[] =>
  value === "" || value.length > MAX_VALUE
    ? []
    : [makeFact(source, label, [value], { factor, path: `${tag} "${label}"` })];

/** What an element says as a label; null where it is put together of several things. */
const labelOf = (element: Element): string | null =>
  elementsOf(element).filter((child) => textOf(child) !== "").length > 1 ? null : asLabel(textOf(element));

const readRow = (row: Element): Fact[] => {
  const cells = elementsOf(row);
  // Cells of pictures and of space keep the others apart.
  const said = cells.filter((cell) => textOf(cell) !== "");
  const [first, second] = said;
  if (said.length !== 2 || !first || !second || second.name === "th") return [];
  const label = labelOf(first);
  return label === null ? [] : pair("table", label, saidText(second), "tr", cells.length === 2 ? 1 : 0.95);
};

const readDefinitions = (list: Element): Fact[] => {
  const facts: Fact[] = [];
  let label: string | null = null;
  const parts = elementsOf(list).flatMap((child) => (child.name === "div" ? elementsOf(child) : [child]));
  for (const part of parts) {
    if (part.name === "dt") label = labelOf(part);
    else if (part.name === "dd" && label !== null) {
      facts.push(...pair("pair", label, saidText(part), "dt"));
      label = null;
    }
  }
  return facts;
};

const MAX_INNER = 12;
/** Whether an element holds few others: large ones are no pair, and reading them all takes long. */
const isSmall = (element: Element): boolean => {
  let left = MAX_INNER;
  const visit = (at: Element): boolean =>
    at.children.every((child) => !isTag(child) || (left-- > 0 && visit(child)));
  return visit(element);
};

const SEVERAL: ReadonlySet<string> = new Set(["li", "a", "h2", "h3", "h4", "h5"]);
/** Whether an element is a menu or a list: that is no value of what stands before it. */
const holdsSeveral = (element: Element): boolean =>
  findAll(({ name }) => SEVERAL.has(name), element.children).length > 1;

const LABELLED = /^([^:：]{2,40})[:：]\s*(\S.*)$/s;
const LABEL_TAGS: ReadonlySet<string> = new Set(
  "strong b span label em div p dt h3 h4 h5 h6 small".split(" "),
);

/** "Address: 12 High St | Map": the text before a link to more of it; null where there is none. */
const textBetween = (label: Element, link: Element): string | null => {
  if (link.name !== "a") return null;
  let text = "";
  for (let at: AnyNode | null = label.next; at && at !== link; at = at.next) if (isText(at)) text += at.data;
  const value = normaliseSpace(text).replace(/^[:：|·•\s]+|[|·•,\s]+$/g, "");
  return value === "" ? null : value;
};

/** "Label: value" in one element, or a label and its value side by side. */
const readLabelled = (element: Element): Fact[] => {
  const children = elementsOf(element).filter(({ name }) => name !== "br");
  if (children.length > 4 || !isSmall(element)) return [];
  const [first, second] = children;
  if (first && children.length === 2 && second && LABEL_TAGS.has(first.name)) {
    const text = textOf(first);
    const label = labelOf(first);
    const isOne = text.endsWith(":") || (isKnownName(label ?? "") && !holdsSeveral(second));
    if (label !== null && isOne)
      return pair(
        "pair",
        label,
        textBetween(first, second) ?? saidText(second),
        element.name,
        text.endsWith(":") ? 1 : 0.8,
      );
  }
  if (element.children.some((child) => isTag(child) && elementsOf(child).length > 3)) return [];
  const text = textOf(element);
  if (text.length > MAX_LABEL + MAX_VALUE) return [];
  if (element.children.some((child) => isTag(child) && child.name === "br"))
    return listBits([element])
      .filter(({ place }, index, bits) => place === 0 && bits[index + 1]?.place !== 1)
      .flatMap((bit) => readMatch(LABELLED.exec(bit.text), element.name));
  const several = text.split(APART).map((part) => LABELLED.exec(part));
  if (several.length > 1 && several.every((part) => part !== null))
    return several.flatMap((part) => readMatch(part, element.name));
  return readMatch(LABELLED.exec(text), element.name);
};

/** "Prep: 10 min | Cook: 20 min" */
const APART = /\s*[|·•]\s*/;

const readMatch = (match: RegExpExecArray | null, tag: string): Fact[] => {
  const label = match && asLabel(match[1] ?? "");
  return match && label && !/^(?:https?|ftp|\d+)$/i.test(label)
    ? pair("pair", label, match[2] ?? "", tag, 0.95)
    : [];
};

const CONTAINERS: ReadonlySet<string> = new Set("p li div span td dd figcaption small".split(" "));

const NOTHING: ReadonlySet<unknown> = new Set();

/** All pairs within the given nodes, those of other things left out. */
export const readPairs = (
  scope: readonly AnyNode[],
  withLists: boolean,
  others: ReadonlySet<unknown> = NOTHING,
): Fact[] => {
  const facts: Fact[] = [];
  for (const element of findAll(
    ({ name }) => name === "tr" || name === "dl" || CONTAINERS.has(name),
    scope as AnyNode[],
  )) {
    if (facts.length >= MAX_FACTS) break;
    if (isWithin(element, others)) continue;
    if (element.name === "tr") facts.push(...readRow(element));
    else if (element.name === "dl") facts.push(...readDefinitions(element));
    else facts.push(...readLabelled(element));
  }
  if (withLists) facts.push(...readNamedLists(scope), ...readHeadedLists(scope));
  return facts;
};
