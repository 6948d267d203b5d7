import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { findAll, textContent } from "domutils";
import { parseDocument, textOf } from "../../../../../src/engine/extract/extract.ts";
import { pdfToHtml } from "../../../../../src/engine/page/documents/pdf/pdf.ts";
import { remarksOn } from "../../../../../src/engine/page/index.ts";

const FILES = new URL("./files/", import.meta.url);
const read = async (name: string, password?: string, pagesBy?: number) => {
  const bytes = new Uint8Array(readFileSync(new URL(name, FILES)));
  const { text: html } = await pdfToHtml(bytes, { password, pagesBy });
  const page = parseDocument(html, { url: "https://town.test/file", format: "document" });
  const all = (tag: string) => findAll((element) => element.name === tag, page.root.children);
  return { html, page, all, texts: (tag: string) => all(tag).map(textOf) };
};

/** The rows of each table, as text. */
const tablesIn = async (name: string): Promise<string[][][]> =>
  (await read(name))
    .all("table")
    .map((table) =>
      findAll((element) => element.name === "tr", [table]).map((row) =>
        findAll((element) => element.name === "td" || element.name === "th", [row]).map(textOf),
      ),
    );

/** A PDF of one page, with one line of text below the other. */
const pdfOf = (lines: readonly string[]): Uint8Array => {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) Tj T*`).join(" ");
  const stream = `BT /F1 12 Tf 50 780 Td 16 TL ${shown} ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  return new TextEncoder().encode(
    `%PDF-1.4\n${objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join("")}trailer << /Root 1 0 R >>\n%%EOF`,
  );
};

describe("a PDF file", () => {
  it("keeps labels with their values apart, and the lines of a sentence together", async () => {
    const sentence = [
      "The board approved this report on 12 May 2026 after it had been examined by the",
      "auditors, who had one remark: the reserves of the subsidiaries are stated apart",
      "Note: they are not part of it.",
    ];
    const facts = ["Revenue: EUR 81.4 million", "Employees at the end of the year: 1230"];
    const { text: html } = await pdfToHtml(pdfOf([...sentence, ...facts]), {});
    const page = parseDocument(html, { url: "https://town.test/file", format: "document" });
    const texts = findAll((element) => element.name === "p", page.root.children).map(textOf);
    expect(texts).toEqual([sentence.join(" "), ...facts]);
  });

  it("has its title, author and headings", async () => {
    const { texts, all } = await read("minutes.pdf");
    expect(texts("title")).toEqual(["Minutes of the council"]);
    expect(all("meta").map(({ attribs }) => attribs.content)).toContain("Town clerk");
    expect(texts("h1")).toEqual(["Minutes of the council", "1. Opening", "2. Prices", "4. Two columns"]);
    expect(texts("h2")).toEqual(["3. Fees"]);
  });

  it("has lists, and links with their URLs", async () => {
    const { texts, all } = await read("minutes.pdf");
    expect(texts("li")).toHaveLength(2);
    expect(texts("li")[0]).toMatch(/^The treasurer presented .* in a row\.$/);
    expect(all("a").map((link) => [textOf(link), link.attribs.href])).toEqual([
      ["the agenda", "https://example.org/agenda"],
    ]);
  });

  it("has tables, with and without lines", async () => {
    const [ruled = [], plain = []] = await tablesIn("minutes.pdf");
    expect(ruled).toEqual(plain);
    expect(ruled.slice(0, 3)).toEqual([
      ["Item", "Unit", "Price"],
      ["Product 1", "kg", "1.50"],
      ["Product 2", "kg", "3.00"],
    ]);
    expect(ruled).toHaveLength(8);
  });

  it("is read column by column", async () => {
    const { texts } = await read("minutes.pdf");
    const numbers = texts("p").flatMap((text) => /^P(\d+)\./.exec(text)?.[1] ?? []);
    expect(numbers).toEqual(Array.from({ length: 34 }, (_, index) => String(index)));
    const shown = texts("p").filter((text) => /^P\d+\./.test(text));
    expect(shown.filter((text) => !/\.$/.test(text))).toEqual([]);
  });

  it("leaves out repeated headers and footers, and gives the page number of each record", async () => {
    const { all, texts } = await read("minutes.pdf");
    expect(all("template").map((hidden) => textContent(hidden))).toContain("Page 2 of 3");
    expect(texts("body").join()).not.toMatch(/Page 2 of 3|Town of Example/);
    expect(all("p").at(-1)?.attribs["data-page"]).toBe("3");
    expect(all("tr")[1]?.attribs["data-page"]).toBe("1");
  });

  it("joins a table over several pages, with multi-line cells, without the repeated header", async () => {
    const tables = await tablesIn("payments.pdf");
    expect(tables).toHaveLength(1);
    const [head, ...rows] = tables[0] ?? [];
    expect(head).toEqual(["No", "Name", "Date", "Amount"]);
    expect(rows).toHaveLength(60);
    expect(rows[36]).toEqual([
      "37",
      "Person 37 with a name that is long enough to be wrapped",
      "2026-02-11",
      "111.50",
    ]);
  });

  it("is read whatever the direction of its text", async () => {
    const { texts } = await read("rotated.pdf");
    const text = texts("p").join(" ");
    expect(text.match(/The council opened its meeting at nine in the morning/g)).toHaveLength(2);
    expect(text.match(/The water works reported that the renewal/g)).toHaveLength(2);
  });

  it("that is scanned gives a warning", async () => {
    const { page } = await read("scan.pdf");
    expect(remarksOn(page)).toEqual([expect.stringMatching(/^no-text: The file has no text/)]);
  });

  it("is read as far as its time limit allows, and says so", async () => {
    const { page, all } = await read("minutes.pdf", undefined, Date.now() - 1);
    expect(remarksOn(page)).toEqual([
      "cut: The file has 3 pages, of which the first 1 were read in the time that a document may take.",
    ]);
    expect(all("p").at(-1)?.attribs["data-page"]).toBe("1");
  });

  it("needs its password if it is encrypted", async () => {
    await expect(read("encrypted.pdf")).rejects.toThrow("The PDF file is encrypted and needs a password");
    await expect(read("encrypted.pdf", "wrong")).rejects.toThrow("the given password does not open it");
    const { texts } = await read("encrypted.pdf", "opensesame");
    expect(texts("p")).toEqual(["Behind a password there is this sentence."]);
  });

  describe.each(["printed.pdf", "printed-untagged.pdf"])("printed by a browser (%s)", (name) => {
    it("is read column by column, with narrow justified text, across pages", async () => {
      const { texts } = await read(name);
      const shown = texts("p").filter((text) => /^N\d\d\./.test(text));
      expect(shown.map((text) => text.slice(0, 3))).toEqual(
        Array.from({ length: 14 }, (_, index) => `N${String(index).padStart(2, "0")}`),
      );
      expect(shown.filter((text) => !/\.$/.test(text))).toEqual([]);
      expect(texts("table")).toHaveLength(1);
    });

    it("has tables with two-row headers, which name columns together", async () => {
      const { all } = await read(name);
      const [row] = all("tr").filter(({ attribs }) => attribs.class === "record");
      const cells = findAll((element) => element.name === "td", row ? [row] : []);
      expect(cells.map((cell) => [cell.attribs.class, textOf(cell)])).toEqual([
        ["Bezirk", "Innere Stadt"],
        ["Einwohner-Frauen", "8.123"],
        ["Einwohner-Männer", "7.888"],
      ]);
      expect(all("th").map(({ attribs: { rowspan, colspan } }) => [rowspan, colspan])).toEqual([
        ["2", undefined],
        [undefined, "2"],
        [undefined, undefined],
        [undefined, undefined],
      ]);
    });

    it("has links to the web and to its own pages", async () => {
      const { all } = await read(name);
      expect(all("a").map(({ attribs }) => attribs.href)).toEqual(["https://example.org/a", "#page=1"]);
    });
  });

  it("has an outline if the file has one", async () => {
    const { all } = await read("printed.pdf");
    const [outline] = all("template").filter(({ attribs }) => attribs.class === "outline");
    expect(outline && textContent(outline)).toContain("Bericht der Behörde 2026");
  });
});
