import { zip } from "./zip.ts";

/** What a sheet of Excel holds at the most. */
const MAX_ROWS = 1_048_576;
const MAX_CELL_CHARS = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook with one sheet, but for the sheet itself. */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Items" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters that XML cannot hold are left out. */
const escapeXml = (text: string): string =>
  text
    .slice(0, MAX_CELL_CHARS)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>]/g, (char) => ESCAPES[char] ?? char);

const textCell = (text: string): string =>
  `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Numbers stay numbers. A text is never a formula, whatever it begins with. */
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return "<c/>";
  if (typeof value === "number") return `<c><v>${value}</v></c>`;
  if (typeof value === "boolean") return `<c t="b"><v>${Number(value)}</v></c>`;
  return textCell(typeof value === "string" ? value : JSON.stringify(value));
};

const row = (cells: readonly string[]): string => `<row>${cells.join("")}</row>`;

const sheet = async function* (
  lines: AsyncIterable<string>,
  columns: readonly string[],
): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${SHEET}"><sheetData>${row(columns.map(textCell))}`;
  let rows = 1;
  for await (const line of lines) {
    rows += 1;
    if (rows > MAX_ROWS) break;
    const item = JSON.parse(line) as Record<string, unknown>;
    yield row(columns.map((name) => cell(item[name])));
  }
  yield "</sheetData></worksheet>";
};

/** NDJSON lines as a workbook of Excel, its first row the names of the fields. */
export const toXlsx = (lines: AsyncIterable<string>, columns: readonly string[]): AsyncIterable<Uint8Array> =>
  zip([
    ...Object.entries(PARTS).map(([name, text]) => ({ name, text: [XML + text] })),
    { name: "xl/worksheets/sheet1.xml", text: sheet(lines, columns) },
  ]);
