/** Writes a PDF of plain lines: one font, one column, as many pages as it takes (ISO 32000-1). */

const LINES_PER_PAGE = 44;
/** A4, in points. */
const PAGE = { width: 595, height: 842, left: 56, top: 780, leading: 16 };

/** Text and position of one piece; `x` in points from the left margin. */
export interface Piece {
  readonly text: string;
  readonly x: number;
}

/** Of the characters beyond ASCII, only the euro is written (WinAnsiEncoding): the standard fonts have no Unicode. */
const escapeText = (text: string): string =>
  text
    .replace(/[^\u0020-\u007e€]/g, " ")
    .replace(/[\\()]/g, (char) => `\\${char}`)
    .replaceAll("€", "\\200");

const contentOf = (lines: readonly (readonly Piece[])[], size: number): string =>
  lines
    .flatMap((pieces, row) =>
      pieces.map(({ text, x }) => {
        const y = PAGE.top - row * PAGE.leading;
        return `BT /F1 ${size} Tf ${PAGE.left + x} ${y} Td (${escapeText(text)}) Tj ET`;
      }),
    )
    .join("\n");

const pagesOf = <T>(lines: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(lines.length / LINES_PER_PAGE) }, (_, page) =>
    lines.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE),
  );

/** @param lines each line's pieces, from top to bottom */
export const writePdf = (title: string, lines: readonly (readonly Piece[])[]): string => {
  const pages = pagesOf(lines);
  const numberOf = (page: number): number => 5 + 2 * page;
  const kids = pages.map((_, page) => `${numberOf(page)} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    `<< /Title (${escapeText(title)}) >>`,
    ...pages.flatMap((page, index) => {
      const content = contentOf(page, 11);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${numberOf(index) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, "0");
  });
  const table = ["0000000000 65535 f ", ...offsets.map((offset) => `${offset} 00000 n `)].join("\n");
  const trailer = `<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>`;
  return `${body}xref\n0 ${objects.length + 1}\n${table}\ntrailer\n${trailer}\nstartxref\n${body.length}\n%%EOF\n`;
};
