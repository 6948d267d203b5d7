/** What hostile and broken files become: a clear error, or what can be read with a remark. `npm run attack` has more of them. */
import { describe, expect, it } from "@jest/globals";
import { CATALOGUE, FONT, onePage, pdf, stream } from "../../../../../scripts/attack/documentFiles.ts";
import { HOSTILE_DOCUMENTS } from "../../../../../scripts/attack/hostileDocuments.ts";
import { parseDocument, textOf } from "../../../../../src/engine/extract/extract.ts";
import { openDocument, remarksOn } from "../../../../../src/engine/page/index.ts";
import { failureOf } from "../../loopback.ts";

const make = (name: string): Buffer => {
  const file = HOSTILE_DOCUMENTS[name]?.();
  if (!file) throw new Error(`There is no ${name}.`);
  return file;
};

const read = async (file: Buffer) => {
  const converted = await openDocument(file);
  if (converted === null) return null;
  const page = parseDocument(converted.text, { url: "https://a.example/file", format: "document" });
  return { text: textOf(page.root).trim(), remarks: remarksOn(page) };
};

/** A composite font whose codes nothing explains. `descriptor` names a font that is not in the file either. */
const withoutMap = (descriptor: string): Buffer =>
  pdf([
    CATALOGUE,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    stream(Buffer.from("BT /F1 9 Tf 9 9 Td <00410042> Tj ET")),
    "<< /Type /Font /Subtype /Type0 /BaseFont /Unknown /Encoding /Identity-H /DescendantFonts [6 0 R] >>",
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unknown /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${descriptor} >>`,
  ]);

describe("a document that is built to harm", () => {
  it.each([
    ["a PDF with arrays nested 2,000,000 deep", /damaged/],
    ["a PDF that is cut", /damaged/],
    ["a PDF that is encrypted with nonsense", /encrypted and needs a password/],
    ["a Word file nested 1,000,000 deep", /nested too deeply/],
    ["an RTF file nested 1,000,000 deep", /nested too deeply/],
    ["an OpenDocument sheet that repeats its cells", /more than 2,000,000 cells/],
  ])("is refused with its reason: %s", async (name, reason) => {
    const { name: type, message } = await failureOf(read(make(name)));
    expect(type).toBe("FileFault");
    expect(message).toMatch(reason);
  });

  it("is not opened as an archive if it is truncated", async () => {
    expect(await read(make("an archive that is cut"))).toBeNull();
  });

  it("does not expand entities, and opens nothing that it names", async () => {
    const found = await read(make("a Word file with entities in entities"));
    expect(found).toEqual({ text: "before &j; &file; after", remarks: [] });
  });

  it("is read without its macros", async () => {
    expect(await read(make("a Word file with macros and links outside"))).toEqual({
      text: "Enable macros",
      remarks: [],
    });
  });

  it.each(["an archive in an archive in an archive", "a PDF whose pages are in a loop"])(
    "says that it has no text: %s",
    async (name) => {
      expect(await read(make(name))).toEqual({ text: "", remarks: [expect.stringMatching(/^no-text: /)] });
    },
  );

  it("of 10,000 pages is read to page 2,000 at most, and says so", async () => {
    const found = await read(make("a PDF of 10,000 pages"));
    expect(found?.text).toMatch(/^tiny tiny/);
    expect(found?.remarks).toEqual([
      expect.stringMatching(/^cut: The file has 10,000 pages, of which the first [\d,]+ were read/),
    ]);
  }, 60_000);
});

describe("text in fonts that do not say which characters they show", () => {
  it.each([
    ["unknown to the reader", ""],
    ["described, but not in the file", "/FontDescriptor 7 0 R"],
  ])("is marked as unreadable: %s", async (_what, descriptor) => {
    const found = await read(withoutMap(descriptor));
    expect(found?.text).toBe("\ufffd");
    expect(found?.remarks).toEqual([expect.stringMatching(/^unreadable-text: .*: 1\.$/)]);
  });

  it("does not make other text unreadable", async () => {
    const found = await read(onePage(Buffer.from("BT /F1 9 Tf 9 9 Td (clear text) Tj ET")));
    expect(found).toEqual({ text: "clear text", remarks: [] });
    expect(FONT).toContain("/Type1");
  });
});
