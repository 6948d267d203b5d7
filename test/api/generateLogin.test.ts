/** Flows of `POST /generate` behind a login, and with `render`. */
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { listenOnReserved, type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(240_000);

/** Prices that only a browser sees. */
const SCRIPTED = `<!doctype html><html lang="en"><head><title>Pots</title></head><body><main><h1>Pots</h1><ul id="pots"></ul></main>
<script>document.getElementById("pots").innerHTML = ["Oak", "Elm", "Ash", "Yew", "Fir"].map((name, at) =>
  '<li class="pot"><h3><a href="/pots/' + at + '">' + name + ' pot</a></h3><span class="price">€' + (10 + at) + '.00</span></li>').join("");</script></body></html>`;
const PLAIN = `<!doctype html><html lang="en"><head><title>Pots</title></head><body><main><h1>Pots</h1><ul>${[
  "Oak",
  "Elm",
  "Ash",
  "Yew",
  "Fir",
]
  .map(
    (name, at) =>
      `<li class="pot"><h3><a href="/pots/${at}">${name} pot</a></h3><span class="price">€${10 + at}.00</span></li>`,
  )
  .join("")}</ul></main></body></html>`;

let shop: DemoSite;
let pages: PageServer;
let api: Api;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  pages = await startPageServer({ "/scripted": { body: SCRIPTED }, "/plain": { body: PLAIN } });
  api = await newAccount();
});
afterAll(async () => {
  await shop.stop();
  await pages.stop();
});

const generate = async (body: object) => {
  const answer = await api.post("/generate", body);
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status: 200, error: undefined });
  return answer.body.data;
};
const create = async (flow: object): Promise<string> => {
  const created = await api.post("/flows", flow);
  expect(created).toMatchObject({ status: 201 });
  return created.body.data.id;
};
const run = async (flowId: string) => {
  const done = await endOfRun(api, (await api.post("/runs", { flowId })).body.data.id);
  const { body } = await api.get(`/runs/${done.id}/items?limit=50`);
  return { done, items: body.data as Record<string, unknown>[] };
};

describe('a flow for "log in, then collect"', () => {
  const PROMPT = "Log in, then collect my orders: order, item and total";

  it("logs in with secrets that it names, and collects the page behind", async () => {
    const flow = await generate({ url: `${shop.url}/login`, prompt: PROMPT });
    expect(flow).toMatchObject({ mode: "interact" });
    const id = await create(flow);
    await api.put(`/flows/${id}/secrets/username`, { value: DEMO_LOGIN.username });
    await api.put(`/flows/${id}/secrets/password`, { value: DEMO_LOGIN.password });
    const { done, items } = await run(id);
    expect(done).toMatchObject({ status: "completed", itemsExtracted: ORDER_COUNT });
    expect(items[0]).toMatchObject({ order: "O-2000", price: expect.any(Number) });
    expect(new Set(items.map(({ order }) => order)).size).toBe(ORDER_COUNT);
    expect(JSON.stringify(done)).not.toContain(`"${DEMO_LOGIN.password}"`);
  });

  it("says which secret is missing, and sends nothing", async () => {
    const before = shop.signIns();
    const id = await create(await generate({ url: `${shop.url}/login`, prompt: PROMPT }));
    const { done } = await run(id);
    expect(done).toMatchObject({ status: "failed", error: { code: "secret-missing" } });
    expect(done.error.message).toContain("username");
    expect(shop.signIns()).toEqual(before);
  });
});

describe("render of POST /generate", () => {
  const PROMPT = "name and price of all pots";

  it("reads the page in a browser with `browser`, and the flow does too", async () => {
    const flow = await generate({ url: `${pages.url}/scripted`, prompt: PROMPT, render: "browser" });
    expect(flow).toMatchObject({ render: "browser" });
    const { done, items } = await run(await create(flow));
    expect(done).toMatchObject({ status: "completed", itemsExtracted: 5 });
    expect(items[0]).toMatchObject({ name: "Oak pot", price: 10 });
  });

  it("opens no browser with `static`, and the flow does not either", async () => {
    const flow = await generate({ url: `${pages.url}/plain`, prompt: PROMPT, render: "static" });
    expect(flow).toMatchObject({ mode: "extract", render: "static" });
    const { done } = await run(await create(flow));
    expect(done).toMatchObject({ status: "completed", itemsExtracted: 5 });
    // What only a script shows is not there.
    const scripted = await api.post("/generate", {
      url: `${pages.url}/scripted`,
      prompt: PROMPT,
      render: "static",
    });
    expect(JSON.stringify(scripted.body)).not.toContain("Oak pot");
  });

  it("leaves the choice to each run by default", async () => {
    const flow = await generate({ url: `${pages.url}/plain`, prompt: PROMPT });
    expect(flow.render ?? "auto").toBe("auto");
  });

  it("is refused if it has another value", async () => {
    const answer = await api.post("/generate", { url: pages.url, prompt: PROMPT, render: "always" });
    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path: "render" }] } } });
  });
});
