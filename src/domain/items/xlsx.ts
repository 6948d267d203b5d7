import stringWidth from "string-width";
import type { Currencies } from "../../contract/currencies.ts";
import { DomainError } from "../../contract/errors.ts";
import type { Item } from "../../contract/runs/runs.ts";
import { STYLE, stylesFor } from "./xlsxStyles.ts";
import { zip } from "./zip.ts";

/** Limits of an Excel sheet, header included. */
const MAX_ROWS = 1_048_576;
const MAX_CELL_CHARS = 32_767;
/** Ends a text that was cut to fit its cell. */
const CUT = "… [cut]";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook with one sheet, except the sheet itself and its styles. */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
};

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters not allowed in XML 1.0: control characters other than tab and line breaks, and two noncharacters. */
const NOT_XML = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/gu;

const fitCell = (text: string): string =>
  text.length <= MAX_CELL_CHARS ? text : text.slice(0, MAX_CELL_CHARS - CUT.length) + CUT;

const escapeXml = (text: string): string =>
  fitCell(text)
    .toWellFormed()
    .replace(NOT_XML, "")
    .replace(/[&<>]/g, (char) => ESCAPES[char] ?? char);

/** @throws DomainError if there are more items than rows in a sheet */
export const checkFitsSheet = (items: number): void => {
  if (items < MAX_ROWS) return;
  throw new DomainError(
    "conflict",
    `An Excel sheet has room for ${(MAX_ROWS - 1).toLocaleString("en")} items, but the run has ${items.toLocaleString("en")}. Export them as csv or ndjson, or with POST /runs/{id}/exports.`,
  );
};

const fieldOf = (item: Item, name: string): unknown => (Object.hasOwn(item, name) ? item[name] : null);

/** The name of a column (A, B … Z, AA, AB …) from its number. */
const columnName = (index: number): string =>
  (index < 26 ? "" : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

const MS_PER_DAY = 86_400_000;
/** Day 0 of a workbook. Excel counts a 29 February 1900, so that days are right from 1 March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_RIGHT_DAY = 61;

/** Dates and times as fields of the types `date` and `datetime` have them. Times are UTC. */
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

/** A date as Excel counts it, in days; null for other texts, and for days that Excel or the calendar does not have. */
const readMoment = (text: string): { readonly day: number; readonly style: number } | null => {
  const match = text.length <= 24 ? MOMENT.exec(text) : null;
  const ms = match ? Date.parse(text) : Number.NaN;
  const isReal = Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 10));
  const day = (ms - DAY_ZERO) / MS_PER_DAY;
  return isReal && day >= FIRST_RIGHT_DAY ? { day, style: match?.[1] ? STYLE.time : STYLE.date } : null;
};

const textCell = (address: string, text: string, style = ""): string =>
  `<c r="${address}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const numberCell = (address: string, value: number, style: number): string =>
  `<c r="${address}"${style > 0 ? ` s="${style}"` : ""}><v>${value}</v></c>`;

/** Numbers stay numbers and dates become dates. Text is never a formula, even if it starts with `=`. */
const cell = (address: string, value: unknown, numberStyle: number): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return numberCell(address, value, numberStyle);
  if (typeof value === "boolean")
    return `<c r="${address}" s="${STYLE.truth}" t="b"><v>${Number(value)}</v></c>`;
  if (typeof value !== "string") return textCell(address, JSON.stringify(value));
  const moment = readMoment(value);
  return moment ? numberCell(address, moment.day, moment.style) : textCell(address, value);
};

/** Every cell states its position. Excel would not need it, but many other readers do. */
const row = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.join("")}</row>`;

/** Rows that the widths of the columns are made from: they come before the rows. */
const WIDTH_ROWS = 100;
/** In characters. Longer texts are cut on screen, not in the cell. */
const WIDTHS = { min: 8, max: 60 };
/** Room that a currency, thousands separators and decimals take beside the digits. */
const FORMAT_CHARS = 6;

/** How many columns a value takes on screen; East Asian characters are twice as wide. */
const charsOf = (value: unknown): number => {
  if (value === null || value === undefined) return 0;
  if (typeof value === "number") return String(value).length + FORMAT_CHARS;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return stringWidth(text.slice(0, WIDTHS.max));
};

const columnWidths = (names: readonly string[], items: readonly Item[]): string => {
  const cols = names.map((name, index) => {
    const chars = Math.max(charsOf(name), ...items.map((item) => charsOf(fieldOf(item, name))));
    const width = Math.min(Math.max(chars + 2, WIDTHS.min), WIDTHS.max);
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return cols.length > 0 ? `<cols>${cols.join("")}</cols>` : "";
};

/** The first row stays in view. */
const VIEW =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

const sheet = async function* (
  lines: AsyncIterable<string>,
  columns: readonly string[],
  styleOf: (column: string) => number,
): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnName(index));
  const styles = columns.map(styleOf);
  const rowOf = (item: Item, number: number): string =>
    row(
      number,
      columns.map((name, index) =>
        cell(`${letters[index]}${number}`, fieldOf(item, name), styles[index] ?? STYLE.plain),
      ),
    );
  const items = (async function* () {
    for await (const line of lines) yield JSON.parse(line) as Item;
  })();
  const first: Item[] = [];
  while (first.length < WIDTH_ROWS) {
    const { value, done } = await items.next();
    if (done) break;
    first.push(value);
  }
  const header = columns.map((name, index) => textCell(`${letters[index]}1`, name, ` s="${STYLE.header}"`));
  yield `${XML}<worksheet xmlns="${SHEET}">${VIEW}${columnWidths(columns, first)}<sheetData>${row(1, header)}`;
  let number = 1;
  const next = (item: Item): string => {
    number += 1;
    checkFitsSheet(number - 1);
    return rowOf(item, number);
  };
  for (const item of first) yield next(item);
  for await (const item of items) yield next(item);
  yield "</sheetData></worksheet>";
};

/**
 * NDJSON lines as an Excel workbook; the first row has the field names, and prices are shown in their currency. Text too
 * long for a cell is cut and marked.
 */
export const toXlsx = (
  lines: AsyncIterable<string>,
  columns: readonly string[],
  currencies: Currencies = {},
): AsyncIterable<Uint8Array> => {
  const { xml, styleOf } = stylesFor(currencies);
  return zip([
    ...Object.entries({ ...PARTS, "xl/styles.xml": xml }).map(([name, text]) => ({
      name,
      text: [XML + text],
    })),
    { name: "xl/worksheets/sheet1.xml", text: sheet(lines, columns, styleOf) },
  ]);
};
