/** What one record of a list holds: its title, address, picture, price, dates, and all it labels. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { findAll, findOne } from "domutils";
import { type CoerceContext, resolveUrl } from "../coerce.ts";
import { bitOf, groupsOf } from "../content/groups.ts";
import { parseDate } from "../dates.ts";
import { readElement } from "../elements.ts";
import { textOf } from "../text.ts";
import type { Concept } from "./concepts.ts";
import { type Fact, makeFact } from "./facts.ts";
import { readPairs } from "./pairs.ts";
import { readPrices } from "./prices.ts";

const HEADING = /^h[1-6]$/;
const TITLE = bitOf("heading");

const findTitleElement = (elements: readonly Element[]): Element | null => {
  const heading = elements.find(({ name }) => HEADING.test(name));
  if (heading && textOf(heading) !== "") return heading;
  const named = elements.find(
    (element) => groupsOf(element) & TITLE && textOf(element) !== "" && textOf(element).length < 200,
  );
  if (named) return named;
  const links = elements.filter(({ name, attribs }) => name === "a" && attribs.href !== undefined);
  return (
    links
      .map((link) => ({ link, length: textOf(link).length }))
      .filter(({ length }) => length > 1 && length < 250)
      .sort((left, right) => right.length - left.length)[0]?.link ?? null
  );
};

const isLink = (element: Element): boolean =>
  element.name === "a" && /^(?!#|javascript:|mailto:|tel:)./.test(element.attribs.href ?? "");

const findUrl = (record: Element, elements: readonly Element[], title: Element | null): string | null => {
  const around: Element[] = [];
  for (let at: AnyNode | null = title; at && isTag(at) && at !== record; at = at.parent as AnyNode | null)
    around.push(at);
  const inTitle = title ? findAll(isLink, title.children) : [];
  const outer = record.parent && isTag(record.parent) ? [record, record.parent] : [record];
  const link = [...inTitle, ...around, ...outer.slice(0, 1), ...elements, ...outer].find(isLink);
  return link?.attribs.href ?? null;
};

const COLOURED: readonly (readonly [Concept, RegExp])[] = [
  ["author", /(?:^|[\s_-])(?:author|byline|username|user-name|creator|poster)(?:[\s_-]|$)/i],
  ["rating", /(?:^|[\s_-])(?:rating|stars?|score)(?:[\s_-]|$)/i],
  ["brand", /(?:^|[\s_-])(?:brand|vendor|manufacturer)(?:[\s_-]|$)/i],
  ["category", /(?:^|[\s_-])(?:category|section|eyebrow|kicker)(?:[\s_-]|$)/i],
  ["sku", /(?:^|[\s_-])(?:sku)(?:[\s_-]|$)/i],
  ["availability", /(?:^|[\s_-])(?:availability|stock|instock)(?:[\s_-]|$)/i],
];

const MAX_INNER = 400;

/** Facts of one record; `labels` name the cells of a table's row. */
export const readRecord = (
  record: Element,
  context: CoerceContext,
  labels: readonly string[] = [],
): Fact[] => {
  const elements = findAll(() => true, record.children).slice(0, MAX_INNER);
  const facts: Fact[] = [];
  const note = (concept: Concept, value: string | null, path: string, factor = 1): void => {
    if (value !== null && value !== "")
      facts.push(makeFact("record", concept, [value], { concept, factor, path }));
  };
  const title = findTitleElement(elements);
  if (title) note("title", textOf(title), title.name);
  else note("title", labels.length > 0 ? null : textOf(record).slice(0, 200), "text", 0.5);
  note("url", resolveUrl(findUrl(record, elements, title)?.trim() ?? "", context.baseUrl), "a@href");
  note("image", resolveUrl(readElement(record, "image")?.trim() ?? "", context.baseUrl), "img");
  facts.push(...readPrices(record, context).map((fact): Fact => ({ ...fact, source: "record" })));
  const dated =
    elements.find((element) => element.name === "time") ??
    elements.find(
      (element) =>
        /date|time|posted|published/i.test(element.attribs.class ?? "") &&
        parseDate(textOf(element), context) !== null,
    );
  if (dated) note("date", readElement(dated, "date"), dated.name);
  for (const [concept, pattern] of COLOURED) {
    const found = elements.find(
      ({ attribs }) => pattern.test(attribs.class ?? "") || attribs.rel === concept,
    );
    if (found) {
      const text = textOf(found) || (found.attribs["aria-label"] ?? found.attribs.title ?? "");
      if (text.length < 120) note(concept, text.replace(/^by\s+/i, ""), `.${found.attribs.class ?? ""}`);
    }
  }
  facts.push(...describe(elements, title), ...readPairs([record], false), ...readCells(record, labels));
  return facts;
};

/** The longest run of text besides the title. */
const describe = (elements: readonly Element[], title: Element | null): Fact[] => {
  const titled = title ? textOf(title) : "";
  const texts = elements
    .filter(({ name }) => ["p", "div", "span", "dd", "section", "blockquote"].includes(name))
    .filter(
      (element) =>
        !element.children.some(
          (child) =>
            isTag(child) && ["div", "p", "ul", "section", "article", "h2", "h3", "h4"].includes(child.name),
        ),
    );
  const best = texts
    .map(textOf)
    .filter((text) => text !== titled && text.split(/\s+/).length >= 6)
    .sort((left, right) => right.length - left.length)[0];
  return best
    ? [makeFact("record", "description", [best], { concept: "description", path: "longest text" })]
    : [];
};

const readCells = (record: Element, labels: readonly string[]): Fact[] => {
  if (record.name !== "tr" || labels.length === 0) return [];
  const cells = record.children.filter(isTag).filter(({ name }) => name === "td" || name === "th");
  return cells.flatMap((cell, index) => {
    const label = labels[index];
    const text = textOf(cell);
    return label && text !== ""
      ? [makeFact("table", label, [text], { factor: 1.2, path: `column "${label}"` })]
      : [];
  });
};

/** By table, so that a table of many rows is searched once. */
const columns = new WeakMap<Element, readonly string[]>();

const findColumns = (table: Element): string[] => {
  const cellsOf = (row: Element): Element[] => row.children.filter(isTag);
  const isHeader = (row: Element): boolean => cellsOf(row).filter(({ name }) => name === "th").length >= 2;
  const header = findOne((element) => element.name === "tr" && isHeader(element), table.children, true);
  return header ? cellsOf(header).map(textOf) : [];
};

/** Names of the columns above a row; empty where the table has none. */
export const readColumns = (row: Element): readonly string[] => {
  let table: AnyNode | null = row;
  while (table && !(isTag(table) && table.name === "table")) table = table.parent as AnyNode | null;
  if (!table || !isTag(table)) return [];
  const known = columns.get(table) ?? findColumns(table);
  columns.set(table, known);
  return known;
};
