import type { Currencies } from "../../contract/currencies.ts";
import { DomainError } from "../../contract/errors.ts";
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
  "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
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
    `An Excel sheet has room for ${(MAX_ROWS - 1).toLocaleString("en")} items, but the run has ${items.toLocaleString("en")}. Export them as csv or ndjson.`,
  );
};

/** The name of a column (A, B … Z, AA, AB …) from its number. */
const columnName = (index: number): string =>
  (index < 26 ? "" : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** The custom number formats of a workbook start at this id (ECMA-376, 18.8.30). */
const FIRST_FORMAT = 164;

/** How Excel shows money: `"£"#,##0.00`; without a symbol if the currency is unknown. */
const formatOf = (currency: string | null): string => {
  if (currency === null) return "#,##0.00";
  const money = new Intl.NumberFormat("en", { style: "currency", currency });
  const symbol = money.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  const { maximumFractionDigits: digits = 2 } = money.resolvedOptions();
  const gap = /^[A-Z]{3}$/.test(symbol) ? " " : "";
  return `"${symbol}${gap}"#,##0${digits > 0 ? `.${"0".repeat(digits)}` : ""}`;
};

/** Cell style 0 is plain; style n uses the n-th format. */
const styles = (formats: readonly string[]): string => {
  const numbers = formats.map(
    (format, index) =>
      `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${escapeXml(format).replaceAll('"', "&quot;")}"/>`,
  );
  const cells = formats.map(
    (_, index) =>
      `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"';
  return (
    `${XML}<styleSheet xmlns="${SHEET}">` +
    (numbers.length > 0 ? `<numFmts count="${numbers.length}">${numbers.join("")}</numFmts>` : "") +
    '<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>' +
    `<cellStyleXfs count="1">${plain}/></cellStyleXfs>` +
    `<cellXfs count="${cells.length + 1}">${plain} xfId="0"/>${cells.join("")}</cellXfs></styleSheet>`
  );
};

/** Numbers stay numbers. Text is never a formula, even if it starts with `=`. @param style of numbers */
const cell = (address: string, value: unknown, style: number): string => {
  if (value === null || value === undefined) return "";
  if (typeof value === "number")
    return `<c r="${address}"${style > 0 ? ` s="${style}"` : ""}><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c r="${address}" t="b"><v>${Number(value)}</v></c>`;
  const text = escapeXml(typeof value === "string" ? value : JSON.stringify(value));
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
};

/** Every cell states its position. Excel would not need it, but many other readers do. */
const row = (
  names: readonly string[],
  number: number,
  values: readonly unknown[],
  styleOf: readonly number[],
): string =>
  `<row r="${number}">${values.map((value, index) => cell(`${names[index]}${number}`, value, styleOf[index] ?? 0)).join("")}</row>`;

const sheet = async function* (
  lines: AsyncIterable<string>,
  columns: readonly string[],
  styleOf: readonly number[],
): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index));
  yield `${XML}<worksheet xmlns="${SHEET}"><sheetData>${row(names, 1, columns, [])}`;
  let items = 0;
  for await (const line of lines) {
    items += 1;
    checkFitsSheet(items);
    const item = JSON.parse(line) as Record<string, unknown>;
    const values = columns.map((name) => (Object.hasOwn(item, name) ? item[name] : null));
    yield row(names, items + 1, values, styleOf);
  }
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
  const formats = [...new Set(Object.values(currencies).map(formatOf))];
  const styleOf = columns.map((name) => {
    const currency = currencies[name];
    return currency === undefined ? 0 : formats.indexOf(formatOf(currency)) + 1;
  });
  return zip([
    ...Object.entries(PARTS).map(([name, text]) => ({ name, text: [XML + text] })),
    { name: "xl/styles.xml", text: [styles(formats)] },
    { name: "xl/worksheets/sheet1.xml", text: sheet(lines, columns, styleOf) },
  ]);
};
