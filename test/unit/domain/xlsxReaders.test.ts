/** Workbooks as other programs read them. Programs that are not on this machine are skipped, and the test's name says so. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import readXlsx from "read-excel-file/node";
import { toXlsx } from "../../../src/domain/items/xlsx.ts";

const ITEMS = [
  { title: "Lamp", price: 1234.5, was: 1500, sold: true, day: "2026-01-31", at: "2026-01-31T18:30:00.000Z" },
  { title: "=1+1 <ä> & 漢字", price: 9, was: null, sold: false, day: null, at: null },
];
const COLUMNS = ["title", "price", "was", "sold", "day", "at"];
const CURRENCIES = { price: "GBP", was: "JPY" };

let folder: string;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gleaner-xlsx-"));
  file = join(folder, "items.xlsx");
  const lines = async function* () {
    for (const item of ITEMS) yield JSON.stringify(item);
  };
  writeFileSync(file, Buffer.concat(await Array.fromAsync(toXlsx(lines(), COLUMNS, CURRENCIES))));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0;

/** Warnings are errors: openpyxl warns of what it had to repair. */
const READ_WITH_OPENPYXL = `
import json, sys, warnings
warnings.simplefilter("error")
from openpyxl import load_workbook
sheet = load_workbook(sys.argv[1]).active
cells = [[[cell.value.isoformat() if cell.is_date else cell.value, cell.number_format] for cell in row] for row in sheet]
widths = [sheet.column_dimensions[letter].width for letter in "ABCDEF"]
print(json.dumps({"cells": cells, "bold": [cell.font.b for cell in sheet[1]], "frozen": sheet.freeze_panes, "widths": widths}))
`;

const hasOpenpyxl = isThere("python3", "-c", "import openpyxl");
const hasCalc = isThere("soffice", "--version");

describe("an XLSX export is read correctly by", () => {
  it("read-excel-file", async () => {
    const [sheet] = await readXlsx(readFileSync(file));
    const [day, at] = ["2026-01-31", "2026-01-31T18:30:00.000Z"].map((text) => new Date(text));
    expect(sheet?.data).toEqual([
      COLUMNS,
      ["Lamp", 1234.5, 1500, true, day, at],
      ["=1+1 <ä> & 漢字", 9, null, false, null, null],
    ]);
  });

  (hasOpenpyxl ? it : it.skip)(
    `openpyxl${hasOpenpyxl ? "" : " (skipped: python3 has no openpyxl; pip install openpyxl)"}`,
    () => {
      const { stdout, stderr } = spawnSync("python3", ["-c", READ_WITH_OPENPYXL, file], { encoding: "utf8" });
      expect(stderr).toBe("");
      const general = (value: unknown) => [value, "General"];
      const money = ["£", "¥"].map((sign) => `"${sign}"#,##0${sign === "£" ? ".00" : ""}`);
      const truth = '"TRUE";"TRUE";"FALSE"';
      expect(JSON.parse(stdout)).toEqual({
        cells: [
          COLUMNS.map(general),
          [
            general("Lamp"),
            [1234.5, money[0]],
            [1500, money[1]],
            [true, truth],
            ["2026-01-31T00:00:00", "yyyy-mm-dd"],
            ["2026-01-31T18:30:00", "yyyy-mm-dd hh:mm:ss"],
          ],
          [
            general("=1+1 <ä> & 漢字"),
            [9, money[0]],
            general(null),
            [false, truth],
            general(null),
            general(null),
          ],
        ],
        bold: COLUMNS.map(() => true),
        frozen: "A2",
        widths: [17, 14, 12, 8, 12, 26],
      });
    },
  );

  (hasCalc ? it : it.skip)(
    `LibreOffice Calc${hasCalc ? "" : " (skipped: there is no soffice; apt-get install libreoffice-calc-nogui)"}`,
    () => {
      const profile = `-env:UserInstallation=file://${folder}/profile`;
      spawnSync("soffice", [
        profile,
        "--headless",
        "--convert-to",
        "csv:Text - txt - csv (StarCalc):44,34,76",
        "--outdir",
        folder,
        file,
      ]);
      expect(readFileSync(join(folder, "items.csv"), "utf8").trim().split("\n")).toEqual([
        COLUMNS.join(","),
        'Lamp,"£1,234.50","¥1,500",TRUE,2026-01-31,2026-01-31 18:30:00',
        "=1+1 <ä> & 漢字,£9.00,,FALSE,,",
      ]);
    },
    60_000,
  );
});
