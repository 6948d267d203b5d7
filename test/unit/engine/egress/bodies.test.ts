import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { failureOf } from "../loopback.ts";
import { openTo } from "./open.ts";

describe("response bodies", () => {
  const text = "héllo ".repeat(1_000);
  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
    ["identity", Buffer.from(text)],
    ["deflate, gzip", gzipSync(deflateSync(text))],
  ])("are read as %s", async (encoding, body) => {
    const { egress, url } = await openTo((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(body),
    );
    expect((await egress.fetch(url)).body.toString()).toBe(text);
  });

  it.each([
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
  ])("are read as far as they go if %s ends early, and marked as cut", async (encoding, whole) => {
    const { egress, url } = await openTo((request, response) =>
      response
        .writeHead(200, { "content-encoding": encoding })
        .end(request.url === "/cut" ? whole.subarray(0, -10) : whole),
    );
    const cut = await egress.fetch(`${url}cut`);
    expect(cut.isCut).toBe(true);
    expect(text.startsWith(cut.body.toString().slice(0, 100))).toBe(true);
    expect(cut.body.length).toBeGreaterThan(100);
    expect((await egress.fetch(url)).isCut).toBe(false);
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(5_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(5_000_000))],
    ["zstd", zstdCompressSync(Buffer.alloc(5_000_000))],
    ["gzip, gzip", gzipSync(gzipSync(Buffer.alloc(5_000_000)))],
  ])("are cut off at the limit: a %s bomb", async (encoding, body) => {
    const { egress, url } = await openTo((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(body),
    );
    const failure = await failureOf(egress.fetch(url, { maxBytes: 1_000_000 }));
    expect(failure).toMatchObject({
      code: "target-failed",
      retryable: false,
      message: expect.stringContaining("1,000,000"),
    });
  });

  it("are cut off at the limit when they do not end, and the connection is closed", async () => {
    let closed: () => void;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { egress, url } = await openTo((_request, response) => {
      const chunk = Buffer.alloc(65_536);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more).on("close", () => closed());
      more();
    });
    expect(await failureOf(egress.fetch(url, { maxBytes: 1_000_000 }))).toMatchObject({
      code: "target-failed",
    });
    await gone;
  });

  it("are cut off at the deadline when they arrive slowly", async () => {
    const { egress, url } = await openTo((_request, response) => {
      const timer = setInterval(() => response.write("x"), 5);
      response.on("close", () => clearInterval(timer));
    });
    expect(await failureOf(egress.fetch(url, { timeoutMs: 150 }))).toMatchObject({
      code: "timeout",
      retryable: true,
    });
  });

  it("with too many headers, an unknown encoding or a broken stream fail permanently", async () => {
    const { egress, url } = await openTo((request, response) => {
      if (request.url === "/headers") response.setHeader("x-long", "x".repeat(40_000));
      if (request.url === "/unknown") response.setHeader("content-encoding", "snappy");
      if (request.url === "/broken") response.setHeader("content-encoding", "br");
      if (request.url === "/chain") response.setHeader("content-encoding", "gzip,gzip,gzip");
      response.end("not compressed");
    });
    for (const path of ["headers", "unknown", "broken", "chain"])
      expect(await failureOf(egress.fetch(url + path))).toMatchObject({
        code: "target-failed",
        retryable: false,
      });
  });
});
