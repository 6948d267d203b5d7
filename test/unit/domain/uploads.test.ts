import { describe, expect, it } from "@jest/globals";
import type { UploadFormat } from "../../../src/contract/flows/uploads.ts";
import { MAX_ROWS, parseList } from "../../../src/domain/uploads/parseList.ts";
import { readUpload } from "../../../src/domain/uploads/readUpload.ts";

const A = "https://shop.example/a";
const B = "https://shop.example/b,1;2";
const ARABIC = "https://shop.example/منتج/١";
const urlsOf = (text: string, format: UploadFormat) => parseList(text, format)?.urls;

describe("reading a list of URLs", () => {
  it.each<[string, UploadFormat, string]>([
    ["a URL a line", "text", `${A}\r\n\n  ${B}\n${ARABIC}\n`],
    ["a table of one column", "csv", `${A}\n"${B}"\n${ARABIC}`],
    [
      "a table with a header",
      "csv",
      `Name,Link,Price\n"Kettle, oak",${A},1.5\n,"${B}",2\nإبريق,${ARABIC},3\n`,
    ],
    ["one with semicolons, as spreadsheets write it", "csv", `Name;Link\nx;${A}\ny;"${B}"\nz;${ARABIC}`],
    ["one with tabs", "csv", `x\t${A}\ny\t${B}\nz\t${ARABIC}`],
    ["texts as JSON", "ndjson", [A, B, ARABIC].map((url) => JSON.stringify(url)).join("\n")],
    ["objects", "ndjson", [A, B, ARABIC].map((url, id) => JSON.stringify({ id, url, at: null })).join("\n")],
  ])("works for %s", (_, format, text) => {
    expect(urlsOf(text, format)).toEqual([A, B, ARABIC]);
  });

  it("uses the column with the most URLs", () => {
    expect(urlsOf(`image,page\n,${A}\nhttps://cdn.example/1.png,${ARABIC}`, "csv")).toEqual([A, ARABIC]);
  });

  it("names the lines without a URL", () => {
    const list = parseList(`url\n${A}\nshop.example/b\nftp://shop.example/\n"${A}\\x"\n`, "csv");
    expect(list?.faults.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(parseList(`${JSON.stringify(A)}\n{"url": \n`, "ndjson")?.faults).toEqual([
      { line: 2, message: "has no URL" },
    ]);
    expect(parseList(Array(50).fill("x").concat(A).join("\n"), "text")?.faults).toHaveLength(20);
  });

  it("fails if nothing in it is a URL", () => {
    for (const format of ["csv", "ndjson", "text"] as const)
      for (const text of ["", "\n\n", "{}", "name,price\nKettle,1\n", "null"])
        expect([format, text, parseList(text, format)]).toEqual([format, text, null]);
  });

  it("stops at the maximum number of rows, whatever they contain", () => {
    const rows = `${A}\n`.repeat(MAX_ROWS);
    expect(parseList(rows, "text")).toMatchObject({ isCut: false });
    for (const format of ["text", "csv"] as const)
      expect(parseList(rows + `${A}\n`.repeat(5), format)).toMatchObject({ isCut: true });
    expect(parseList(`${A}${"\n".repeat(2_000_000)}`, "text")).toMatchObject({ isCut: true });
  });
});

describe("an upload", () => {
  const read = (file: string | Uint8Array | null, contentType = "text/csv") =>
    readUpload(
      {
        lists: {
          put: async () => {},
          readUpload: async () => (file === null ? null : { bytes: Buffer.from(file), contentType }),
        },
      },
      { accountId: "acct-1" },
      "upload-1",
    );

  it("is read in the format it was requested for", async () => {
    await expect(read(JSON.stringify({ url: A }), "application/x-ndjson")).resolves.toEqual([A]);
    await expect(read(`\uFEFFurl\n${A}`)).resolves.toEqual([A]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ["no text", new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xfe]), "UTF-8"],
    ["no URL", "name\nKettle", "there is no URL in it"],
    ["a line that holds none", `url\n${A}\nkettle`, "line 3"],
    ["quotes that do not end", `url\n"${A}\n${A}`, "not valid CSV"],
  ])("with %s is refused with a reason", async (_, file, reason) => {
    await expect(read(file)).rejects.toMatchObject({
      code: "invalid-request",
      message: expect.stringContaining(reason),
    });
  });

  it("that was never sent is not found; one that was sent twice is refused", async () => {
    await expect(read(null)).rejects.toMatchObject({ code: "not-found" });
    const lists = { put: async () => {}, readUpload: async () => "sentAgain" as const };
    await expect(readUpload({ lists }, { accountId: "acct-1" }, "upload-1")).rejects.toMatchObject({
      code: "conflict",
    });
  });
});
