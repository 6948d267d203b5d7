import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import { openTo } from "../unit/engine/egress/open.ts";
import { failureOf } from "../unit/engine/loopback.ts";

/** One request, after which its connection is free for the next. */
const warm = async ({ egress, url }: Awaited<ReturnType<typeof openTo>>): Promise<void> => {
  await egress.fetch(url);
  await nextTurn();
};

/** Answers the first requests of a connection, and closes it on the next one. */
const closing = (answered: number, methods: string[], closesFirst = (_: number) => false) => {
  const served = new Map<Socket, number>();
  return openTo((request, response) => {
    methods.push(request.method ?? "");
    const count = (served.get(request.socket) ?? 0) + 1;
    served.set(request.socket, count);
    if (count > answered || closesFirst(served.size)) request.socket.destroy();
    else response.end("hello");
  });
};

describe("an idle connection that the server closes", () => {
  it("is replaced by a new one, once, without an error", async () => {
    const methods: string[] = [];
    const target = await closing(1, methods);
    await warm(target);
    expect((await target.egress.fetch(target.url)).body.toString()).toBe("hello");
    expect(methods).toHaveLength(3);
    expect(target.server.connections()).toBe(2);
  });

  it("is an error if the new one closes too", async () => {
    const methods: string[] = [];
    const target = await closing(1, methods, (connections) => connections > 1);
    await warm(target);
    expect(await failureOf(target.egress.fetch(target.url))).toMatchObject({
      code: "target-failed",
      retryable: true,
    });
    expect(methods).toHaveLength(3);
  });

  it("is an error for a POST, which could take effect twice", async () => {
    const methods: string[] = [];
    const target = await closing(1, methods);
    await warm(target);
    const posted = target.egress.fetch(target.url, { method: "POST", body: "x" });
    expect(await failureOf(posted)).toMatchObject({ code: "target-failed" });
    expect(methods).toEqual(["GET", "POST"]);
  });
});

describe("a new connection that closes before its response", () => {
  it("is an error at once", async () => {
    const methods: string[] = [];
    const { egress, url } = await closing(0, methods);
    expect(await failureOf(egress.fetch(url))).toMatchObject({ code: "target-failed" });
    expect(methods).toHaveLength(1);
  });
});

describe("a reused connection that closes during its response", () => {
  it("is an error, because the server had started to respond", async () => {
    let count = 0;
    const target = await openTo((request, response) => {
      count++;
      if (count === 1) response.end("hello");
      else {
        request.socket.write("HTTP/1.1 200 OK\r\ncontent-le");
        request.socket.end();
      }
    });
    await warm(target);
    expect(await failureOf(target.egress.fetch(target.url))).toMatchObject({ code: "target-failed" });
    expect(count).toBe(2);
  });
});
