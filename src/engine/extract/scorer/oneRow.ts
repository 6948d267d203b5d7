/** Tables with one row under their column headings, as pages of a single record show it. */
import { type Document, type Element, isTag } from "domhandler";
import { find } from "domutils";
import type { OutputSchema } from "../../../contract/fields/outputSchema.ts";
import { elementsBy } from "../page/tags.ts";
import { outward } from "../page/tree.ts";
import { headerOf, readCells, readColumns } from "../regions/columns.ts";
import type { Fact } from "../sources/facts.ts";
import { rateFit, toWanted } from "./fit.ts";

const MAX_TABLES = 50;
/**
 * Columns that must have the names of requested fields. With one, the table can be about something else: of 11 pages with
 * such tables among 3,232, four have a list of cookies with a "Description".
 */
const MIN_ASKED = 2;
/** Of a column with the field's name or meaning: `rateFit` gives these .9 and more, and parts of a name .75 at most. */
const MIN_FIT = 0.9;

const rowsOf = (table: Element): Element[] =>
  find((node) => isTag(node) && node.name === "tr", table.children, true, 3).filter(isTag);

const readRow = (table: Element): Fact[] => {
  const [header, row, ...more] = rowsOf(table);
  if (!row || more.length > 0 || headerOf(row) !== header) return [];
  const labels = readColumns(row);
  return row.children.filter(isTag).length === labels.length ? readCells(row, labels) : [];
};

/** The values of such tables by their column headings, except in records of other things (`others`). */
export const readOneRows = (root: Document, schema: OutputSchema, others: ReadonlySet<unknown>): Fact[] => {
  const wanted = Object.keys(schema).map((name) => toWanted(name, false));
  if (wanted.length < MIN_ASKED) return [];
  const isNamed = (facts: readonly Fact[]): boolean =>
    wanted.filter((field) => facts.some((fact) => rateFit(fact, field) >= MIN_FIT)).length >= MIN_ASKED;
  return elementsBy(root, "tag", "table")
    .filter((table) => !outward(table).some((element) => others.has(element)))
    .slice(0, MAX_TABLES)
    .map(readRow)
    .filter(isNamed)
    .flat();
};
