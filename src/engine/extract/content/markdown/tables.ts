/** Data tables of a page, as opposed to layout tables, and their rows. */
import { type AnyNode, type Element, isTag, isText, type Text } from "domhandler";
import { findAll, findOne, nextElementSibling, prevElementSibling } from "domutils";
import { cellsOf, rowsOf, spanOf } from "../../page/tables.ts";

const IN_LAYOUT: ReadonlySet<string> = new Set(
  "table h1 h2 h3 h4 h5 h6 pre blockquote article section form".split(" "),
);
const MAX_SPAN = 100;
const MAX_COLUMNS = 100;

/** Whether a table is only used for layout. */
export const isLayout = ({ attribs, children }: Element): boolean =>
  attribs.role === "presentation" ||
  attribs.role === "none" ||
  findOne(({ name }) => IN_LAYOUT.has(name), children, true) !== null;

const holdsText = (node: AnyNode, kept: ReadonlySet<Text>): boolean =>
  isText(node) ? kept.has(node) : isTag(node) && node.children.some((child) => holdsText(child, kept));

const textsIn = (node: AnyNode): Text[] =>
  isText(node) ? [node] : isTag(node) && !CODE.has(node.name) ? node.children.flatMap(textsIn) : [];
const CODE: ReadonlySet<string> = new Set(["script", "style", "template"]);

const isHeadCell = ({ name }: Element): boolean => name === "th";

/** Whether the head cell of each row is its first, so that the table has no row of heads. */
export const isOfPairs = (rows: readonly Element[]): boolean =>
  rows.every((row) => {
    const [first, ...others] = cellsOf(row);
    return first !== undefined && isHeadCell(first) && others.length > 0 && !others.some(isHeadCell);
  });

export const captionsOf = ({ children }: Element): Element[] =>
  children.filter((child): child is Element => isTag(child) && child.name === "caption");

/** Whether a table with head cells stands between two kept neighbours; for captioned pairs, beside one. */
const isAmongKept = (table: Element, kept: ReadonlySet<Text>): boolean => {
  const isKept = (beside: Element | null): boolean => beside !== null && holdsText(beside, kept);
  const beside = [prevElementSibling(table), nextElementSibling(table)];
  return captionsOf(table).length > 0 && isOfPairs(rowsOf(table))
    ? beside.some(isKept)
    : beside.every(isKept) && findOne(isHeadCell, table.children, true) !== null;
};

/** A table with this share of its rows kept is kept whole: its other rows are as much a part of it. */
const LEAST_ROWS = 0.5;

/** The terms of a description list, each with its descriptions. */
const entriesOf = ({ children }: Element): Element[][] => {
  const entries: Element[][] = [];
  for (const child of children.filter(isTag))
    if (child.name === "div") entries.push(...entriesOf(child));
    else if (child.name === "dd" && entries.length > 0) entries.at(-1)?.push(child);
    else if (child.name === "dt") entries.push([child]);
  return entries;
};

const LAYS_OUT: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6 article section nav form".split(" "));
/** Whether a description list only places parts of the page beside each other. */
const isPlacing = ({ children }: Element): boolean =>
  findOne(({ name }) => LAYS_OUT.has(name), children, true) !== null;

const lettersIn = (nodes: readonly AnyNode[]): number =>
  nodes.flatMap(textsIn).reduce((sum, { data }) => sum + data.replace(/\s/g, "").length, 0);

/** Whether the descriptions, or terms alone, are several links and little else, as in menus. */
const areLinks = (parts: readonly Element[]): boolean => {
  const descriptions = parts.filter(({ name }) => name === "dd");
  const told = descriptions.length > 0 ? descriptions : parts;
  const links = findAll(({ name }) => name === "a", [...told]);
  return links.length > 1 && lettersIn(links) * 2 >= lettersIn(told);
};

/** The missing parts of a description list: all of one that is kept in large part, else the other part of each entry. */
const lackingIn = (list: Element, kept: ReadonlySet<Text>): Element[] => {
  const entries = entriesOf(list).map((parts) =>
    parts.map((part) => ({ part, isKept: holdsText(part, kept) })),
  );
  const partly = entries.filter((parts) => parts.some(({ isKept }) => isKept));
  const isWhole = partly.length > 0 && partly.length >= entries.length * LEAST_ROWS;
  return (isWhole ? entries : partly)
    .map((parts) => parts.filter(({ isKept }) => !isKept).map(({ part }) => part))
    .filter((parts) => !areLinks(parts))
    .flat();
};

/**
 * Adds the missing rows of tables that are kept in part or stand among kept text, and missing cells of other rows. A
 * table of pairs is one set of facts: it is whole with the first of its rows that is kept. Terms of description lists are kept
 * with their descriptions.
 */
export const keepRows = (top: Element, kept: ReadonlySet<Text>): ReadonlySet<Text> => {
  const tables = findAll(({ name }) => name === "table", top.children).filter((table) => !isLayout(table));
  const lacking = tables.flatMap((table) => {
    const rows = rowsOf(table).map(cellsOf);
    const without = rows.map((cells) => cells.filter((cell) => !holdsText(cell, kept)));
    const rowsKept = rows.filter((cells, at) => cells.length > (without[at]?.length ?? 0)).length;
    const isTable = rows.some((cells) => cells.length > 1);
    const isOfFacts = rowsKept > 0 && isOfPairs(rowsOf(table));
    const isWhole =
      isTable && (isOfFacts || rowsKept >= rows.length * LEAST_ROWS || isAmongKept(table, kept));
    return [
      ...(isWhole ? captionsOf(table) : []),
      ...without.filter((cells, at) => isWhole || cells.length <= (rows[at]?.length ?? 0) / 2).flat(),
    ];
  });
  const lists = findAll(({ name }) => name === "dl", top.children).filter((list) => !isPlacing(list));
  const all = [...lacking, ...lists.flatMap((list) => lackingIn(list, kept))];
  return all.length === 0 ? kept : new Set([...kept, ...all.flatMap(textsIn)]);
};

/** Lays out texts by row and column. A cell that spans rows is in each row; one that spans columns, in the first. */
export const layOut = (rows: readonly Element[], write: (cell: Element) => string): string[][] => {
  const open = new Map<number, { readonly text: string; rows: number }>();
  return rows.map((row) => {
    const line: string[] = [];
    const takeOpen = (): void => {
      for (let cell = open.get(line.length); cell; cell = open.get(line.length)) {
        if (--cell.rows === 0) open.delete(line.length);
        line.push(cell.text);
      }
    };
    for (const cell of cellsOf(row)) {
      takeOpen();
      if (line.length >= MAX_COLUMNS) break;
      const text = write(cell);
      const spanned = spanOf(cell.attribs.rowspan, MAX_SPAN) - 1;
      const columns = spanOf(cell.attribs.colspan, MAX_SPAN);
      for (let column = 0; column < columns; column++) {
        if (spanned > 0) open.set(line.length, { text: column === 0 ? text : "", rows: spanned });
        line.push(column === 0 ? text : "");
      }
    }
    takeOpen();
    return line;
  });
};

/** Writes rows as a GitHub Markdown table, with the first row as the header row. */
export const writeRows = (rows: readonly (readonly string[])[]): string => {
  const width = Math.max(...rows.map((row) => row.length));
  const lines = rows.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`,
  );
  return [lines[0], `|${" --- |".repeat(width)}`, ...lines.slice(1)].join("\n");
};
