/** Servers that say they are PostgreSQL. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, expect, it } from "@jest/globals";
import type { Line } from "../../../src/adapters/postgres/line.ts";
import { createPostgresPlace } from "../../../src/adapters/postgres/place.ts";

const DATABASE = {
  host: "pages.test",
  database: "postgres",
  user: "owner",
  password: "secret",
  schema: "public",
  table: "prices",
  removed: "flag" as const,
};

describe("a server that is not PostgreSQL", () => {
  const answering = async (answer: (socket: Socket) => void) => {
    const stranger = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => answer(socket));
    }).listen(0, "127.0.0.1");
    await new Promise((done) => stranger.once("listening", done));
    const { port } = stranger.address() as AddressInfo;
    const line: Line = {
      open: async () => connect(port, "127.0.0.1"),
      secure: () => Promise.reject(new Error("not reached")),
    };
    return {
      test: (tls: "verify" | "off") =>
        createPostgresPlace({ ...DATABASE, port, tls }, line)
          .test("items")
          .finally(() => stranger.close()),
    };
  };

  it("is given up if it sends more than a delivery can need", async () => {
    const megabyte = Buffer.alloc(1_000_000, "x");
    let sent = 0;
    const { test } = await answering((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && socket.write(megabyte)) sent += 1;
      };
      // A data row of 2 GB.
      socket.write(Buffer.from([68, 0x7f, 0xff, 0xff, 0xff]));
      socket.on("drain", flood);
      flood();
    });
    await expect(test("off")).rejects.toMatchObject({
      name: "PlaceError",
      message: expect.stringContaining("more than 20 MB"),
    });
    expect(sent).toBeLessThan(100);
  });

  it("is given up when it asks for a billion rounds of hashing, in however many pieces", async () => {
    const message = (type: number, body: string): Buffer => {
      const head = Buffer.alloc(9);
      head.write("R");
      head.writeUInt32BE(8 + body.length, 1);
      head.writeUInt32BE(type, 5);
      return Buffer.concat([head, Buffer.from(body)]);
    };
    const { test } = await answering((socket) => {
      socket.write(message(10, "SCRAM-SHA-256\0\0"));
      socket.once("data", async () => {
        for (const byte of message(11, "r=nonce,s=c2FsdA==,i=1000000000")) {
          socket.write(Buffer.from([byte]));
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
    });
    await expect(test("off")).rejects.toMatchObject({
      name: "PlaceError",
      message: expect.stringContaining("more than a million rounds"),
    });
  });

  it("is given up if it has no TLS, before the password is sent", async () => {
    const { test } = await answering((socket) => socket.end("N"));
    await expect(test("verify")).rejects.toMatchObject({ message: expect.stringContaining("ssl = on") });
  });

  it("is given up if it sends more than its answer before TLS, as an attacker in between could", async () => {
    const { test } = await answering((socket) => socket.write("SR"));
    await expect(test("verify")).rejects.toMatchObject({ code: "database-refused" });
  });
});
