/** The command line on a terminal: widths, colours, times, and the browser that it opens. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Terminal } from "../../cli/output.ts";
import { runProgram } from "../../cli/program.ts";
import { widthOf } from "../../cli/table.ts";
import { type Api, endOfRun, newAccount, testService, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const LIST = "<ul><li><b>Lamp</b><i>£9.50</i></li><li><b>Chair</b><i>£20</i></li></ul>";

let account: Api;
let pages: PageServer;
beforeAll(async () => {
  account = await newAccount();
  pages = await startPageServer({ "/list": { body: LIST } });
});
afterAll(() => pages.stop());

describe("a terminal", () => {
  /** Runs a command line as on a terminal with this many columns. */
  const onTerminal = async (
    columns: number,
    args: readonly string[],
    environment: Record<string, string> = {},
  ) => {
    const texts = { stdout: "", stderr: "" };
    const terminal = (name: keyof typeof texts): Terminal =>
      Object.assign(
        new Writable({
          write: (chunk, _encoding, done) => {
            texts[name] += String(chunk);
            done();
          },
        }),
        { isTTY: true, columns },
      );
    const exitCode = await runProgram(args, {
      environment: {
        GLEANER_URL: testService().url,
        GLEANER_API_KEY: account.apiKey ?? "",
        XDG_CONFIG_HOME: "/nonexistent",
        ...environment,
      },
      stdin: Readable.from([]),
      stdout: terminal("stdout"),
      stderr: terminal("stderr"),
      signal: new AbortController().signal,
    });
    return { exitCode, ...texts };
  };

  it.each([40, 80, 200])(
    "with %i columns fits every line, and names the columns that do not fit",
    async (columns) => {
      const name = "卓上ランプの価格を毎日調べる".repeat(3);
      const made = await account.post("/flows", { name, url: `${pages.url}/list`, mode: "extract" });
      await endOfRun(account, (await account.post("/runs", { flowId: made.body.data.id })).body.data.id);
      const { exitCode, stdout, stderr } = await onTerminal(columns, ["runs", "list"]);
      expect(exitCode).toBe(0);
      for (const line of stdout.trimEnd().split("\n"))
        expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(columns);
      expect(stdout).toContain("run-");
      expect(/Not shown: .*origin/.test(stderr)).toBe(columns < 200);
      expect(stdout.includes("just now")).toBe(columns > 40);
      expect(stdout.includes("\u001b[32mcompleted")).toBe(columns > 40);
      const plain = await onTerminal(columns, ["runs", "list"], { NO_COLOR: "1" });
      expect(plain.stdout).not.toContain("\u001b");
    },
  );

  it.each([80, 200])(
    "with %i columns shows every list with complete headers, and help that fits",
    async (columns) => {
      await account.post("/flows", {
        name: `Lamps at ${columns}`,
        url: `${pages.url}/list`,
        mode: "extract",
      });
      for (const args of [
        ["flows", "list"],
        ["runs", "list"],
        ["keys", "list"],
      ]) {
        const [head = "", ...rows] = (await onTerminal(columns, args)).stdout.trimEnd().split("\n");
        expect([args, head]).toEqual([args, expect.not.stringContaining("…")]);
        for (const line of [head, ...rows])
          expect(widthOf(stripVTControlCharacters(line))).toBeLessThanOrEqual(columns);
      }
      for (const args of [
        ["--help"],
        ["run", "--help"],
        ["flows", "create", "--help"],
        ["generate", "--help"],
      ])
        for (const line of (await onTerminal(columns, args)).stdout.split("\n"))
          expect(line.length).toBeLessThanOrEqual(columns);
    },
  );

  it("opens the dashboard in the browser, and prints the URL if there is none", async () => {
    const address = `${testService().dashboard.replace(/\/+$/, "")}/flows/flow-1`;
    const folder = mkdtempSync(join(tmpdir(), "gleaner-open-"));
    const opened = join(folder, "opened");
    for (const program of ["xdg-open", "open"]) {
      writeFileSync(
        join(folder, program),
        `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`,
      );
      chmodSync(join(folder, program), 0o755);
    }
    const withBrowser = { PATH: `${folder}:${process.env.PATH}` };
    try {
      expect((await onTerminal(80, ["open", "flow-1", "--print"], withBrowser)).stdout).toBe(`${address}\n`);
      expect(existsSync(opened)).toBe(false);
      expect((await onTerminal(80, ["open", "flow-1"], withBrowser)).stdout).toBe(`${address}\n`);
      await until(
        async () => existsSync(opened),
        (isThere) => isThere,
      );
      expect(readFileSync(opened, "utf8")).toBe(address);
      const without = await onTerminal(80, ["open", "flow-1"], { PATH: "/nonexistent" });
      expect([without.exitCode, without.stdout]).toEqual([0, `${address}\n`]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("shows absolute and relative time for a single record", async () => {
    const { data } = (await account.post("/flows", { name: "X", url: `${pages.url}/list`, mode: "extract" }))
      .body;
    const run = await endOfRun(account, (await account.post("/runs", { flowId: data.id })).body.data.id);
    const { stdout } = await onTerminal(80, ["runs", "get", run.id]);
    expect(stripVTControlCharacters(stdout)).toMatch(/started +\d{4}-\d\d-\d\dT.*Z \(just now\)/);
    expect(stripVTControlCharacters(stdout)).toMatch(/^flow name +X$/m);
  });
});
