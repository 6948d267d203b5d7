/** Documents that are built to exhaust their reader, or to make it read what it must not. */
import { CATALOGUE, docx, FONT, ods, onePage, pdf, stream, xlsx } from "./documentFiles.ts";

const ENTITIES = `<!DOCTYPE x [<!ENTITY a "${"lol".repeat(1_000)}">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${"bcdefghij"[index]} "${`&${"abcdefghi"[index]};`.repeat(10)}">`).join("")}<!ENTITY file SYSTEM "file:///etc/passwd">]>`;

/** By name; generated on demand. */
export const HOSTILE_DOCUMENTS: Readonly<Record<string, () => Buffer>> = {
  "a PDF whose page unpacks to 1 GB": () =>
    onePage(Buffer.alloc(1_000_000_000, "(aaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ")),
  "a PDF whose page writes 4,000,000 words": () =>
    onePage(Buffer.from(`BT /F1 9 Tf ${"1 0 0 1 9 9 Tm (word) Tj ".repeat(4_000_000)} ET`)),
  "a PDF whose pages are in a loop": () =>
    pdf([CATALOGUE, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>"]),
  "a PDF of 10,000 pages": () =>
    pdf([
      CATALOGUE,
      `<< /Type /Pages /Kids [${Array.from({ length: 10_000 }, (_, index) => `${index + 5} 0 R`).join(" ")}] /Count 10000 >>`,
      FONT,
      stream(Buffer.from("BT /F1 9 Tf 9 9 Td (tiny) Tj ET")),
      ...Array<string>(10_000).fill(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
      ),
    ]),
  "a PDF with arrays nested 2,000,000 deep": () =>
    pdf([CATALOGUE, `<< /Type /Pages /Kids ${"[".repeat(2_000_000)}${"]".repeat(2_000_000)} /Count 1 >>`]),
  "a PDF with a form that draws itself": () =>
    onePage(
      Buffer.from("/X Do"),
      stream(
        Buffer.from("/X Do /X Do"),
        "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>",
      ),
    ),
  "a PDF that is cut": () => onePage(Buffer.from("BT /F1 9 Tf 9 9 Td (cut) Tj ET")).subarray(0, 150),
  "a PDF that is encrypted with nonsense": () =>
    pdf(
      [CATALOGUE, "<< /Type /Pages /Kids [] /Count 0 >>"],
      `/Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /P -4 /O <${"41".repeat(48)}> /U <${"42".repeat(48)}> /OE <${"43".repeat(32)}> /UE <${"44".repeat(32)}> /Perms <${"45".repeat(16)}> >> /ID [<00> <00>]`,
    ),
  "a PDF whose fonts have no maps": () =>
    pdf([
      CATALOGUE,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
      stream(Buffer.from(`BT /F1 9 Tf 9 9 Td ${"<0001ffff4242> Tj ".repeat(200_000)} ET`)),
      "<< /Type /Font /Subtype /Type0 /BaseFont /None /Encoding /Identity-H /DescendantFonts [6 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /None /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
    ]),
  "a PDF that runs scripts when it is opened": () =>
    pdf([
      "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (while (true) {}) >> >>",
      "<< /Type /Pages /Kids [] /Count 0 >>",
    ]),
  "a PDF of 30 MB of zeros": () => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(30_000_000)]),
  "a Word file that unpacks to 1 GB": () =>
    docx(Buffer.alloc(1_000_000_000, "<w:p><w:r><w:t>bomb </w:t></w:r></w:p>")),
  "a Word file with entities in entities": () =>
    docx(
      `${ENTITIES}<w:document><w:body><w:p><w:r><w:t>before &j; &file; after</w:t></w:r></w:p></w:body></w:document>`,
    ),
  "a Word file nested 1,000,000 deep": () => docx("<w:tbl>".repeat(1_000_000)),
  "a Word file with 300,000 tables in a row": () =>
    docx(
      `<w:document>${"<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>".repeat(300_000)}</w:document>`,
    ),
  "a Word file with macros and links outside": () =>
    docx("<w:document><w:body><w:p><w:r><w:t>Enable macros</w:t></w:r></w:p></w:body></w:document>", {
      "word/vbaProject.bin": Buffer.alloc(1_000_000, "Sub AutoOpen()"),
      "word/_rels/document.xml.rels":
        '<Relationships><Relationship Id="r1" Type="x/attachedTemplate" Target="file:///etc/passwd" TargetMode="External"/></Relationships>',
    }),
  "a workbook of 20,000,000 cells": () =>
    xlsx(
      `<worksheet><sheetData>${`<row>${"<c><v>1</v></c>".repeat(1_000)}</row>`.repeat(20_000)}</sheetData></worksheet>`,
    ),
  "a workbook with a cell in every corner": () =>
    xlsx(
      '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>',
    ),
  "an OpenDocument sheet that repeats its cells": () =>
    ods(
      '<office:document-content><table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table></office:document-content>',
    ),
  "an OpenDocument sheet whose key takes forever to derive": () =>
    ods("encrypted", {
      "META-INF/manifest.xml":
        '<manifest:manifest><manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum-type="SHA1/1K" manifest:checksum=""><manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector=""/><manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="4000000000" manifest:salt=""/></manifest:encryption-data></manifest:file-entry></manifest:manifest>',
    }),
  "an RTF file nested 1,000,000 deep": () => Buffer.from(`{\\rtf1 ${"{".repeat(1_000_000)}`),
  "an RTF file of 2,000,000 notes and links": () =>
    Buffer.from(
      `{\\rtf1 ${'{\\footnote a}{\\field{\\*\\fldinst HYPERLINK "file:///etc/passwd"}{\\fldrslt b}}'.repeat(500_000)}}`,
    ),
  "an archive in an archive in an archive": () => docx(docx(docx("<w:p/>"))),
  "an archive that is cut": () => docx("<w:document/>").subarray(0, 120),
};
