/** What one record of a list holds: its title, address, picture, price, dates, and all it labels. */
import { type AnyNode, type Element, isTag } from "domhandler";
import { find, findAll, findOne } from "domutils";
import { type CoerceContext, resolveUrl } from "../coerce.ts";
import { bitOf, groupsOf } from "../content/groups.ts";
import { parseDate } from "../dates.ts";
import { readElement } from "../elements.ts";
import { textOf } from "../text.ts";
import type { Concept } from "./concepts.ts";
import { type Fact, makeFact } from "./facts.ts";
import { asLabel } from "./labels.ts";
import { lineText } from "./lines.ts";
import { readPairs } from "./pairs.ts";
import { PRICED, readPrices } from "./prices.ts";
import { readRatings } from "./ratings.ts";

const HEADING = /^h[1-6]$/;
const TITLE = bitOf("heading");

const MAX_TITLE = 200;
const isSpoken = (element: Element): boolean => {
  const text = textOf(element);
  return text.length > 1 && text.length < MAX_TITLE && /\p{L}/u.test(text) && !PRICED.test(text);
};
const isLeaf = ({ children }: Element): boolean => !children.some(isTag);

/** What a record is called, by where pages write it: the first of these that a record has. */
const TITLES: readonly ((elements: readonly Element[]) => Element | undefined)[] = [
  (elements) => elements.find((element) => HEADING.test(element.name) && textOf(element) !== ""),
  (elements) => elements.find((element) => NAMING.has(element.name) && isSpoken(element)),
  (elements) =>
    elements.find(
      (element) => groupsOf(element) & TITLE && textOf(element) !== "" && textOf(element).length < MAX_TITLE,
    ),
  (elements) =>
    elements
      .filter(({ name, attribs }) => name === "a" && attribs.href !== undefined)
      .map((link) => ({ link, length: textOf(link).length }))
      .filter(({ length }) => length > 1 && length < 250)
      .sort((left, right) => right.length - left.length)[0]?.link,
  (elements) => elements.find((element) => STRONG.has(element.name) && isSpoken(element)),
  (elements) => elements.find((element) => isLeaf(element) && isSpoken(element)),
];
const NAMING: ReadonlySet<string> = new Set(["dt", "summary", "legend"]);
const STRONG: ReadonlySet<string> = new Set(["b", "strong", "th"]);

const findTitleElement = (elements: readonly Element[]): Element | null => {
  for (const find of TITLES) {
    const title = find(elements);
    if (title) return title;
  }
  return null;
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
  // Of a row with named columns the names say more than the place of a cell.
  if (title) note("title", textOf(title), title.name, labels.length > 0 && isLeaf(title) ? 0.7 : 1);
  else note("title", labels.length > 0 ? null : lineText(record).slice(0, MAX_TITLE), "text", 0.5);
  if (title) facts.push(...readAnswer(record, title));
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
  facts.push(
    ...readRatings(record),
    ...describe(elements, title),
    ...readPairs([record], false),
    ...readCells(record, labels),
  );
  return facts;
};

/** Terms and what explains them, questions and what answers them. */
const readAnswer = (record: Element, title: Element): Fact[] => {
  const said = textOf(title);
  const isQuestion = /[?？؟]$/.test(said);
  if (!isQuestion && !NAMING.has(title.name)) return [];
  const rest = lineText(record).replace(said, "").trim();
  const [asked, answer] = isQuestion ? ["question", "answer"] : ["term", "definition"];
  return rest === ""
    ? []
    : [
        makeFact("record", asked, [said], { concept: null, path: title.name }),
        makeFact("record", answer, [rest], { concept: null, path: `after ${title.name}` }),
        makeFact("record", "description", [rest], { factor: 0.8, path: `after ${title.name}` }),
      ];
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
  return cellsOf(record).flatMap((cell, index) => {
    const label = labels[index];
    const text = textOf(cell);
    return label && text !== ""
      ? [makeFact("table", label, [text], { factor: 1.2, path: `column "${label}"` })]
      : [];
  });
};

/** By table, so that a table of many rows is searched once. */
const columns = new WeakMap<Element, Columns>();

interface Columns {
  readonly header: Element | null;
  readonly names: readonly string[];
}
const NO_COLUMNS: Columns = { header: null, names: [] };

const cellsOf = (row: Element): Element[] =>
  row.children.filter(isTag).filter(({ name }) => name === "td" || name === "th");
const isRow = ({ name }: Element): boolean => name === "tr";
const MAX_ROWS = 12;

/** A first row of words over rows with numbers names the columns, whatever its cells are called. */
const namesColumns = (first: Element, rows: readonly Element[]): boolean => {
  const labels = cellsOf(first).map(textOf);
  if (
    labels.length < 2 ||
    rows.length < 2 ||
    labels.some((label) => /\d/.test(label) || asLabel(label) === null)
  )
    return false;
  return labels.some((_, index) => rows.every((row) => /\d/.test(textOf(cellsOf(row)[index] ?? row))));
};

const findHeader = (table: Element): Element | null => {
  const isHeader = (row: Element): boolean => {
    const cells = cellsOf(row);
    return cells.length >= 2 && cells.every(({ name }) => name === "th");
  };
  const header = findOne((element) => isRow(element) && isHeader(element), table.children, true);
  if (header) return header;
  const [first, ...rows] = find((node) => isTag(node) && isRow(node), table.children, true, MAX_ROWS).filter(
    isTag,
  );
  return first && namesColumns(first, rows) ? first : null;
};

const findTable = (row: Element): Columns => {
  let table: AnyNode | null = row;
  while (table && !(isTag(table) && table.name === "table")) table = table.parent as AnyNode | null;
  if (!table || !isTag(table)) return NO_COLUMNS;
  const known = columns.get(table);
  if (known) return known;
  const header = findHeader(table);
  const found = header ? { header, names: cellsOf(header).map(textOf) } : NO_COLUMNS;
  columns.set(table, found);
  return found;
};

/** Names of the columns above a row; empty where the table has none. */
export const readColumns = (row: Element): readonly string[] => findTable(row).names;

/** Whether a row names the columns, and so is no record. */
export const isHeaderRow = (row: Element): boolean => isRow(row) && findTable(row).header === row;
