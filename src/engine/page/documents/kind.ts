/** Tells what kind of document a file is, from its bytes: names and declared types are often wrong. */

/** Kinds that can be read. */
export type FileKind = "pdf" | "docx" | "xlsx" | "ods" | "odt" | "epub" | "rtf" | "encrypted-office";

/** pdf.js, like other readers, allows some bytes before the header. */
const PDF_HEAD_BYTES = 1_024;
const RTF = "{\\rtf";
/** The start of a compound file: [MS-CFB] 2.2. */
const CONTAINER = "\xd0\xcf\x11\xe0";
/** Enough for the first entries of an archive. */
const ZIP_HEAD_BYTES = 8_192;

/** Names at the start of an archive, most telling first. */
const ZIP_MARKS: readonly (readonly [RegExp, FileKind])[] = [
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.spreadsheet/, "ods"],
  [/mimetypeapplication\/vnd\.oasis\.opendocument\.text/, "odt"],
  [/mimetypeapplication\/epub\+zip/, "epub"],
];

/** Parts of Office files, which the directory at an archive's end lists. */
const OFFICE_PARTS: readonly (readonly [string, FileKind])[] = [
  ["word/document.xml", "docx"],
  ["xl/workbook.xml", "xlsx"],
];

/** Names the kind of a document; null for any other file. */
export const kindOfFile = (body: Buffer): FileKind | null => {
  if (body.subarray(0, PDF_HEAD_BYTES).includes("%PDF-")) return isMarkup(body) ? null : "pdf";
  if (body.subarray(0, RTF.length).toString("latin1") === RTF) return "rtf";
  if (isEncryptedOffice(body)) return "encrypted-office";
  if (body.subarray(0, 4).toString("latin1") !== "PK\x03\x04") return null;
  const head = body.subarray(0, ZIP_HEAD_BYTES).toString("latin1");
  const marked = ZIP_MARKS.find(([mark]) => mark.test(head));
  if (marked) return marked[1];
  return OFFICE_PARTS.find(([part]) => body.includes(part))?.[1] ?? null;
};

/** Whether a file that starts like this may be a document. */
export const mayBeDocument = (start: Buffer): boolean => {
  const text = start.subarray(0, 5).toString("latin1");
  return text === "%PDF-" || ["PK\x03\x04", CONTAINER, RTF].some((mark) => text.startsWith(mark));
};

/** A page about PDF files may show their header. */
const isMarkup = (body: Buffer): boolean => /^\s*</.test(body.subarray(0, 64).toString("latin1"));

/** Office files that are encrypted are not archives but the older container, with these streams (in UTF-16). */
const isEncryptedOffice = (body: Buffer): boolean =>
  body.subarray(0, 4).toString("latin1") === CONTAINER &&
  body.includes(Buffer.from("EncryptedPackage", "utf16le"));
