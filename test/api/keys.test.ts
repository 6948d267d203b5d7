import { describe, expect, it } from "@jest/globals";
import { apiAs, newAccount } from "../helpers/api.ts";

describe("API keys", () => {
  it("are shown in full once, and masked afterwards", async () => {
    const account = await newAccount();
    const { status, body } = await account.post("/keys", {
      name: "Reader",
      scopes: ["flows:read", "keys:read"],
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^key-\d+$/),
      name: "Reader",
      key: expect.stringMatching(/^gl_live_[0-9A-Za-z]{36}$/),
      scopes: ["flows:read", "keys:read"],
    });
    const listed = (await account.get("/keys")).body;
    expect(listed.total).toBe(2);
    const shown = listed.data.find(({ id }: { id: string }) => id === body.data.id);
    expect(shown.key).toBe(`gl_live_************${body.data.key.slice(-4)}`);
  });

  it("work at once, and stop working when revoked", async () => {
    const account = await newAccount();
    const { data } = (await account.post("/keys", { name: "Reader", scopes: ["flows:read"] })).body;
    const reader = apiAs(data.key);
    expect((await reader.get("/flows")).status).toBe(200);
    expect(await account.remove(`/keys/${data.id}`)).toMatchObject({
      status: 200,
      body: { data: { id: data.id } },
    });
    expect(await reader.get("/flows")).toMatchObject({
      status: 401,
      body: { error: { code: "unauthenticated" } },
    });
    expect((await account.get("/keys")).body.total).toBe(1);
  });

  it("cannot grant scopes that they do not have", async () => {
    const account = await newAccount();
    const { data } = (await account.post("/keys", { name: "Maker", scopes: ["keys:write"] })).body;
    const answer = await apiAs(data.key).post("/keys", {
      name: "More",
      scopes: ["keys:write", "runs:write"],
    });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "missing-scope" } } });
    expect(answer.body.error.message).toContain("runs:write");
  });

  it("stop working when they expire", async () => {
    const account = await newAccount();
    const past = await account.post("/keys", {
      name: "Late",
      scopes: ["flows:read"],
      expiresAt: "2020-01-01T00:00:00.000Z",
    });
    expect(past).toMatchObject({ status: 400, body: { error: { details: [{ path: "expiresAt" }] } } });
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const { data } = (await account.post("/keys", { name: "Short", scopes: ["flows:read"], expiresAt })).body;
    const short = apiAs(data.key);
    expect((await short.get("/flows")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(expiresAt) - Date.now() + 50));
    expect((await short.get("/flows")).status).toBe(401);
  });

  it("cannot be revoked if no other key of the account could create keys", async () => {
    const account = await newAccount();
    const [{ id }] = (await account.get("/keys")).body.data;
    expect(await account.remove(`/keys/${id}`)).toMatchObject({
      status: 409,
      body: { error: { code: "conflict" } },
    });
    const { data } = (await account.post("/keys", { name: "Second", scopes: ["keys:write"] })).body;
    expect((await account.remove(`/keys/${id}`)).status).toBe(200);
    expect((await apiAs(data.key).remove(`/keys/${data.id}`)).status).toBe(409);
  });

  it("record when they were last used", async () => {
    const account = await newAccount();
    await account.get("/flows");
    const [{ lastUsedAt }] = (await account.get("/keys")).body.data;
    expect(Math.abs(Date.now() - Date.parse(lastUsedAt))).toBeLessThan(60_000);
  });

  it.each([
    ["none", null],
    ["one that is mistyped", "gl_live_000000000000000000000000000000000000"],
    ["something else", "hello"],
  ])("are required: %s answers 401", async (_what, key) => {
    expect(await apiAs(key).get("/flows")).toMatchObject({
      status: 401,
      body: { error: { code: "unauthenticated", requestId: expect.any(String) } },
    });
  });
});
