/** Labels and their values: tables, definition lists, "Label: value", headings over lists. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll } from "domutils";
import { textOf } from "../text.ts";
import { type Concept, conceptOf } from "./concepts.ts";
import { type Fact, makeFact } from "./facts.ts";

const MAX_LABEL = 40;
const MAX_VALUE = 400;
const MAX_FACTS = 400;
const HEADING = /^h[1-6]$/;

const elementsOf = (element: Element): Element[] => element.children.filter(isTag);
const asLabel = (text: string): string | null => {
  const label = text.replace(/\s*[:：]\s*$/, "");
  return label !== "" && label.length <= MAX_LABEL && label.split(/\s+/).length <= 5 ? label : null;
};

const pair = (source: "pair" | "table", label: string, value: string, tag: string, factor = 1): Fact[] =>
  value === "" || value.length > MAX_VALUE
    ? []
    : [makeFact(source, label, [value], { factor, path: `${tag} "${label}"` })];

const readRow = (row: Element): Fact[] => {
  const cells = elementsOf(row);
  const [first, second] = cells;
  if (cells.length !== 2 || !first || !second || (first.name !== "th" && second.name === "th")) return [];
  const label = asLabel(textOf(first));
  return label === null ? [] : pair("table", label, textOf(second), "tr");
};

const readDefinitions = (list: Element): Fact[] => {
  const facts: Fact[] = [];
  let label: string | null = null;
  const parts = elementsOf(list).flatMap((child) => (child.name === "div" ? elementsOf(child) : [child]));
  for (const part of parts) {
    if (part.name === "dt") label = asLabel(textOf(part));
    else if (part.name === "dd" && label !== null) {
      facts.push(...pair("pair", label, textOf(part), "dt"));
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

const LABELLED = /^([^:：]{2,40})[:：]\s*(\S.*)$/s;
const LABEL_TAGS: ReadonlySet<string> = new Set([
  "strong",
  "b",
  "span",
  "label",
  "em",
  "div",
  "p",
  "dt",
  "h3",
  "h4",
  "h5",
  "h6",
  "small",
]);

/** "Label: value" in one element, or a label and its value side by side. */
const readLabelled = (element: Element): Fact[] => {
  const children = elementsOf(element);
  if (children.length > 4 || !isSmall(element)) return [];
  const [first, second] = children;
  if (first && children.length === 2 && second && LABEL_TAGS.has(first.name)) {
    const text = textOf(first);
    const label = asLabel(text);
    if (label !== null && (text.endsWith(":") || conceptOf(label) !== null))
      return pair("pair", label, textOf(second), element.name, text.endsWith(":") ? 1 : 0.8);
  }
  if (element.children.some((child) => isTag(child) && elementsOf(child).length > 3)) return [];
  const text = textOf(element);
  if (text.length > MAX_LABEL + MAX_VALUE) return [];
  const match = LABELLED.exec(text);
  const label = match && asLabel(match[1] ?? "");
  return match && label && !/^(?:https?|ftp|\d+)$/i.test(label)
    ? pair("pair", label, match[2] ?? "", element.name, 0.95)
    : [];
};

/** Boxes to tick, bullets and numbers that pages write before an entry. */
const MARK = /^(?:[▢☐□✓✔•●○▪–-]\s*|(?:step\s+)?\d{1,2}[.)]\s+|step\s+\d{1,2}:?\s+)/i;

const listItems = (element: Element): string[] => {
  const items = findAll(({ name }) => name === "li", element.children);
  const leaves = items.filter((item) => !findAll(({ name }) => name === "li", item.children).length);
  return leaves.map((leaf) => textOf(leaf).replace(MARK, "")).filter((text) => text !== "");
};

const nextElement = (element: Element): Element | null => {
  for (let node: AnyNode | null = element.next; node; node = node.next) if (isTag(node)) return node;
  return null;
};

const LISTS: ReadonlySet<Concept> = new Set(["ingredients", "instructions"]);
const MAX_SECTION = 30;

/** Items of all that follows a heading up to the next of its rank; paragraphs where there is no list. */
const readSection = (heading: Element): string[] => {
  const rank = Number(heading.name[1] ?? 6);
  const items: string[] = [];
  const paragraphs: string[] = [];
  let at = nextElement(heading);
  const parent = heading.parent;
  if (!at && parent && isTag(parent)) at = nextElement(parent);
  for (let steps = 0; at && steps < MAX_SECTION; at = nextElement(at), steps++) {
    if (HEADING.test(at.name) && Number(at.name[1]) <= rank) break;
    const inner = listItems(at);
    if (
      inner.length === 0 &&
      findAll(({ name }) => HEADING.test(name) && Number(name[1]) <= rank, [at]).length > 0
    )
      break;
    items.push(...inner);
    if (inner.length === 0) {
      const lines = at.name === "p" ? [at] : findAll(({ name }) => name === "p", at.children);
      paragraphs.push(...lines.map(textOf).filter((text) => text !== ""));
    }
  }
  return items.length > 0 ? items : paragraphs;
};

const readHeadedLists = (scope: readonly AnyNode[]): Fact[] =>
  findAll(({ name }) => HEADING.test(name) || name === "strong" || name === "b", scope as AnyNode[]).flatMap(
    (heading) => {
      const label = asLabel(textOf(heading));
      const concept =
        label === null
          ? null
          : (conceptOf(label) ??
            conceptOf(label.split(/\s+/).at(-1) ?? "") ??
            conceptOf(label.split(/\s+/)[0] ?? ""));
      if (label === null || (!HEADING.test(heading.name) && (concept === null || !LISTS.has(concept))))
        return [];
      const from = HEADING.test(heading.name)
        ? heading
        : heading.parent && isTag(heading.parent)
          ? heading.parent
          : heading;
      const items = readSection(from);
      return items.length === 0
        ? []
        : [
            makeFact("list", label, items, {
              concept,
              factor: concept === null ? 0.8 : 0.95,
              path: `${heading.name} "${label}"`,
            }),
          ];
    },
  );

const NAMED: readonly (readonly [Concept, RegExp])[] = [
  ["ingredients", /(?:^|[\s_-])(?:ingredients?|ingredientlist|zutaten|ingredientes|ingredienti)/i],
  ["instructions", /(?:^|[\s_-])(?:instructions?|directions?|recipe-?steps|preparation|method|zubereitung)/i],
];
const WHOLE_PAGE = /(?:^|\s)(?:hentry|post-\d+|category-|tag-)/i;

/** Lists whose own class says what they hold. */
const readNamedLists = (scope: readonly AnyNode[]): Fact[] => {
  const named = (element: Element): Concept[] => {
    const { attribs, name } = element;
    const names = `${attribs.class ?? ""} ${attribs.id ?? ""} ${attribs["data-testid"] ?? ""}`;
    if (name === "body" || WHOLE_PAGE.test(names)) return [];
    return NAMED.filter(([, pattern]) => pattern.test(names)).map(([concept]) => concept);
  };
  return findAll((element) => named(element).length === 1, scope as AnyNode[]).flatMap((element) => {
    const concept = named(element)[0] ?? null;
    const items = listItems(element);
    const path = `.${element.attribs.class ?? element.attribs.id ?? ""}`;
    return items.length < 2 || concept === null ? [] : [makeFact("list", concept, items, { concept, path })];
  });
};

const CONTAINERS: ReadonlySet<string> = new Set([
  "p",
  "li",
  "div",
  "span",
  "td",
  "dd",
  "figcaption",
  "small",
]);

/** All pairs within the given nodes. */
export const readPairs = (scope: readonly AnyNode[], withLists: boolean): Fact[] => {
  const facts: Fact[] = [];
  for (const element of findAll(
    ({ name }) => name === "tr" || name === "dl" || CONTAINERS.has(name),
    scope as AnyNode[],
  )) {
    if (facts.length >= MAX_FACTS) break;
    if (element.name === "tr") facts.push(...readRow(element));
    else if (element.name === "dl") facts.push(...readDefinitions(element));
    else facts.push(...readLabelled(element));
  }
  if (withLists) facts.push(...readNamedLists(scope), ...readHeadedLists(scope));
  return facts;
};
