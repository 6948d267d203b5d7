import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { listenOnLoopback } from "../../../local/httpServer.ts";
import { bridgeTo } from "../../../local/sam/bridge.ts";
import { createShutdown, type Shutdown } from "../../../local/shutdown.ts";

let shutdown: Shutdown;
beforeEach(() => {
  shutdown = createShutdown();
});
afterEach(() => shutdown.run());

describe("the bridge to a loopback server", () => {
  it("forwards requests under the server's path", async () => {
    const server = await listenOnLoopback(0, shutdown);
    server.serve(async (request, response) => {
      const { method, url, headers } = request;
      response.writeHead(201, { "x-told": "yes" });
      response.end(JSON.stringify({ method, url, host: headers.host, body: await text(request) }));
    });
    // Another loopback address simulates the one that containers use for the machine.
    const url = await bridgeTo(`${server.url}/token`, "127.0.0.2", shutdown);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+\/token$/);
    const answer = await fetch(`${url}/a?b=c`, { method: "POST", body: "text" });
    expect([answer.status, answer.headers.get("x-told")]).toEqual([201, "yes"]);
    expect(await answer.json()).toEqual({
      method: "POST",
      url: "/token/a?b=c",
      host: new URL(server.url).host,
      body: "text",
    });
  });

  it("uses the server's own port if the host is not this machine", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
    });
    // Of the range that is kept for documents (RFC 5737): no machine has it.
    expect(await bridgeTo(`http://127.0.0.1:${port}`, "192.0.2.1", shutdown)).toBe(
      `http://192.0.2.1:${port}`,
    );
    server.close();
  });
});
