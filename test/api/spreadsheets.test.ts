/** The links of a flow in spreadsheets, as far as they run on this machine: the test's name says what is skipped, and why. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { blocksOf } from "../docs/blocks.ts";
import { type Api, endOfRun, newAccount, testService } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const isThere = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args).status === 0;
const hasCalc = isThere("soffice", "--version");
const hasOpenpyxl = isThere("python3", "-c", "import openpyxl");
const NO_CALC = hasCalc ? "" : " (skipped: there is no soffice; apt-get install libreoffice-calc-nogui)";
const NO_OPENPYXL = hasOpenpyxl ? "" : " (skipped: python3 has no openpyxl; pip install openpyxl)";

const CSV = 'title,price,priceCurrency\r\n"Lamp, “big”",9.5,GBP\r\nكرسي,20,GBP\r\n';
const ROWS = [
  ["title", "price", "priceCurrency"],
  ["Lamp, “big”", "9.5", "GBP"],
  ["كرسي", "20", "GBP"],
];

let folder: string;
let pages: PageServer;
let account: Api;
/** The flow's link, without a format. */
let link: string;
/** Not synchronous: the pages of this test are served by this process. */
const soffice = async (...args: readonly string[]): Promise<void> => {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const child = spawn("soffice", [profile, "--headless", "--norestore", ...args], { stdio: "ignore" });
  await once(child, "exit");
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gleaner-sheets-"));
  const body = "<ul><li><b>Lamp, “big”</b><i>£9.50</i></li><li><b>كرسي</b><i>£20</i></li></ul>";
  // Makes the profile, which takes the place of what is in its folder.
  if (hasCalc) await soffice("--terminate_after_init");
  pages = await startPageServer({ "/shop": { body } });
  account = await newAccount();
  const flow = await account.post("/flows", {
    name: "Shop",
    url: `${pages.url}/shop`,
    mode: "extract",
    steps: [{ type: "extract", selector: "li", fields: ["title: b", "price: i"] }],
    outputSchema: { title: "string", price: "price" },
  });
  const { id } = flow.body.data;
  await endOfRun(account, (await account.post("/runs", { flowId: id })).body.data.id);
  const { token } = (await account.post(`/flows/${id}/tokens`, { name: "Sheet" })).body.data;
  link = `${testService().url}/flows/${id}/latest?token=${token}&format=`;
}, 120_000);
afterAll(async () => {
  await pages.stop();
  rmSync(folder, { recursive: true, force: true });
});

const inXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** A macro that writes what a formula shows. Opening a file would not do: links in it are updated only after a question. */
const writeMacro = (formula: string, output: string): void => {
  const library = join(folder, "profile/user/basic/Standard");
  mkdirSync(library, { recursive: true });
  const xml = (doctype: string, body: string): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${doctype}>\n${body}\n`;
  const spaces =
    'xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink"';
  writeFileSync(
    join(library, "../script.xlc"),
    xml(
      'library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "libraries.dtd"',
      `<library:libraries ${spaces}><library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple" library:link="false"/></library:libraries>`,
    ),
  );
  writeFileSync(
    join(library, "script.xlb"),
    xml(
      'library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd"',
      `<library:library ${spaces} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Module1"/></library:library>`,
    ),
  );
  const basic = `Sub Main
  Dim how(1) As New com.sun.star.beans.PropertyValue
  how(0).Name = "Hidden" : how(0).Value = True
  how(1).Name = "UpdateDocMode" : how(1).Value = com.sun.star.document.UpdateDocMode.FULL_UPDATE
  sheets = StarDesktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, how())
  cell = sheets.Sheets.getByIndex(0).getCellByPosition(0, 0)
  cell.setFormula("${formula.replaceAll('"', '""')}")
  For n = 1 To 100
    If cell.String <> "" And Left(cell.String, 1) <> "#" Then Exit For
    Wait 100
  Next
  out = CreateUnoService("com.sun.star.io.TextOutputStream")
  out.setEncoding("UTF-8")
  out.setOutputStream(CreateUnoService("com.sun.star.ucb.SimpleFileAccess").openFileWrite(ConvertToURL("${output}")))
  out.writeString(cell.String)
  out.closeOutput()
  sheets.close(True)
  StarDesktop.terminate()
End Sub`;
  writeFileSync(
    join(library, "Module1.xba"),
    xml(
      'script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd"',
      `<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">${inXml(basic).replaceAll("<>", "&lt;&gt;")}</script:module>`,
    ),
  );
};

describe("the link of a flow", () => {
  (hasCalc ? it : it.skip)(
    `is what LibreOffice's WEBSERVICE shows${NO_CALC}`,
    async () => {
      const output = join(folder, "cell.txt");
      writeMacro(`=WEBSERVICE("${link}csv")`, output);
      await soffice("macro:///Standard.Module1.Main");
      expect(parse(readFileSync(output))).toEqual(ROWS);
    },
    120_000,
  );

  (hasCalc ? it : it.skip)(
    `is a sheet that LibreOffice opens by its address${NO_CALC}`,
    async () => {
      const out = join(folder, "sheet");
      await soffice(
        "--convert-to",
        "csv:Text - txt - csv (StarCalc):44,34,76",
        "--outdir",
        out,
        `${link}xlsx`,
      );
      const [name = ""] = readdirSync(out);
      expect(parse(readFileSync(join(out, name)))).toEqual([
        ["title", "price"],
        ["Lamp, “big”", "£9.50"],
        ["كرسي", "£20.00"],
      ]);
    },
    120_000,
  );

  (hasOpenpyxl ? it : it.skip)(`is a workbook that openpyxl reads${NO_OPENPYXL}`, async () => {
    const file = join(folder, "latest.xlsx");
    writeFileSync(file, Buffer.from(await (await fetch(`${link}xlsx`)).arrayBuffer()));
    const script =
      "import json, sys, openpyxl; print(json.dumps([[c.value for c in row] for row in openpyxl.load_workbook(sys.argv[1]).active]))";
    const { stdout } = spawnSync("python3", ["-c", script, file], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual([
      ["title", "price"],
      ["Lamp, “big”", 9.5],
      ["كرسي", 20],
    ]);
  });

  it("fills a sheet by the guide's line of Apps Script", async () => {
    const [line] = blocksOf("docs/guide/links.md").filter(({ language }) => language === "js");
    const csv = await (await fetch(`${link}csv`)).text();
    expect(csv).toBe(CSV);
    const fetched: string[] = [];
    const written: unknown[] = [];
    // As Google documents them: https://developers.google.com/apps-script/reference
    const sheet = {
      clearContents: () => sheet,
      getRange: (...range: readonly number[]) => ({
        setValues: (rows: readonly (readonly string[])[]) => written.push({ range, rows }),
      }),
    };
    runInNewContext(`${line?.text}\nrefresh();`, {
      Utilities: { parseCsv: (text: string) => parse(text) },
      UrlFetchApp: {
        fetch: (url: string) => {
          fetched.push(url);
          return { getContentText: () => csv };
        },
      },
      SpreadsheetApp: { getActiveSheet: () => sheet },
    });
    expect(fetched).toEqual(["https://…/latest?format=csv&token=gl_read_…"]);
    expect(written).toEqual([{ range: [1, 1, 3, 3], rows: ROWS }]);
  });
});
