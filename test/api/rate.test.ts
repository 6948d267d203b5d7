/** The rate limit, at every operation of the table: a new row is tested unasked. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { createClient } from "../../client/index.ts";
import { operationEntries } from "../../src/contract/operations.ts";
import { type Api, apiAs, newAccount, testService } from "../helpers/api.ts";
import { callRow } from "./contract/call.ts";

let owner: Api;
beforeAll(async () => {
  owner = await newAccount();
});

describe("the response to an authenticated request", () => {
  it.each(operationEntries().filter(([, row]) => row.scope !== null))(
    "says how much of the rate limit is left: %s",
    async (_name, row) => {
      const { headers } = await callRow(row, owner);
      expect(headers.get("ratelimit-policy")).toBe('"account";q=200;w=1');
      expect(headers.get("ratelimit")).toMatch(/^"account";r=\d+;t=1$/);
    },
  );
});

describe("the rate limit", () => {
  it("allows a plan's number of requests per second, however many keys send them", async () => {
    const account = await newAccount("free");
    const { key } = await createClient({ url: testService().url, apiKey: account.apiKey }).createKey({
      name: "Second",
      scopes: ["flows:read"],
    });
    const second = apiAs(key);
    const startedAt = Math.floor(Date.now() / 1_000);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? account : second).get("/flows")),
    );
    const seconds = Math.floor(Date.now() / 1_000) - startedAt + 1;
    const passed = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(passed.length + refused.length).toBe(60);
    expect(passed.length).toBeGreaterThanOrEqual(10 - 2);
    expect(passed.length).toBeLessThanOrEqual(10 * seconds);
    for (const { headers, body } of refused) {
      expect(body.error.code).toBe("rate-limited");
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("ratelimit")).toBe('"account";r=0;t=1');
    }
  });
});
