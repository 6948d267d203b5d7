/** Searching from the command line, and by agents. */
import { join } from "node:path";
import { describe, expect, it, jest } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { useSearch } from "../api/search/world.ts";
import { runCli } from "../helpers/cli.ts";

jest.setTimeout(120_000);

const world = useSearch();

const findPages = (...paths: readonly string[]): void =>
  world.answerWith(({ page }) => ({
    hits:
      page > 1
        ? []
        : paths.map((path) => ({ url: world.at(path), title: `Page ${path}`, content: "About it" })),
    unresponsive: [["google", "CAPTCHA"]],
  }));

describe("gleaner search", () => {
  const search = (...args: string[]) =>
    runCli(["search", "ferry", ...args], {
      apiKey: world.api.apiKey,
      environment: { GLEANER_URL: world.service.url },
    });

  it("lists what was found, and what engines did not answer", async () => {
    findPages("/one", "/two");
    const { exitCode, stdout, stderr } = await search("--limit", "5", "--language", "de", "--since", "week");
    expect(exitCode).toBe(0);
    const [head, ...rows] = stdout.trim().split("\n");
    expect(head).toMatch(/^POSITION\s+TITLE\s+URL\s+DESCRIPTION/);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/^\s*1\s+Page \/one\s+http.*\/one\s+About it/);
    expect(stderr).toContain("google (CAPTCHA)");
    expect(world.engine.asked.at(-1)).toMatchObject({ q: "ferry", language: "de", timeRange: "week" });
  });

  it("reads fields of the pages, or prints them as Markdown", async () => {
    findPages("/one", "/gone");
    const items = await search("--schema", "price:price");
    expect(items.stdout).toMatch(/one\s+£4\.50/);
    expect(items.stderr).toContain(`${world.at("/gone")}: `);
    const { stdout } = await search("--markdown");
    expect(stdout).toContain(`url: ${world.at("/one")}\n`);
    expect(stdout).toContain("# One");
    const found = JSON.parse((await search("--json", "--markdown")).stdout);
    expect(found.results[0].extraction.page.markdown).toMatch(/^# One/);
  });

  it("says what there is to know of each page, and where each item is from", async () => {
    findPages("/one", "/two");
    const empty = await search("--schema", "isbn");
    for (const path of ["/one", "/two"])
      expect(empty.stderr).toContain(`${world.at(path)}: Nothing was found for the fields of the schema.`);
    findPages("/one");
    const { stdout } = await search("--schema", "price:price,page");
    expect(stdout).toMatch(/^PAGE URL\s+PRICE\s+PAGE\n/);
    expect(stdout).toMatch(/\/one\s+£4\.50/);
  });

  it.each([
    [["--since", "hour"], 2, "day, week, month, year"],
    [["--markdown", "--schema", "price"], 2, "--markdown takes no fields"],
    [["--limit", "101"], 2, "limit"],
  ])("refuses %j", async (args, code, message) => {
    const { exitCode, stderr } = await search(...args);
    expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe("the tool search_web", () => {
  it("finds pages and, if asked to, reads them", async () => {
    const agent = new Client({ name: "test", version: "1.0.0" });
    await agent.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(import.meta.dirname, "../../cli/main.ts"), "mcp", "--all-tools"],
        env: {
          PATH: process.env.PATH ?? "",
          GLEANER_URL: world.service.url,
          GLEANER_API_KEY: world.api.apiKey ?? "",
        },
      }),
    );
    const call = async (input: object) => {
      const { content } = await agent.callTool({
        name: "search_web",
        arguments: { query: "ferry", ...input },
      });
      return JSON.parse((content as [{ text: string }])[0].text);
    };
    try {
      findPages("/one", "/gone");
      expect((await call({ limit: 1 })).items).toEqual([
        { url: world.at("/one"), title: "Page /one", description: "About it" },
      ]);
      const { items, warnings } = await call({ markdown: true, schema: { price: "price" } });
      expect(items[0]).toMatchObject({ markdown: expect.stringMatching(/^# One/), data: [{ price: 4.5 }] });
      expect(items[1]).toMatchObject({ url: world.at("/gone"), error: expect.any(String) });
      expect(warnings).toEqual(["No results from google (CAPTCHA)."]);
      expect(items[0].currencies).toEqual({ price: "GBP" });
      const { items: empty } = await call({ schema: { isbn: "string" } });
      expect(empty[0].warnings).toEqual([expect.stringContaining("Nothing was found for the fields")]);
      world.answerWith({ hits: [] });
      expect(await call({})).toMatchObject({ items: [], suggestions: ["ferry meaning"] });
    } finally {
      await agent.close();
    }
  });
});
