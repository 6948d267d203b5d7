/** Workbooks of Excel: ECMA-376, part 1, chapter 18. Formulas give their last values; macros are never read. */
import { type Archive, openArchive } from "../archive/archive.ts";
import { type Attributes, readAbout, readRelations, readXml } from "../archive/xml.ts";
import { FileFault } from "../faults.ts";
import type { Converted } from "../html.ts";
import { kindOfFormat, type NumberKind, showNumber } from "./formats.ts";
import {
  type FilledSheet,
  type HiddenColumns,
  type Sheet,
  type SheetCell,
  type SheetRow,
  writeWorkbook,
} from "./sheet.ts";

const WORKBOOK = "xl/workbook.xml";
/** Rows and cells of a workbook together: as many as a page of data may have values. */
const MAX_CELLS = 2_000_000;

const isOn = (value: string | undefined): boolean => value === "1" || value === "true";

interface Workbook {
  readonly sheets: readonly (Sheet & { readonly part: string })[];
  readonly is1904: boolean;
}

const readWorkbook = async (archive: Archive): Promise<Workbook> => {
  const relations = await readRelations(archive, WORKBOOK);
  const sheets: (Sheet & { part: string })[] = [];
  let is1904 = false;
  await readXml(archive, WORKBOOK, {
    open: (name, attributes) => {
      if (name === "workbookPr") is1904 = isOn(attributes.date1904);
      if (name !== "sheet") return;
      const relation = relations.get(attributes["r:id"] ?? "");
      // Sheets of charts have no cells.
      if (relation?.type !== "worksheet") return;
      sheets.push({
        name: attributes.name ?? "",
        isHidden: attributes.state === "hidden" || attributes.state === "veryHidden",
        part: relation.target,
      });
    },
  });
  return { sheets, is1904 };
};

/** Texts that cells share. Notes on how to pronounce them (`rPh`) are left out. */
const readTexts = async (archive: Archive): Promise<string[]> => {
  const texts: string[] = [];
  let [current, isText, isSpoken] = ["", false, false];
  await readXml(archive, "xl/sharedStrings.xml", {
    open: (name) => {
      if (name === "si") current = "";
      else if (name === "t") isText = true;
      else if (name === "rPh") isSpoken = true;
    },
    text: (text) => {
      if (isText && !isSpoken) current += text;
    },
    close: (name) => {
      if (name === "si") texts.push(current);
      else if (name === "t") isText = false;
      else if (name === "rPh") isSpoken = false;
    },
  });
  return texts;
};

/** What the numbers of each style are. */
const readStyles = async (archive: Archive): Promise<NumberKind[]> => {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let isInCells = false;
  await readXml(archive, "xl/styles.xml", {
    open: (name, { numFmtId, formatCode }) => {
      if (name === "numFmt") codes.set(Number(numFmtId), formatCode ?? "");
      else if (name === "cellXfs") isInCells = true;
      else if (name === "xf" && isInCells)
        kinds.push(kindOfFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return kinds;
};

interface Place {
  readonly row: number;
  readonly column: number;
}

/** `B3` as numbers from 0. */
const readPlace = (reference: string): Place | null => {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (!found) return null;
  const column = [...(found[1] ?? "")].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(found[2]) - 1, column };
};

interface Reading {
  readonly texts: readonly string[];
  readonly styles: readonly NumberKind[];
  readonly is1904: boolean;
  count(): void;
}

const readValue = ({ t = "n", s }: Attributes, raw: string, { texts, styles, is1904 }: Reading): string => {
  if (t === "s") return texts[Number(raw)] ?? "";
  if (t === "b") return raw === "1" ? "true" : "false";
  if (t === "n") return showNumber(raw, styles[Number(s ?? 0)] ?? "number", is1904);
  return raw;
};

interface Span {
  readonly columns: number;
  readonly rows: number;
}

/** What a sheet lists after its rows: merged cells and links, by the place of their first cell. */
const createSpans = (relations: Awaited<ReturnType<typeof readRelations>>) => {
  const merged = new Map<string, Span>();
  const links = new Map<string, string>();
  return {
    open: (name: string, { ref = "", "r:id": id }: Attributes): void => {
      const [from, to] = ref.split(":").map(readPlace);
      if (!from) return;
      const key = `${from.row},${from.column}`;
      if (name === "mergeCell" && to)
        merged.set(key, { columns: to.column - from.column + 1, rows: to.row - from.row + 1 });
      const target = name === "hyperlink" ? relations.get(id ?? "")?.target : undefined;
      if (target !== undefined) links.set(key, target);
    },
    /** Gives cells what was listed for them. */
    apply: (rows: readonly SheetRow[]): readonly SheetRow[] => {
      if (merged.size + links.size === 0) return rows;
      return rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => {
          const key = `${row.number},${cell.column}`;
          return { ...cell, href: links.get(key), ...merged.get(key) };
        }),
      }));
    },
  };
};

const readRows = async (
  archive: Archive,
  part: string,
  reading: Reading,
): Promise<Pick<FilledSheet, "rows" | "hiddenColumns">> => {
  const hiddenColumns: HiddenColumns[] = [];
  const spans = createSpans(await readRelations(archive, part));
  const rows: SheetRow[] = [];
  let [row, isHidden, cells]: [number, boolean, SheetCell[]] = [-1, false, []];
  let cell: { attributes: Attributes; column: number; raw: string } | null = null;
  let isValue = false;
  await readXml(archive, part, {
    open: (name, attributes) => {
      if (name === "row")
        [row, isHidden, cells] = [
          attributes.r === undefined ? row + 1 : Number(attributes.r) - 1,
          isOn(attributes.hidden),
          [],
        ];
      else if (name === "c") {
        reading.count();
        const column = readPlace(attributes.r ?? "")?.column ?? (cells.at(-1)?.column ?? -1) + 1;
        cell = { attributes, column, raw: "" };
      } else if (name === "v" || name === "t") isValue = true;
      else if (name === "col" && isOn(attributes.hidden))
        hiddenColumns.push({ from: Number(attributes.min) - 1, until: Number(attributes.max) });
      else if (name === "mergeCell" || name === "hyperlink") spans.open(name, attributes);
    },
    text: (text) => {
      if (isValue && cell) cell.raw += text;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "c" && cell) {
        const { attributes, column, raw } = cell;
        const text = raw === "" ? "" : readValue(attributes, raw, reading).trim();
        if (text !== "") cells.push({ column, text });
        cell = null;
      } else if (name === "row" && cells.length > 0) rows.push({ number: row, cells, isHidden });
    },
  });
  return { rows: spans.apply(rows), hiddenColumns };
};

/** @throws FileFault if it is damaged or too large */
export const xlsxToHtml = async (bytes: Uint8Array): Promise<Converted> => {
  const archive = await openArchive(bytes);
  const { sheets, is1904 } = await readWorkbook(archive);
  if (sheets.length === 0) throw new FileFault("The workbook is damaged: it has no sheets.");
  let cells = 0;
  const reading: Reading = {
    texts: await readTexts(archive),
    styles: await readStyles(archive),
    is1904,
    count: () => {
      if (++cells > MAX_CELLS)
        throw new FileFault(`The workbook has more than ${MAX_CELLS.toLocaleString("en")} cells.`);
    },
  };
  const filled: FilledSheet[] = [];
  for (const sheet of sheets) filled.push({ ...sheet, ...(await readRows(archive, sheet.part, reading)) });
  return writeWorkbook(await readAbout(archive, "docProps/core.xml"), filled);
};
