/** An agent that speaks to the MCP server, and the pages that it reads. */
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type Api, newAccount, testService } from "../../helpers/api.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";

export const COUNT = 60;
export const LONG = "a very long description ".repeat(200);

const ROWS = Array.from(
  { length: COUNT },
  (_, index) =>
    `<li class="p"><b>Item ${index}</b><i>${index}.00 €</i><p>${index === 0 ? LONG : "short"}</p></li>`,
);

const sentence = (index: number): string =>
  `Sentence ${index} tells about part ${"abcdefghij".charAt(index % 10).repeat(4)} of machine ${(index * 31) % 97}.`;

const PARAGRAPHS = Array.from({ length: COUNT }, (_, index) => {
  const sentences = Array.from({ length: 12 }, (__, at) => sentence(index * 12 + at));
  return `<p>Paragraph ${index}. He said "yes". ${sentences.join(" ")}</p>`;
});

const site = (title: string, links: readonly string[]) =>
  `<html><head><title>${title}</title></head><body><main><h1>${title}</h1><p>The page ${title} of a small site.</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join(" ")}</main></body></html>`;

/** The official client speaks to the server as an agent's program does: over a process of its own. */
export const agent = new Client({ name: "test", version: "1.0.0" });

export let pages: PageServer;
export let account: Api;

export const call = async (name: string, args: Record<string, unknown>) => {
  const { content, isError } = await agent.callTool({ name, arguments: args }, undefined, {
    timeout: 120_000,
  });
  const [{ text }, picture] = content as [{ text: string }, { type: string; data: string }?];
  const data = isError || !text.startsWith("{") ? null : JSON.parse(text);
  return { text, isError: isError === true, data, picture };
};

export const serverWith = (...options: readonly string[]): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [join(import.meta.dirname, "../../../cli/main.ts"), "mcp", ...options],
    env: {
      PATH: process.env.PATH ?? "",
      GLEANER_URL: testService().url,
      GLEANER_API_KEY: account.apiKey ?? "",
    },
  });

export const useAgent = (): void => {
  beforeAll(async () => {
    pages = await startPageServer({
      "/list": { body: `<html><body><h1>Things</h1><ul>${ROWS.join("")}</ul></body></html>` },
      "/manual": { body: `<html><body><main><h1>Manual</h1>${PARAGRAPHS.join("")}</main></body></html>` },
      "/site": { body: site("Home", ["/site/a", "/site/print/a", "/list"]) },
      "/site/a": { body: site("A", ["/site", "/site/b"]) },
      "/site/b": { body: site("B", ["/site/gone"]) },
      "/site/print/a": { body: site("A, to print", []) },
    });
    account = await newAccount();
    await agent.connect(serverWith("--all-tools"));
  });
  afterAll(async () => {
    await agent.close();
    await pages.stop();
  });
};
