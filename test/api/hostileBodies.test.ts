import { createServer, type Server, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Answer, newAccount, until } from "../helpers/api.ts";
import { listen } from "../helpers/pageServer.ts";

/** Far longer than any of these runs may take, on a machine that has other things to do. */
const RUN_TIMEOUT_MS = 150_000;
jest.setTimeout(RUN_TIMEOUT_MS + 30_000);

const CAP = /larger than 20,000,000 bytes/;
const BOMB = gzipSync(Buffer.alloc(60_000_000, "<p>x</p>"));
const MILLION = 1_000_000;

/** Sends for as long as somebody reads. */
const sendForEver = (response: ServerResponse, chunk: Buffer): void => {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
};

const drip = (response: ServerResponse): void => {
  const timer = setInterval(() => response.write("<p>x</p>"), 20);
  response.on("close", () => clearInterval(timer));
};

const HTML = { "content-type": "text/html" };
const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/plain": (response) => void response.writeHead(200, HTML).end("<p>plain</p>"),
  "/endless": (response) => sendForEver(response.writeHead(200, HTML), Buffer.alloc(65_536, "<p>x</p>")),
  "/drip": (response) => drip(response.writeHead(200, HTML)),
  "/bomb": (response) => void response.writeHead(200, { ...HTML, "content-encoding": "gzip" }).end(BOMB),
  "/headers": (response) =>
    void response.socket?.write(`HTTP/1.1 200 OK\r\n${"x-more: x\r\n".repeat(MILLION)}\r\n`),
  "/wide": (response) => void response.writeHead(200, HTML).end(`<p>wide</p>${"<i>x</i>".repeat(MILLION)}`),
  "/deep": (response) => void response.writeHead(200, HTML).end(`<p>deep</p>${"<div>".repeat(MILLION)}`),
  "/bait": (response) =>
    void response.writeHead(200, HTML).end(`<p>${"a".repeat(10_000)}!</p><b>${"1,".repeat(100_000)}</b>`),
};

let server: Server;
let url: string;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  server = createServer((request, response) => {
    response.on("error", () => undefined);
    const serve = PAGES[request.url ?? ""];
    if (serve) serve(response);
    else response.writeHead(404).end();
  });
  url = `http://127.0.0.1:${await listen(server)}`;
  account = await newAccount();
});
afterAll(
  () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    }),
);

/** A run over the page, once it has ended. */
const run = async (path: string, fields = ["text: p"]): Promise<Answer["body"]> => {
  const flow = await account.post("/flows", {
    name: path,
    url: url + path,
    mode: "extract",
    render: "static",
    steps: [
      { type: "navigate", timeoutMs: path === "/drip" ? 1_000 : 30_000 },
      { type: "extract", fields },
    ],
  });
  expect(flow.status).toBe(201);
  const { id } = (await account.post("/runs", { flowId: flow.body.data.id })).body.data;
  const { body } = await until(
    () => account.get(`/runs/${id}`),
    (answer) => !["queued", "running"].includes(answer.body.data.status),
    RUN_TIMEOUT_MS,
  );
  return body.data;
};

const failed = (code: string, message: unknown) => ({ status: "failed", error: { code, message } });
const completed = (text: unknown) => ({ status: "completed", outputPreview: [{ text }] });

describe("a run over a page that tries to exhaust the worker", () => {
  it.each([
    ["/endless", failed("target-failed", expect.stringMatching(CAP))],
    ["/bomb", failed("target-failed", expect.stringMatching(CAP))],
    ["/drip", failed("timeout", expect.stringContaining("in time"))],
    ["/headers", failed("target-failed", expect.stringContaining("too many headers"))],
    ["/deep", failed("target-failed", expect.stringContaining("nested too deeply"))],
    ["/wide", failed("target-failed", expect.stringMatching(/more than [\d,]+ nodes/))],
  ])("ends within its budget, and the worker continues with the next: %s", async (path, expected) => {
    expect(await run(path)).toMatchObject(expected);
    expect(await run("/plain")).toMatchObject(completed("plain"));
  });

  it("with bait for regular expressions ends, and the worker continues with the next", async () => {
    const fields = ["text: p | regex(/^(a+)+$/)", "price: b | number", "date: b | date"];
    expect(["completed", "failed"]).toContain((await run("/bait", fields)).status);
    expect(await run("/plain")).toMatchObject(completed("plain"));
  });
});
