import { describe, expect, it } from "@jest/globals";
import { findAll } from "domutils";
import { epub } from "../../../../../scripts/attack/documentFiles.ts";
import { extractMarkdown, parseDocument, textOf } from "../../../../../src/engine/extract/extract.ts";
import { convert } from "../../../../../src/engine/page/documents/convert.ts";
import { kindOfFile } from "../../../../../src/engine/page/documents/kind.ts";
import { remarksOn } from "../../../../../src/engine/page/index.ts";

const read = async (book: Buffer) => {
  expect(kindOfFile(book)).toBe("epub");
  const { text } = await convert({ kind: "epub", bytes: new Uint8Array(book) });
  const page = parseDocument(text, { url: "https://books.test/book", format: "document" });
  const all = (tag: string) => findAll(({ name }) => name === tag, page.root.children);
  return { text, page, all, texts: (tag: string) => all(tag).map(textOf) };
};

describe("an EPUB book", () => {
  it("is read with its chapters in order, with headings, tables and links, without scripts", async () => {
    const { text, page, all, texts } = await read(
      epub([
        '<body onload="x()"><h1>One</h1><script>alert(1)</script><p>See <a href="c%201.xhtml#two">two</a>, <a href="javascript:x()">this</a>.</p></body>',
        '<body><h1 id="two">Two</h1><table><tr><th>Name</th></tr><tr><td>Oak</td></tr></table></body>',
      ]),
    );
    expect(texts("h1")).toEqual(["One", "Two"]);
    expect(texts("td")).toEqual(["Oak"]);
    expect(all("a").map(({ attribs }) => attribs.href)).toEqual(["#two", undefined]);
    expect(text).not.toMatch(/alert|onload|javascript/);
    expect(extractMarkdown(page, Date.now())).toMatchObject({ title: "Book", language: "en" });
  });

  it("names missing chapters, and says if a protected one cannot be opened", async () => {
    const path = "OEBPS/c 0.xhtml";
    const encryption = (count: number) =>
      `<encryption>${Array.from({ length: count }, (_, index) => `<CipherReference URI="OEBPS/c%20${index}.xhtml"/>`).join("")}</encryption>`;
    const body = "<body><p>text</p></body>";
    const { page } = await read(epub([body, body], { "META-INF/encryption.xml": encryption(1) }));
    expect(remarksOn(page)).toEqual([`left-out: These chapters are missing or cannot be read: ${path}.`]);
    await expect(read(epub([body], { "META-INF/encryption.xml": encryption(1) }))).rejects.toThrow(
      "The book is encrypted",
    );
  });
});
