import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { newAccount, testService, until } from "../helpers/api.ts";
import { type RunningCli, startCli } from "../helpers/cli.ts";
import { listen } from "../helpers/pageServer.ts";

describe("the MCP server over HTTP", () => {
  const initialize = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  });
  let door: RunningCli;
  let url: string;

  beforeAll(async () => {
    const reservation = createServer();
    const port = await listen(reservation);
    await new Promise((resolve) => reservation.close(resolve));
    url = `http://127.0.0.1:${port}/mcp`;
    door = startCli(["mcp", "--http", String(port)], {
      apiKey: null,
      environment: { GLEANER_URL: testService().url },
    });
    await until(
      () => fetch(url).catch(() => null),
      (response) => response?.status === 405,
    );
  });
  afterAll(async () => {
    door.child.kill("SIGINT");
    expect((await door.ended).exitCode).toBe(130);
  });

  const post = (headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: initialize,
    });

  it("lets each caller use its own key", async () => {
    for (const account of [await newAccount(), await newAccount()]) {
      await account.post("/flows", { name: "Mine", url: "https://shop.example/", mode: "extract" });
      const caller = new Client({ name: "test", version: "1.0.0" });
      const requestInit = { headers: { authorization: `Bearer ${account.apiKey}` } };
      await caller.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport);
      const { content } = await caller.callTool({ name: "list_flows", arguments: {} });
      expect(JSON.parse((content as [{ text: string }])[0].text)).toMatchObject({ total: 1 });
      await caller.close();
    }
  });

  it("leaves no flow behind if a crawl is not allowed to run", async () => {
    const owner = await newAccount();
    const { key } = (await owner.post("/keys", { name: "Agent", scopes: ["flows:read", "flows:write"] })).body
      .data;
    const caller = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await caller.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }) as Transport);
    const { content, isError } = await caller.callTool({
      name: "crawl_site",
      arguments: { url: "https://shop.example/" },
    });
    expect([isError, (content as [{ text: string }])[0].text]).toEqual([
      true,
      expect.stringMatching(/^missing-scope: /),
    ]);
    expect((await owner.get("/audit")).body.data.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["flow.created", "flow.deleted"]),
    );
    expect((await owner.get("/flows")).body.total).toBe(0);
    await caller.close();
  });

  it("refuses callers without a key, and web pages from other hosts", async () => {
    expect((await post({})).status).toBe(401);
    const key = { "x-api-key": (await newAccount()).apiKey ?? "" };
    expect((await post(key)).status).toBe(200);
    expect((await post({ ...key, origin: "https://evil.example" })).status).toBe(403);
  });
});
