import { describe, expect, it } from "@jest/globals";
import { type Api, apiAs, newAccount } from "../helpers/api.ts";

const FLOW = { name: "Books", url: "https://shop.example/books", mode: "extract" };

const postWith = (api: Api, key: string, path: string, body: unknown) =>
  api.call("POST", path, { body, headers: { "idempotency-key": key } });

describe("a POST with an Idempotency-Key", () => {
  it("creates one record however often and in parallel it is sent", async () => {
    const api = await newAccount();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => postWith(api, "same", "/flows", FLOW)),
    );
    const created = answers.filter(({ status }) => status === 201);
    const busy = answers.filter(({ status }) => status === 409);
    expect(created.length + busy.length).toBe(50);
    expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1);
    for (const { body } of busy) expect(body.error.code).toBe("idempotency-in-progress");
    expect((await api.get("/flows")).body.total).toBe(1);
  });

  it("returns the first response again, and says so", async () => {
    const api = await newAccount();
    const first = await postWith(api, "k1", "/flows", FLOW);
    const again = await postWith(api, "k1", "/flows", FLOW);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });

  it("is refused for a different request, and independent for another account", async () => {
    const [api, other] = await Promise.all([newAccount(), newAccount()]);
    await postWith(api, "k1", "/flows", FLOW);
    const mismatch = { status: 422, body: { error: { code: "idempotency-mismatch" } } };
    expect(await postWith(api, "k1", "/flows", { ...FLOW, name: "Other" })).toMatchObject(mismatch);
    expect(await postWith(api, "k1", "/runs", { flowId: "flow-1" })).toMatchObject(mismatch);
    expect((await postWith(other, "k1", "/flows", FLOW)).status).toBe(201);
  });

  it("can be used again after a refusal; a malformed key is refused", async () => {
    const api = await newAccount();
    expect((await postWith(api, "k1", "/runs", { flowId: "flow-1" })).status).toBe(404);
    expect((await postWith(api, "k1", "/flows", { ...FLOW, url: "nowhere" })).status).toBe(400);
    expect((await postWith(api, "k1", "/flows", FLOW)).status).toBe(201);
    expect(await postWith(api, "with space", "/flows", FLOW)).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: "Idempotency-Key" }] } },
    });
  });

  it("shows a secret again only to the same API key", async () => {
    const api = await newAccount();
    const first = await postWith(api, "k1", "/keys", { name: "Maker", scopes: ["keys:write"] });
    const again = await postWith(api, "k1", "/keys", { name: "Maker", scopes: ["keys:write"] });
    expect(again.body.data.key).toBe(first.body.data.key);
    const maker = apiAs(first.body.data.key);
    expect(await postWith(maker, "k1", "/keys", { name: "Maker", scopes: ["keys:write"] })).toMatchObject({
      status: 422,
      body: { error: { code: "idempotency-mismatch" } },
    });
  });
});

describe("rotating a key", () => {
  it("creates a new key; the old one is marked as rotated and stops when the overlap ends", async () => {
    const api = await newAccount();
    const { data: old } = (await api.post("/keys", { name: "CI", scopes: ["flows:read"] })).body;
    const { status, body } = await api.post(`/keys/${old.id}/rotate`, { overlapSeconds: 2 });
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: { name: "CI", scopes: ["flows:read"], expiresAt: null },
    });
    expect(body.data.id).not.toBe(old.id);
    const [before, after] = [apiAs(old.key), apiAs(body.data.key)];
    expect((await before.get("/flows")).status).toBe(200);
    expect((await after.get("/flows")).status).toBe(200);
    expect(await api.post(`/keys/${old.id}/rotate`, {})).toMatchObject({
      status: 409,
      body: { error: { code: "conflict" } },
    });
    const listed = (await api.get("/keys")).body.data.find(({ id }: { id: string }) => id === old.id);
    await new Promise((resolve) => setTimeout(resolve, Date.parse(listed.expiresAt) - Date.now() + 50));
    expect((await before.get("/flows")).status).toBe(401);
    expect((await after.get("/flows")).status).toBe(200);
  });
});
