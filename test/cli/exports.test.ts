/** `gleaner export --folder`: a run in parts, through the client. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { parquetReadObjects } from "hyparquet";
import { createClient } from "../../client/index.ts";
import { type Api, endOfRun, newAccount, testService } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const NAMES = ["Emma", "Dune", "سوق"];

let account: Api;
let pages: PageServer;
let folder: string;
let runId: string;
beforeAll(async () => {
  account = await newAccount();
  const rows = NAMES.map((name) => `<li><b>${name}</b></li>`);
  pages = await startPageServer({ "/list": { body: `<ul>${rows.join("")}</ul>` } });
  folder = mkdtempSync(join(tmpdir(), "gleaner-cli-exports-"));
  const steps = [{ type: "extract", selector: "li", fields: ["title: b"] }];
  const flow = { name: "Books", url: `${pages.url}/list`, mode: "extract", steps };
  const flowId = (await account.post("/flows", flow)).body.data.id;
  runId = (await endOfRun(account, (await account.post("/runs", { flowId })).body.data.id)).id;
});
afterAll(async () => {
  await pages?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const gleaner = (...args: string[]) => runCli(["export", runId, ...args], { apiKey: account.apiKey });

describe("gleaner export --folder", () => {
  it("saves the parts and the manifest, which is written last", async () => {
    const to = join(folder, "new/csv");
    const { exitCode, stdout, stderr } = await gleaner("--format", "csv", "--folder", to, "--json");
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual({ run: runId, format: "csv", folder: to, items: 3, files: 1 });
    expect(readdirSync(to).sort()).toEqual(["manifest.json", "part-00001.csv"]);
    expect(readFileSync(join(to, "part-00001.csv"), "utf8")).toBe(`title\r\n${NAMES.join("\r\n")}\r\n`);
    const manifest = JSON.parse(readFileSync(join(to, "manifest.json"), "utf8"));
    expect(manifest).toMatchObject({ runId, itemCount: 3, parts: [{ path: "part-00001.csv", items: 3 }] });
  });

  it("writes Parquet", async () => {
    const to = join(folder, "parquet");
    expect((await gleaner("--format", "parquet", "--folder", to)).exitCode).toBe(0);
    const bytes = new Uint8Array(readFileSync(join(to, "part-00001.parquet")));
    const rows = await parquetReadObjects({ file: bytes.buffer });
    expect(rows.map(({ title }) => title)).toEqual(NAMES);
  });

  it.each([
    [["--format", "parquet"], "Name a folder for them with --folder"],
    [["--format", "xlsx", "--folder", "x"], "XLSX is one file"],
    [["--folder", "x", "--output", "y"], "not both"],
    [["--folder", "x", "--where", "price > 1"], "exports all items"],
  ])("refuses %j with an explanation", async (args, words) => {
    const { exitCode, stderr } = await gleaner(...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it("says that a run does not exist", async () => {
    const { exitCode, stderr } = await runCli(["export", "run-1", "--folder", join(folder, "none")], {
      apiKey: account.apiKey,
    });
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining("run-1")]);
  });
});

describe("gleaner exports", () => {
  const exports = (...args: string[]) => runCli(["exports", ...args], { apiKey: account.apiKey });

  it("lists a run's exports, and says that one that has ended cannot be cancelled", async () => {
    const { runs } = createClient({ url: testService().url, apiKey: account.apiKey ?? "" });
    const { id } = await runs.createExportAndWait(runId, { format: "csv" });
    const listed = await exports("list", runId, "--json");
    expect([listed.exitCode, listed.stderr]).toEqual([0, ""]);
    expect(listed.stdout).toContain(id);
    const { exitCode, stderr } = await exports("cancel", runId, id);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("is completed and cannot be cancelled")]);
  });
});

describe("client.runs", () => {
  it("exports, waits, and opens the files one by one", async () => {
    const { runs } = createClient({ url: testService().url, apiKey: account.apiKey ?? "" });
    const looked: string[] = [];
    const made = await runs.createExportAndWait(
      runId,
      { format: "ndjson" },
      { intervalMs: 50, onLook: ({ status }) => void looked.push(status) },
    );
    expect(made).toMatchObject({ status: "completed", itemCount: 3 });
    expect(looked.at(-1)).toBe("completed");
    const texts: string[] = [];
    for await (const { part, open } of runs.exportFiles(runId, made.id)) {
      const text = await (await open()).text();
      expect(Buffer.byteLength(text)).toBe(part.bytes);
      texts.push(text);
    }
    const lines = texts.join("").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).title)).toEqual(NAMES);
  });

  it("returns an export that has not ended in time as it is", async () => {
    const { runs } = createClient({ url: testService().url, apiKey: account.apiKey ?? "" });
    const { status, runId: of } = await runs.createExportAndWait(runId, {}, { timeoutMs: 0 });
    expect([of, ["pending", "running", "completed"].includes(status)]).toEqual([runId, true]);
  });
});
