import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { runCli } from "../helpers/cli.ts";
import { listen } from "../helpers/pageServer.ts";

/** A service that does not know the field `timezone`. */
let older: Server;
let url: string;
let asked: { readonly timezone?: string }[] = [];

beforeAll(async () => {
  older = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    asked.push(body);
    const isRefused = body.timezone !== undefined;
    const details = [{ path: "timezone", message: "is not a known field" }];
    response
      .writeHead(isRefused ? 400 : 200, { "content-type": "application/json" })
      .end(
        JSON.stringify(
          isRefused
            ? { success: false, error: { code: "invalid-request", message: "Not valid.", details } }
            : { success: true, data: { name: "Books", steps: [], notes: [], questions: [] } },
        ),
      );
  });
  url = `http://127.0.0.1:${await listen(older)}`;
});
afterAll(() => {
  older.close();
});
beforeEach(() => {
  asked = [];
});

const generate = (timezone: string) =>
  runCli(["generate", "https://shop.example/", "titles, every day at 8"], {
    apiKey: null,
    environment: { GLEANER_URL: url, GLEANER_API_KEY: "key", TZ: timezone },
  });

it("does without the time zone where a service does not know the field, and says so", async () => {
  const { exitCode, stderr } = await generate("Europe/Paris");
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Europe/Paris: times")]);
  expect(asked.map(({ timezone }) => timezone)).toEqual(["Europe/Paris", undefined]);
});

it("sends no time zone that is none", async () => {
  expect((await generate("Etc/Unknown")).exitCode).toBe(0);
  expect(asked.map(({ timezone }) => timezone)).toEqual([undefined]);
});
