/** Turns a document into HTML. Runs in a thread of its own: see `openDocument.ts`. */
import { FileFault } from "./faults.ts";
import type { Converted } from "./html.ts";
import { type FileKind, kindOfFile } from "./kind.ts";

export interface Conversion {
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** In epoch milliseconds: pages of a PDF that are not read by then are left out, with a remark. */
  readonly pagesBy?: number | undefined;
}

/** Each reader is loaded when its first document arrives. */
const READERS: Readonly<Record<FileKind, (given: Conversion) => Promise<Converted>>> = {
  pdf: async ({ bytes, ...options }) => (await import("./pdf/pdf.ts")).pdfToHtml(bytes, options),
  docx: async ({ bytes }) => (await import("./text/docx.ts")).docxToHtml(bytes),
  odt: async ({ bytes, password }) => (await import("./text/odt.ts")).odtToHtml(bytes, password),
  epub: async ({ bytes }) => (await import("./text/epub.ts")).epubToHtml(bytes),
  rtf: async ({ bytes }) => (await import("./text/rtf/rtf.ts")).rtfToHtml(bytes),
  xlsx: async ({ bytes }) => (await import("./sheets/xlsx.ts")).xlsxToHtml(bytes),
  ods: async ({ bytes, password }) => (await import("./sheets/ods.ts")).odsToHtml(bytes, password),
  "encrypted-office": async ({ bytes, password }) => {
    const { openEncryptedOffice } = await import("./encryption/office.ts");
    const opened = openEncryptedOffice(bytes, password);
    const kind = kindOfFile(opened);
    if (kind !== "docx" && kind !== "xlsx")
      throw new FileFault("The encrypted Office file is neither a Word document nor a workbook.");
    return READERS[kind]({ kind, bytes: opened });
  },
};

/** @throws FileFault if the document cannot be read */
export const convert = async (given: Conversion): Promise<Converted> => {
  try {
    return await READERS[given.kind](given);
  } catch (error) {
    if ((error as Error | null)?.name !== "RangeError") throw error;
    throw new FileFault("The document is nested too deeply, or too large to be read.");
  }
};
