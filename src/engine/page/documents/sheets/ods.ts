/** Workbooks of OpenDocument 1.3. Formulas give their last values. */
import { type Attributes, readAbout, readXml } from "../archive/xml.ts";
import { openOpenDocument } from "../encryption/openDocument.ts";
import { FileFault } from "../faults.ts";
import type { Converted } from "../html.ts";
import { showAmount } from "./formats.ts";
import {
  type FilledSheet,
  type HiddenColumns,
  type SheetCell,
  type SheetRow,
  writeWorkbook,
} from "./sheet.ts";

const MAX_CELLS = 2_000_000;
/** Empty rows and cells are repeated up to a sheet's end; those with a value are repeated for real. */
const MAX_REPEATED = 100_000;

const numberOf = (attributes: Attributes, name: string): number => Math.max(1, Number(attributes[name]) || 1);

const isCollapsed = (attributes: Attributes): boolean =>
  ["collapse", "filter"].includes(attributes["table:visibility"] ?? "");

/** A value as typed; texts are what the cell shows. */
const readValue = (attributes: Attributes, shown: string): string => {
  const type = attributes["office:value-type"] ?? "string";
  const value = attributes["office:value"];
  if (type === "date") return (attributes["office:date-value"] ?? shown).replace(/T00:00:00(?:\.0+)?$/, "");
  if (type === "float") return value ?? shown;
  const currency = attributes["office:currency"];
  if (type === "currency" && value !== undefined && currency) return showAmount(Number(value), currency);
  if (type === "percentage" && value !== undefined)
    return `${Number((Number(value) * 100).toPrecision(15))}%`;
  if (type === "boolean") return attributes["office:boolean-value"] ?? shown;
  return shown;
};

/** @throws FileFault if it is damaged or too large */
export const odsToHtml = async (bytes: Uint8Array, password?: string): Promise<Converted> => {
  const archive = await openOpenDocument(bytes, password);
  const sheets: FilledSheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = "";
  let sheet = { name: "", isHidden: false };
  let rows: SheetRow[] = [];
  let row = 0;
  let hiddenColumns: HiddenColumns[] = [];
  let column = 0;
  let open: { repeated: number; isHidden: boolean; cells: SheetCell[]; column: number } | null = null;
  let cell: { attributes: Attributes; text: string; href: string | undefined; paragraphs: number } | null =
    null;
  let skipped = 0;
  let count = 0;

  const endCell = (): void => {
    if (!cell || !open) return;
    const { attributes, text, href } = cell;
    const shown = readValue(attributes, text).trim();
    const repeated = numberOf(attributes, "table:number-columns-repeated");
    if (shown !== "") {
      const spans = {
        columns: numberOf(attributes, "table:number-columns-spanned"),
        rows: numberOf(attributes, "table:number-rows-spanned"),
      };
      for (let index = 0; index < Math.min(repeated, MAX_REPEATED); index++) {
        if (++count > MAX_CELLS)
          throw new FileFault(`The workbook has more than ${MAX_CELLS.toLocaleString("en")} cells.`);
        open.cells.push({ column: open.column + index, text: shown, href, ...spans });
      }
    }
    open.column += repeated;
    cell = null;
  };

  const endRow = (): void => {
    if (!open) return;
    const { repeated, cells, isHidden } = open;
    if (cells.length > 0)
      for (let index = 0; index < Math.min(repeated, MAX_REPEATED); index++) {
        if (index > 0) count += cells.length;
        if (count > MAX_CELLS)
          throw new FileFault(`The workbook has more than ${MAX_CELLS.toLocaleString("en")} cells.`);
        rows.push({ number: row + index, cells, isHidden });
      }
    row += repeated;
    open = null;
  };

  const isThere = await readXml(archive, "content.xml", {
    open: (name, attributes) => {
      if (skipped > 0 || name === "annotation" || name === "tracked-changes") {
        skipped++;
        return;
      }
      if (name === "style") style = attributes["style:name"] ?? "";
      else if (name === "table-properties" && attributes["table:display"] === "false")
        hiddenStyles.add(style);
      else if (name === "table") {
        sheet = {
          name: attributes["table:name"] ?? "",
          isHidden: hiddenStyles.has(attributes["table:style-name"] ?? ""),
        };
        [rows, row, hiddenColumns, column] = [[], 0, [], 0];
      } else if (name === "table-column") {
        const until = column + numberOf(attributes, "table:number-columns-repeated");
        if (isCollapsed(attributes)) hiddenColumns.push({ from: column, until });
        column = until;
      } else if (name === "table-row") {
        const isHidden = isCollapsed(attributes);
        open = {
          repeated: numberOf(attributes, "table:number-rows-repeated"),
          isHidden,
          cells: [],
          column: 0,
        };
      } else if ((name === "table-cell" || name === "covered-table-cell") && open)
        cell = {
          attributes:
            name === "table-cell"
              ? attributes
              : { "table:number-columns-repeated": attributes["table:number-columns-repeated"] ?? "1" },
          text: "",
          href: undefined,
          paragraphs: 0,
        };
      else if (name === "p" && cell && cell.paragraphs++ > 0) cell.text += "\n";
      else if (name === "a" && cell) cell.href ??= attributes["xlink:href"];
      else if (name === "s" && cell) cell.text += " ";
    },
    text: (text) => {
      if (cell && skipped === 0 && cell.paragraphs > 0) cell.text += text;
    },
    close: (name) => {
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (name === "table-cell" || name === "covered-table-cell") endCell();
      else if (name === "table-row") endRow();
      else if (name === "table") sheets.push({ ...sheet, rows, hiddenColumns });
    },
  });
  if (!isThere) throw new FileFault("The OpenDocument file is damaged: it has no sheets.");
  return writeWorkbook(await readAbout(archive, "meta.xml"), sheets);
};
