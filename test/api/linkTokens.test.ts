/** The tokens of a flow. */
import { describe, expect, it } from "@jest/globals";
import { type Answer, apiAs } from "../helpers/api.ts";
import { account, makeFlow, makeToken, NOT_VALID, stranger, useShop } from "./links/world.ts";

useShop();

describe("an invalid token", () => {
  const told = ({ status, body }: Answer) => ({ status, ...body.error, requestId: "" });

  it("gets the same 401, whatever is wrong with it and whether or not the flow exists", async () => {
    const [flowId, otherId] = [await makeFlow(), await makeFlow()];
    const [old, revoked, other] = [
      await makeToken(flowId),
      await makeToken(flowId),
      await makeToken(otherId),
    ];
    const rotated = (await account.post(`/flows/${flowId}/tokens/${old.id}/rotate`)).body.data;
    expect(rotated).toMatchObject({ id: old.id, name: "Sheet" });
    await account.remove(`/flows/${flowId}/tokens/${revoked.id}`);
    const valid: string = rotated.token;
    const mistyped = valid.slice(0, -1) + (valid.endsWith("0") ? "1" : "0");
    const wrong = [
      old.token,
      revoked.token,
      other.token,
      mistyped,
      "",
      "nonsense",
      `${valid}&token=${valid}`,
    ];
    const answers = [];
    for (const token of wrong)
      for (const place of ["latest", "changes.atom"])
        answers.push(told(await stranger.get(`/flows/${flowId}/${place}?token=${token}`)));
    answers.push(told(await stranger.get(`/flows/flow-0000000000000000000/latest?token=${valid}`)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, code: "unauthenticated" });
    expect((await stranger.get(`/flows/${flowId}/changes.atom?token=${valid}`)).status).toBe(200);
  });

  it("opens nothing but items and changes, and is not an API key", async () => {
    const flowId = await makeFlow();
    const { token } = await makeToken(flowId);
    for (const path of ["", "/changes", "/records", "/tokens"])
      expect(await stranger.get(`/flows/${flowId}${path}?token=${token}`)).toMatchObject(NOT_VALID);
    expect(await apiAs(token).get(`/flows/${flowId}/latest`)).toMatchObject(NOT_VALID);
  });

  it("stops working when its flow is deleted", async () => {
    const flowId = await makeFlow();
    const { token } = await makeToken(flowId);
    await account.remove(`/flows/${flowId}`);
    expect(await stranger.get(`/flows/${flowId}/changes.atom?token=${token}`)).toMatchObject(NOT_VALID);
  });
});

describe("tokens of a flow", () => {
  it("are shop.shown once, then masked with their last use", async () => {
    const flowId = await makeFlow();
    const made = await makeToken(flowId, "Feed reader");
    expect(made.token).toMatch(/^gl_read_[0-9A-Za-z]{36}$/);
    const list = async () => (await account.get(`/flows/${flowId}/tokens`)).body;
    const masked = `gl_read_************${made.token.slice(-4)}`;
    expect(await list()).toMatchObject({ data: [{ ...made, token: masked, lastUsedAt: null }], total: 1 });
    await stranger.get(`/flows/${flowId}/changes.atom?token=${made.token}`);
    expect((await list()).data[0].lastUsedAt).toEqual(expect.any(String));
    const audit = (await account.get(`/audit?resource=${flowId}`)).body.data;
    expect(audit.map(({ action }: { action: string }) => action)).toContain("flow.token-created");
    expect(JSON.stringify(audit)).not.toContain(made.token);
  });

  it("are limited to five, even with simultaneous requests", async () => {
    const flowId = await makeFlow();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => account.post(`/flows/${flowId}/tokens`, { name: `T${n}` })),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => body.error?.code === "limit-reached");
    expect([made.length, refused.length]).toEqual([5, 3]);
    expect((await account.get(`/flows/${flowId}/tokens`)).body.total).toBe(5);
  });

  it("grant nothing that the creating key does not have", async () => {
    const flowId = await makeFlow();
    const { data } = (await account.post("/keys", { name: "Writer", scopes: ["flows:write", "flows:read"] }))
      .body;
    const answer = await apiAs(data.key).post(`/flows/${flowId}/tokens`, { name: "More" });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "missing-scope" } } });
  });

  it("are rate limited one by one, so that one never blocks the account or another token", async () => {
    const flowId = await makeFlow();
    const [busy, quiet] = [await makeToken(flowId), await makeToken(flowId)];
    const ask = ({ token }: { token: string }) =>
      stranger.get(`/flows/${flowId}/changes.atom?token=${token}`);
    const answers = await Promise.all(Array.from({ length: 125 }, () => ask(busy)));
    const refused = answers.filter(({ status }) => status === 429);
    // The minute may turn once on the way.
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 200).length).toBe(125 - refused.length);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(quiet)).status).toBe(200);
    expect((await account.get("/flows")).status).toBe(200);
  });
});
