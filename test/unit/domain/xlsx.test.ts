import { crc32, inflateRawSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import type { Currencies } from "../../../src/contract/currencies.ts";
import { checkFitsSheet, toXlsx } from "../../../src/domain/items/xlsx.ts";
import { zip } from "../../../src/domain/items/zip.ts";

const DIRECTORY_ENTRY = 0x02014b50;

/** Reads an archive as its own directory describes it. */
const unzip = (archive: Buffer): Map<string, string> => {
  const files = new Map<string, string>();
  const count = archive.readUInt16LE(archive.length - 12);
  let at = archive.readUInt32LE(archive.length - 6);
  for (let index = 0; index < count; index += 1) {
    expect(archive.readUInt32LE(at)).toBe(DIRECTORY_ENTRY);
    const [crc, packedBytes, plainBytes] = [16, 20, 24].map((offset) => archive.readUInt32LE(at + offset));
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString("utf8", at + 46, at + 46 + nameBytes);
    const start = archive.readUInt32LE(at + 42);
    const data = start + 30 + archive.readUInt16LE(start + 26);
    const content = inflateRawSync(archive.subarray(data, data + (packedBytes ?? 0)));
    expect([name, content.length, crc32(content)]).toEqual([name, plainBytes, crc]);
    files.set(name, content.toString());
    at += 46 + nameBytes;
  }
  return files;
};

const filesOf = async (
  items: readonly object[],
  columns: readonly string[],
  currencies?: Currencies,
): Promise<Map<string, string>> => {
  const lines = async function* () {
    for (const item of items) yield JSON.stringify(item);
  };
  const files = unzip(Buffer.concat(await Array.fromAsync(toXlsx(lines(), columns, currencies))));
  expect([...files.keys()][0]).toBe("[Content_Types].xml");
  return files;
};

const sheetOf = async (items: readonly object[], columns: readonly string[]): Promise<string> =>
  (await filesOf(items, columns)).get("xl/worksheets/sheet1.xml") ?? "";

describe("an XLSX export", () => {
  it("keeps numbers and booleans as such, and leaves missing values empty", async () => {
    const sheet = await sheetOf([{ price: 9.5, sold: true, note: null }], ["price", "sold", "note", "more"]);
    expect(sheet).toContain('<row r="2"><c r="A2"><v>9.5</v></c><c r="B2" s="4" t="b"><v>1</v></c></row>');
  });

  it("shows prices in their currency, and keeps them as numbers", async () => {
    const currencies = { price: "GBP", was: "GBP", fee: "JPY", fare: "CHF", sum: null };
    const columns = ["title", ...Object.keys(currencies)];
    const item = { title: "Lamp", price: 9.5, was: 12, fee: 700, fare: 1, sum: 2 };
    const files = await filesOf([item], columns, currencies);
    const cells = (files.get("xl/worksheets/sheet1.xml") ?? "").match(/<c r="[B-F]2" s="\d"><v>[\d.]+/g);
    expect(cells).toEqual([
      '<c r="B2" s="5"><v>9.5',
      '<c r="C2" s="5"><v>12',
      '<c r="D2" s="6"><v>700',
      '<c r="E2" s="7"><v>1',
      '<c r="F2" s="8"><v>2',
    ]);
    const formats = [...(files.get("xl/styles.xml") ?? "").matchAll(/formatCode="([^"]*)"/g)];
    expect(formats.slice(3).map(([, code]) => code?.replaceAll("&quot;", "'"))).toEqual([
      "'£'#,##0.00",
      "'¥'#,##0",
      "'CHF '#,##0.00",
      "#,##0.00",
    ]);
  });

  it("shows dates and times as such, and leaves other text alone", async () => {
    const dates = ["2026-01-31", "2026-01-31T18:00:00.000Z", "1900-03-01", "2024-02-29"];
    const texts = [
      "1900-02-28",
      "2026-02-30",
      "2026-01-31T18:00:00+02:00",
      "2026-01",
      "on 2026-01-31",
      "2026",
    ];
    const sheet = await sheetOf(
      [...dates, ...texts].map((at) => ({ at })),
      ["at"],
    );
    const cells = [
      ...sheet.matchAll(/<c r="A(?!1")\d+" (?:s="(\d)"><v>([\d.]+)|t="inlineStr"><is><t[^>]*>([^<]+))/g),
    ];
    expect(cells.map(([, style, day, text]) => text ?? [Number(style), Number(day)])).toEqual([
      [2, 46_053],
      [3, 46_053.75],
      [2, 61],
      [2, 45_351],
      ...texts,
    ]);
  });

  it("freezes its bold header, and fits columns to their values", async () => {
    const items = [
      { id: 7, title: "A rather long title of a book", name: "漢字漢字漢字", long: "x".repeat(500) },
    ];
    const files = await filesOf(items, ["id", "title", "name", "long"]);
    const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect([...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
      9, 31, 14, 60,
    ]);
    expect(files.get("xl/styles.xml")).toMatch(/<cellXfs[^>]*><xf [^>]*\/><xf numFmtId="0" fontId="1"/);
    expect(files.get("xl/styles.xml")).toContain("<font><b/>");
  });

  it("has the two fills that readers expect, and a default style", async () => {
    const styles = (await filesOf([], ["a"])).get("xl/styles.xml") ?? "";
    expect(styles).toContain(
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    );
    expect(styles).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
    expect(styles).not.toMatch(/<(?:font|fill|border)\/>/);
  });

  it("names any number of columns as Excel does", async () => {
    const columns = Array.from({ length: 703 }, (_, index) => `f${index}`);
    const sheet = await sheetOf([{ f25: 1, f26: 2, f701: 3, f702: 4 }], columns);
    expect(sheet).toContain(
      '<c r="Z2"><v>1</v></c><c r="AA2"><v>2</v></c><c r="ZZ2"><v>3</v></c><c r="AAA2"><v>4</v></c></row>',
    );
  });

  it("never writes text as a formula or markup", async () => {
    const sheet = await sheetOf([{ title: "=1+1 <b>&\u0001\ud800" }], ["title"]);
    expect(sheet).toContain(
      '<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;b&gt;&amp;\ufffd</t></is></c>',
    );
    expect(sheet).not.toContain("<f>");
  });

  it("writes lists and nested records as JSON, under the field names", async () => {
    const sheet = await sheetOf([{ tags: ["a", "b"] }], ["tags"]);
    expect(sheet).toContain(
      '<row r="1"><c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">tags</t></is></c></row>',
    );
    expect(sheet).toContain('["a","b"]');
  });

  it("has the field names even if the run collected nothing", async () => {
    expect(await sheetOf([], ["title"])).toContain('<sheetData><row r="1">');
  });

  it("of many rows is complete, whatever the chunks it was written in", async () => {
    const items = Array.from({ length: 20_000 }, (_, number) => ({ number }));
    const sheet = await sheetOf(items, ["number"]);
    expect(sheet.match(/<row r="\d+">/g)).toHaveLength(20_001);
    expect(sheet).toContain("<v>19999</v></c></row></sheetData></worksheet>");
  });

  it("shortens text that is too long for a cell, and says so in the cell", async () => {
    const sheet = await sheetOf([{ short: "x".repeat(32_767), long: "y".repeat(32_768) }], ["short", "long"]);
    const cells = [...sheet.matchAll(/preserve">([xy][^<]*)</g)].map(([, text]) => text ?? "");
    expect(cells.map(({ length }) => length)).toEqual([32_767, 32_767]);
    expect(cells.map((text) => text.endsWith("y… [cut]"))).toEqual([false, true]);
  });

  it("is refused rather than shortened if a sheet has too few rows", () => {
    expect(() => checkFitsSheet(1_048_575)).not.toThrow();
    expect(() => checkFitsSheet(1_048_576)).toThrow(/room for 1,048,575 items.*csv or ndjson/);
  });

  it("is refused if it exceeds the archive's size limit", async () => {
    const text = Array.from({ length: 2_000 }, () => crypto.randomUUID());
    const write = (maxBytes: number) => Array.fromAsync(zip([{ name: "a", text }], maxBytes));
    await expect(write(72_000)).resolves.toBeDefined();
    await expect(write(71_999)).rejects.toMatchObject({ code: "conflict" });
    const files = Array.from({ length: 3 }, (_, index) => ({ name: String(index), text }));
    await expect(Array.fromAsync(zip(files, 72_000))).rejects.toMatchObject({ code: "conflict" });
  });

  it("fails with the error of its source", async () => {
    const lines = async function* () {
      yield '{"a":1}';
      throw new Error("the object store is away");
    };
    await expect(Array.fromAsync(toXlsx(lines(), ["a"]))).rejects.toThrow("the object store is away");
  });
});
