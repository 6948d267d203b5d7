import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { PRODUCTS } from "../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { apiAs, endOfRun, newAccount } from "../helpers/api.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";

let shop: DemoSite;
let account: Awaited<ReturnType<typeof newAccount>>;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  account = await newAccount();
});
afterAll(() => shop.stop());

const login = (over: object = {}) => ({
  name: "Orders",
  url: `${shop.url}/login`,
  mode: "interact",
  steps: [
    { type: "type", selector: "input[name=username]", text: "{{secret.username}}" },
    { type: "type", selector: "input[name=password]", text: "{{ secret.password }}" },
    { type: "click", selector: 'button:contains("Log in")' },
    { type: "wait", selector: ".greeting" },
    { type: "screenshot", label: "inside" },
    { type: "extract", selector: "tr.order", fields: ["number: .order-number", "item: .order-item"] },
    { type: "extract", label: "page", fields: ["greeting: .greeting"] },
  ],
  ...over,
});
const create = async (over: object = {}): Promise<string> =>
  (await account.post("/flows", login(over))).body.data.id;
const put = (flowId: string, name: string, body: object) =>
  account.put(`/flows/${flowId}/secrets/${name}`, body);
const run = async (flowId: string) =>
  endOfRun(account, (await account.post("/runs", { flowId })).body.data.id);

describe("the secrets of a flow", () => {
  it("sign a run in, and never appear in what it shows", async () => {
    const id = await create();
    expect(await put(id, "username", { value: DEMO_LOGIN.username })).toMatchObject({ status: 200 });
    const written = await put(id, "password", { value: DEMO_LOGIN.password });
    expect(written).toMatchObject({
      status: 200,
      body: { data: { name: "password", origins: [shop.url], updatedAt: expect.any(String) } },
    });
    const flow = (await account.get(`/flows/${id}`)).body.data;
    expect(flow.secrets).toEqual(["password", "username"]);
    const done = await run(id);
    expect(done).toMatchObject({ status: "completed", error: null, itemsExtracted: ORDER_COUNT + 1 });
    expect(done.outputPreview[0]).toEqual({ number: "O-2000", item: PRODUCTS[0]?.name });
    // The page greets by name: what it echoes is masked.
    expect(done.outputPreview.at(-1)).toEqual({ greeting: "Welcome back, ***." });
    const messages = done.logs.map(({ message }: { message: string }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/^steps\[1\]: typed \{\{secret\.password\}\} into/),
    );
    const shown = [
      flow,
      done,
      (await account.get(`/runs/${done.id}/items`)).body,
      (await account.get("/audit")).body,
      (await account.get("/activity")).body,
    ];
    expect(JSON.stringify(shown)).not.toContain(DEMO_LOGIN.password);
    expect(JSON.stringify([done, shown[2]])).not.toContain(`back, ${DEMO_LOGIN.username}`);
  });

  it("allow screenshots, whose links are renewed at every read and need no key", async () => {
    const id = await create();
    for (const [name, value] of Object.entries(DEMO_LOGIN)) await put(id, name, { value });
    const done = await run(id);
    const again = (await account.get(`/runs/${done.id}`)).body.data;
    expect(done.screenshots).toMatchObject([
      { step: "inside", url: `${shop.url}/account/orders`, width: 1280, height: 800, isFailure: false },
    ]);
    const expiryOf = (link: string): number =>
      Number(
        Buffer.from(link.split("/").at(-1) ?? "", "base64url")
          .subarray(16)
          .toString()
          .split(":")[0],
      );
    const [first, second] = [done, again].map((each) => expiryOf(each.screenshots[0].screenshotUrl));
    expect(second).toBeGreaterThan(first ?? 0);
    expect((second ?? 0) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    const file = await fetch(again.screenshots[0].screenshotUrl);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(file.headers.get("content-disposition")).toContain("attachment");
  });

  it("are typed on their own sites only, and not at all once the flow moves to another site", async () => {
    const id = await create();
    await put(id, "username", { value: DEMO_LOGIN.username });
    await put(id, "password", { value: DEMO_LOGIN.password, origins: ["https://elsewhere.example/login"] });
    expect(await run(id)).toMatchObject({
      status: "failed",
      error: {
        code: "target-refused",
        step: "steps[1]",
        message: expect.stringContaining("{{secret.password}} is typed on https://elsewhere.example only"),
      },
      // A picture of the page might show what was typed before.
      screenshots: [],
    });
  });

  it("fail the run while they are missing; it can be retried once they are set", async () => {
    const id = await create();
    await put(id, "username", { value: DEMO_LOGIN.username });
    const failed = await run(id);
    expect(failed.error).toMatchObject({
      code: "secret-missing",
      message: expect.stringContaining(`PUT /flows/${id}/secrets/password`),
    });
    await put(id, "password", { value: DEMO_LOGIN.password });
    const retry = (await account.post(`/runs/${failed.id}/retry`)).body.data.id;
    expect(await endOfRun(account, retry)).toMatchObject({ status: "completed" });
  });

  it("need flows:write, and cannot be set on another account's flow", async () => {
    const id = await create();
    const reader = await account.post("/keys", { name: "r", scopes: ["flows:read"] });
    const path = `/flows/${id}/secrets/password`;
    const value = { value: "correct horse" };
    const refused = await apiAs(reader.body.data.key).put(path, value);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: "missing-scope" } } });
    const stranger = await newAccount("free");
    expect((await stranger.put(path, value)).status).toBe(404);
    expect((await stranger.remove(path)).status).toBe(404);
    expect((await account.remove(path)).status).toBe(404);
  });

  it.each([
    ["password", { value: "abc" }, "value"],
    ["password", { value: "x".repeat(4_097) }, "value"],
    ["password", { value: "long enough", origins: ["shop"] }, "origins[0]"],
    ["password", { value: "long enough", origins: [] }, "origins"],
    ["1st", { value: "long enough" }, "name"],
  ])("are refused when called %s with %j, with the reason", async (name, body, path) => {
    const answer = await put(await create(), name, body);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { details: [expect.objectContaining({ path })] } },
    });
    expect(JSON.stringify(answer.body)).not.toContain("long enough");
  });

  it("are set once under one Idempotency-Key as without it, because a PUT can always be repeated", async () => {
    const id = await create();
    const headers = { "idempotency-key": "one" };
    const path = `/flows/${id}/secrets/password`;
    for (const value of ["first value", "second value"])
      expect((await account.put(path, { value }, headers)).status).toBe(200);
    expect((await account.get(`/flows/${id}`)).body.data.secrets).toEqual(["password"]);
  });
});
