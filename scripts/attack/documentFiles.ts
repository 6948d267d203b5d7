/** Writes small files in the formats of documents, well-formed or not. */
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** An archive with these files, compressed. */
export const zip = (files: Readonly<Record<string, string | Buffer>>): Buffer => {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    // Formats are recognized by an uncompressed entry.
    const isStored = name === "mimetype";
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2); // Names are in UTF-8.
    head.writeUInt16LE(isStored ? 0 : 8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), head, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), head, place, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06", "latin1"), end]);
};

/** A PDF of these objects, numbered from 1; the first is the catalogue. Its readers rebuild the missing table. */
export const pdf = (objects: readonly (string | Buffer)[], trailer = ""): Buffer =>
  Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    ...objects.flatMap((object, index) => [
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]),
    Buffer.from(`trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`),
  ]);

export const stream = (content: Buffer, extra = ""): Buffer => {
  const packed = deflateSync(content);
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${extra} >>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
};

export const CATALOGUE = "<< /Type /Catalog /Pages 2 0 R >>";
export const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
export const onePage = (content: Buffer, ...more: (string | Buffer)[]): Buffer =>
  pdf([
    CATALOGUE,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>",
    stream(content),
    FONT,
    ...more,
  ]);

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';
/** A book of these chapters. */
export const epub = (chapters: readonly string[], more: Readonly<Record<string, string>> = {}): Buffer =>
  zip({
    mimetype: "application/epub+zip",
    "META-INF/container.xml":
      '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf":
      "<package><metadata><dc:title>Book</dc:title><dc:creator>Author</dc:creator><dc:language>en</dc:language></metadata>" +
      `<manifest>${chapters.map((_, index) => `<item id="c${index}" href="c%20${index}.xhtml"/>`).join("")}</manifest>` +
      `<spine>${chapters.map((_, index) => `<itemref idref="c${index}"/>`).join("")}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((body, index) => [
        `OEBPS/c ${index}.xhtml`,
        `<html><head><title>x</title></head>${body}</html>`,
      ]),
    ),
    ...more,
  });
export const docx = (
  document: string | Buffer,
  more: Readonly<Record<string, string | Buffer>> = {},
): Buffer => zip({ "[Content_Types].xml": CONTENT_TYPES, "word/document.xml": document, ...more });
export const xlsx = (sheet: string | Buffer): Buffer =>
  zip({
    "[Content_Types].xml": CONTENT_TYPES,
    "xl/workbook.xml": '<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": sheet,
  });
export const ods = (content: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  zip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content, ...more });
