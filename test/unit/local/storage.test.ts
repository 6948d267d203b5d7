import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createStorage } from "../../../local/gateway/storage.ts";
import { listen } from "../../helpers/pageServer.ts";

const NOW_MS = Date.UTC(2026, 10, 22, 10, 0, 0);
const asked: IncomingMessage[] = [];
const store = createServer((request, response) => {
  asked.push(request);
  response.writeHead(200, {
    "content-type": "text/html",
    "content-disposition": "attachment",
    "x-internal": "1",
  });
  response.end(request.method === "HEAD" ? undefined : "<script>alert(1)</script>");
});
let nowMs = NOW_MS;
let storage: ReturnType<typeof createStorage>;
let origin: string;
let s3: string;
const front = createServer((request, response) => {
  if (!storage.handle(request, response)) response.writeHead(404).end();
});

beforeAll(async () => {
  s3 = `http://127.0.0.1:${await listen(store)}`;
  origin = `http://127.0.0.1:${await listen(front)}`;
  storage = createStorage({ s3, secret: "s", now: () => nowMs });
});
afterAll(() => {
  for (const server of [store, front]) {
    server.closeAllConnections();
    server.close();
  }
});

const linkTo = (path: string): string =>
  `${s3}${path}?X-Amz-Date=20261122T100000Z&X-Amz-Expires=600&X-Amz-Signature=00&x-id=GetObject`;
const published = (path: string): string =>
  (JSON.parse(storage.publishLinks(JSON.stringify({ url: linkTo(path) }), origin)) as { url: string }).url;

describe("a presigned object URL", () => {
  it("is served by the service until it expires, as a download", async () => {
    nowMs = NOW_MS;
    const link = published("/bucket/runs/acct-1/1%20%C3%A9.ndjson");
    expect(link.startsWith(`${origin}/storage/bucket/runs/acct-1/1%20%C3%A9.ndjson?`)).toBe(true);
    const answer = await fetch(link, { headers: { range: "bytes=0-3" } });
    expect([answer.status, await answer.text()]).toEqual([200, "<script>alert(1)</script>"]);
    expect(asked.at(-1)?.headers.range).toBe("bytes=0-3");
    expect(answer.headers.get("content-security-policy")).toMatch(/sandbox$/);
    expect(answer.headers.get("content-disposition")).toBe("attachment");
    expect(answer.headers.get("x-internal")).toBeNull();
    nowMs = NOW_MS + 600_000;
    expect((await fetch(link)).status).toBe(403);
  });

  it("that was changed or is unsigned is refused", async () => {
    nowMs = NOW_MS;
    const link = published("/bucket/a");
    const before = asked.length;
    for (const wrong of [
      link.replace("/bucket/a", "/bucket/b"),
      link.replace(/expires=\d+/, "expires=9999999999"),
      link.replace(/signature=.*/, "signature=x"),
      `${origin}/storage/bucket/a`,
    ])
      expect((await fetch(wrong)).status).toBe(403);
    expect((await fetch(link, { method: "DELETE" })).status).toBe(405);
    expect(asked.length).toBe(before);
    expect((await fetch(link, { method: "HEAD" })).status).toBe(200);
  });

  it("is the only text of a response that is rewritten", () => {
    const text = JSON.stringify({ url: "http://127.0.0.1:1/x", note: `${s3}` });
    expect(storage.publishLinks(text, origin)).toBe(text);
  });
});
