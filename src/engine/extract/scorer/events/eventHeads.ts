/** What a page says above the records of a list: headings of its sections, of groups of rows, and of columns of boxes. */
import { type AnyNode, type Document, type Element, isTag } from "domhandler";
import type { Block } from "../../page/blocks.ts";
import { isHeading, outerOf, outward } from "../../page/tree.ts";
import { isGroupHead } from "../../regions/columns.ts";
import { nodesOf, ownersOf } from "../../regions/markers.ts";

const HEADS: ReadonlySet<string> = new Set("h1 h2 h3 h4 h5 h6 caption summary".split(" "));
/** What heads only that follows right after it: its siblings and what is in them. */
const LINES: ReadonlySet<string> = new Set("p strong b dt".split(" "));
/** A heading in one of these is that of what is in it. */
const SCOPES: ReadonlySet<string> = new Set("section article aside li td th form".split(" "));
const UNSEEN: ReadonlySet<string> = new Set("script style template noscript nav footer svg".split(" "));

const cellAt = (row: Element, at: Element): number => row.children.filter(isTag).indexOf(at);
/** Whether two cells are in the same column of rows with as many cells. */
const areBelow = (cell: Element, other: Element): boolean => {
  const [row, upper] = [outerOf(cell), outerOf(other)];
  const isWide = row !== null && row.children.filter(isTag).length > 1;
  return (
    isWide &&
    upper !== null &&
    row.children.filter(isTag).length === upper.children.filter(isTag).length &&
    cellAt(row, cell) === cellAt(upper, other)
  );
};
const isCell = ({ name }: Element): boolean => name === "td" || name === "th";

/** Whether an element is above a record as its heading. */
const isAbove = (head: Element, around: ReadonlySet<Element>): boolean => {
  const between: Element[] = [];
  let at = outerOf(head);
  for (; at && !around.has(at); at = outerOf(at)) between.push(at);
  const scopes = between.filter(({ name }) => SCOPES.has(name));
  const [cell] = scopes;
  const column =
    cell && scopes.length === 1 && isCell(cell) ? [...around].find((own) => isCell(own)) : undefined;
  if (cell && column && outerOf(outerOf(cell) ?? cell) === outerOf(outerOf(column) ?? column))
    return areBelow(column, cell);
  return LINES.has(head.name) ? between.length === 0 : scopes.length === 0;
};

const MAX_BACK = 200;

/** Gives what is above each of some records, outside all of them: the nearest first. */
export const createAbove = (
  records: readonly Element[],
  root: Document,
): ((record: Element) => Iterable<Element>) => {
  const owners = ownersOf(records);
  const heads: Element[] = [];
  const places = new Map<Element, number>();
  const visit = (node: AnyNode): void => {
    const owner = owners.get(node);
    if (owner) places.set(owner, places.get(owner) ?? heads.length);
    else if (isTag(node) && !UNSEEN.has(node.name)) {
      if (HEADS.has(node.name) || LINES.has(node.name) || isGroupHead(node)) heads.push(node);
      node.children.forEach(visit);
    }
  };
  root.children.forEach(visit);
  return function* (record) {
    const [first] = nodesOf(record);
    const around = new Set(first ? outward(first) : []);
    const from = places.get(record) ?? 0;
    for (let at = from - 1; at >= Math.max(0, from - MAX_BACK); at--) {
      const head = heads[at] as Element;
      if (isAbove(head, around)) yield head;
    }
  };
};

/** Blocks before a record beyond this are not read. */
const MAX_SECTION = 40;

/** Gives the blocks between each of some records and the nearest heading above, outside all of them. */
export const createSections = (
  records: readonly Element[],
  blocks: readonly Block[],
): ((record: Element) => readonly Block[]) => {
  const owners = ownersOf(records);
  const holdersOf = (node: AnyNode): Element[] =>
    [node, ...outward(node)].flatMap((at) => owners.get(at) ?? []);
  const places = new Map<Element, readonly [from: number, to: number]>();
  const apart: Block[] = [];
  let from = 0;
  for (const block of blocks) {
    const held = block.nodes.flatMap(holdersOf);
    for (const record of held) if (!places.has(record)) places.set(record, [from, apart.length]);
    if (held.length > 0) continue;
    if (outward(block.box.element).some(isHeading)) from = apart.length + 1;
    apart.push(block);
  }
  return (record) => {
    const [start, end] = places.get(record) ?? [0, 0];
    return apart.slice(Math.max(start, end - MAX_SECTION), end);
  };
};
