import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";
import { runCli } from "../helpers/cli.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const page = (title: string, links: readonly string[]) => ({
  body: `<html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>The page "${title}" of a small manual, with some words on how it is used.</p></main>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(" ")}</body></html>`,
});

let account: Api;
let pages: PageServer;
let folder: string;
beforeAll(async () => {
  account = await newAccount();
  folder = mkdtempSync(join(tmpdir(), "gleaner-crawl-"));
  pages = await startPageServer({
    "/docs/": page("Home", ["/docs/setup.html", "/docs/a/use", "/blog"]),
    "/docs/setup.html": page("Setup", []),
    "/docs/a/use": page("Use", ["/docs/gone"]),
    "/blog": page("Blog", []),
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await pages.stop();
});

const gleaner = (...args: string[]) => runCli(args, { apiKey: account.apiKey });

describe("gleaner crawl", () => {
  it("writes each page as a Markdown file named after its URL, with title and URL", async () => {
    const target = join(folder, "manual");
    const address = `${pages.url}/docs/`.replace("http://", "");
    const { exitCode, stderr } = await gleaner("crawl", address, "-o", target, "--within", "path");
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`3 pages in ${target}`)]);
    expect(stderr).toContain("crawls again");
    const [host = ""] = readdirSync(target);
    expect(
      readdirSync(target, { recursive: true })
        .map(String)
        .filter((file) => file.endsWith(".md"))
        .sort(),
    ).toEqual(["docs/a/use.md", "docs/index.md", "docs/setup.md"].map((file) => `${host}/${file}`));
    const text = readFileSync(join(target, host, "docs/setup.md"), "utf8");
    expect(text).toMatch(/^---\nurl: "http.*setup\.html"\ntitle: "Setup"\n/);
    expect(text).toContain("how it is used");
  });

  it("prints one JSON object per line, or writes them to a file", async () => {
    const { stdout } = await gleaner("crawl", `${pages.url}/docs/`, "--max-pages", "2");
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).title),
    ).toEqual(["Home", "Setup"]);
    const file = join(folder, "pages.ndjson");
    const written = await gleaner("crawl", `${pages.url}/docs/`, "-o", file, "--match", "/blog*", "--json");
    expect(JSON.parse(written.stdout)).toMatchObject({ status: "completed", output: file });
    expect(
      readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).title),
    ).toEqual(["Blog"]);
  });

  it("exits with 1 if the site cannot be read", async () => {
    const { exitCode, stderr } = await gleaner("crawl", `${pages.url}/nowhere`);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("failed")]);
  });
});
