import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { findAll } from "domutils";
import { parseDocument, textOf } from "../../../../../src/engine/extract/extract.ts";
import { convert } from "../../../../../src/engine/page/documents/convert.ts";
import { kindOfFile } from "../../../../../src/engine/page/documents/kind.ts";

const file = (name: string): Buffer => readFileSync(new URL(`./files/${name}`, import.meta.url));
const bodyOf = (html: string): string => html.slice(html.indexOf("<body>"));

const open = async (body: Buffer) => {
  expect(kindOfFile(body)).toBe("rtf");
  const { text } = await convert({ kind: "rtf", bytes: new Uint8Array(body) });
  const page = parseDocument(text, { url: "https://court.test/judgment", format: "document" });
  const all = (tag: string) => findAll(({ name }) => name === tag, page.root.children);
  return { text, all, texts: (tag: string) => all(tag).map(textOf) };
};
const write = (body: string) => open(Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`, "latin1"));

describe("a text document in RTF", () => {
  it("is read as the same document in ODT is", async () => {
    const { text, texts } = await open(file("judgment.rtf"));
    const { text: odt } = await convert({ kind: "odt", bytes: new Uint8Array(file("judgment.odt")) });
    expect(bodyOf(text)).toBe(bodyOf(odt));
    expect(texts("title")).toEqual(["Judgment 12/2026"]);
  });

  it("decodes characters by font, code page and Unicode escape", async () => {
    const fonts = "{\\fonttbl{\\f1\\fcharset204 A;}{\\f2\\fcharset128 B;}}";
    const { texts } = await write(
      `${fonts}Caf\\'e9 {\\f1 \\'cf\\'f0} {\\f2 \\'93\\'fa\\'96\\'7b} \\u1585?\\u1602?\\u1605?, \\u-10179?\\u-8704? {\\uc2 \\u8364 EU}\\emdash\\{x\\}\\par`,
    );
    expect(texts("p")).toEqual(["Café Пр 日本 رقم, 😀 €—{x}"]);
  });

  it("leaves out hidden and deleted text, pictures, headers and what only programs read", async () => {
    const { texts } = await write(
      "{\\header page}{\\*\\generator Writer}One{\\v hidden}{\\deleted gone}{\\pict 00ff00ff}\\bin6 {{{{{{ two\\par",
    );
    expect(texts("p")).toEqual(["One two"]);
  });

  it("has its notes at the end, its links, and the same paragraph format after a note", async () => {
    const { texts, all } = await write(
      '\\pard\\outlinelevel1 Head{\\footnote \\pard\\plain A note\\par}\\par\\pard{\\field{\\*\\fldinst{HYPERLINK "https://law.test/1"}}{\\fldrslt the law}}\\par',
    );
    expect(texts("h2")).toEqual(["Head[1]"]);
    expect(texts("p")).toEqual(["the law", "[1] A note"]);
    expect(all("a")[0]?.attribs.href).toBe("https://law.test/1");
  });

  it("has tables with cells that are merged", async () => {
    const row = (cells: string, shapes = "\\cellx1000\\cellx2000") =>
      `\\trowd${shapes}\\pard\\intbl ${cells}\\row`;
    const { texts, all } = await write(
      `${row("Name\\cell Sum\\cell")}${row("Oak\\par tree\\cell 1\\cell")}${row("both\\cell\\cell", "\\clmgf\\cellx1000\\clmrg\\cellx2000")}${row("wide\\cell", "\\cellx2000")}\\pard After\\par`,
    );
    expect(texts("th")).toEqual(["Name", "Sum"]);
    expect(all("td").map((cell) => [textOf(cell), cell.attribs.colspan])).toEqual([
      ["Oak tree", undefined],
      ["1", undefined],
      ["both", "2"],
      ["wide", "2"],
    ]);
    expect(texts("p")).toEqual(["After"]);
  });

  it.each(["", "\\u", "\\'", "\\bin9999999999 x", "}}}}", "\\trowd\\cell\\row\\cell"])(
    "is read up to its end if it ends in %j",
    async (rest) => {
      expect((await write(`start\\par ${rest}`)).texts("article").join()).toContain("start");
    },
  );

  it("is refused if groups are nested too deeply", async () => {
    await expect(write("{".repeat(100_000))).rejects.toThrow("The file is nested too deeply.");
  });
});
