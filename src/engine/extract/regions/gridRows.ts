/**
 * Rows of grids whose pinned columns are tables of their own: a row is split in two or three parts, which have the same
 * `row-id` or `aria-rowindex` (WAI-ARIA 1.2).
 */
import type { Element } from "domhandler";
import { findAll } from "domutils";
import { joinNodes } from "./markers.ts";

const GRIDS: ReadonlySet<string> = new Set(["grid", "treegrid", "table"]);
const MIN_ROWS = 2;

const keyOf = ({ attribs }: Element): string | undefined => attribs["row-id"] ?? attribs["aria-rowindex"];

const isGrid = ({ name, attribs }: Element): boolean => name === "table" || GRIDS.has(attribs.role ?? "");

const gridOf = (row: Element): unknown => {
  for (let at = row.parent; at; at = at.parent) if ("attribs" in at && isGrid(at as Element)) return at;
  return null;
};

/** Rows of a page that are split into parts, joined: each record is the parts' cells in the order of the page. */
export const joinGridRows = (
  top: Element,
): { readonly joined: readonly Element[][]; readonly parts: ReadonlySet<Element> } => {
  const grids = new Map<unknown, Map<string, Element[]>>();
  for (const row of findAll((element) => keyOf(element) !== undefined, [top])) {
    const grid = gridOf(row);
    if (grid === null) continue;
    const rows = grids.get(grid) ?? new Map<string, Element[]>();
    grids.set(grid, rows);
    const key = keyOf(row) ?? "";
    rows.set(key, [...(rows.get(key) ?? []), row]);
  }
  const parts = new Set<Element>();
  const joined = [...grids.values()].flatMap((rows) => {
    const all = [...rows.values()];
    const isSplit = (row: readonly Element[]): boolean =>
      row.length > 1 && new Set(row.map(({ parent }) => parent)).size === row.length;
    if (all.filter(isSplit).length < Math.max(MIN_ROWS, all.length / 2)) return [];
    for (const part of all.flat()) parts.add(part);
    return [all.map((row) => joinNodes(row.flatMap(({ children }) => children)))];
  });
  return { joined, parts };
};
