import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import type { FlowPreview } from "../../src/contract/runs/previews.ts";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(180_000);

const PER_PAGE = 15;
const shop = (page: number): string => {
  const titles = Array.from({ length: PER_PAGE }, (_, at) => `<h2>Lamp ${page * PER_PAGE + at + 1}</h2>`);
  return `<html lang="en"><body>${titles.map((title) => `<article>${title}</article>`).join("")}<a class="next" href="/shop/${page + 1}">Next</a></body></html>`;
};
const LOGIN = `<html lang="en"><body><form onsubmit="event.preventDefault(); document.getElementById('in').innerHTML = '<article><h2>' + document.getElementById('word').value.length + ' letters</h2></article>'"><input id="word" type="password"><button id="go">Log in</button></form><main id="in"></main></body></html>`;

const flowAt = (url: string) => ({
  name: "Lamps",
  url,
  mode: "extract",
  steps: [
    { type: "extract", selector: "article", fields: ["title: h2"] },
    { type: "paginate", selector: ".next" },
  ],
});

describe("POST /previews", () => {
  let pages: PageServer;
  let api: Api;
  beforeAll(async () => {
    const shops = Array.from({ length: 5 }, (_, page) => [`/shop/${page}`, { body: shop(page) }] as const);
    pages = await startPageServer({ ...Object.fromEntries(shops), "/login": { body: LOGIN } });
    api = await newAccount();
  });
  afterAll(() => pages.stop());

  const preview = async (body: object): Promise<FlowPreview> => {
    const { status, body: made, headers } = await api.post("/previews", body);
    expect({ status, error: made.error }).toEqual({ status: 202, error: undefined });
    expect(headers.get("location")).toBe(`/previews/${made.data.id}`);
    return until(
      async () => (await api.get(`/previews/${made.data.id}`)).body.data as FlowPreview,
      ({ finishedAt }) => finishedAt !== null,
      60_000,
    );
  };

  it("collects a few items, is charged and counted, and appears in no list", async () => {
    const found = await preview({ flow: flowAt(`${pages.url}/shop/0`) });
    expect(found).toMatchObject({ status: "completed", error: null, pagesFetched: 2 });
    expect(found.items).toHaveLength(20);
    expect(found.items[19]).toEqual({ title: "Lamp 20" });
    expect(found.logs.at(-1)?.message).toBe("Completed: 20 items from 2 pages.");
    expect(found.cost).toBeGreaterThan(0);
    expect(Date.parse(found.expiresAt ?? "") - Date.parse(found.finishedAt ?? "")).toBe(3_600_000);

    for (const list of ["/runs", "/flows", "/activity", "/alerts"])
      expect({ list, total: (await api.get(list)).body.total }).toEqual({ list, total: 0 });
    expect((await api.get("/analytics")).body.data).toMatchObject({ totalRuns: 0 });
    const run = `/runs/${found.id}`;
    for (const path of [run, `${run}/items`, `${run}/pages`])
      expect({ path, status: (await api.get(path)).status }).toEqual({ path, status: 404 });
    expect((await api.post(`${run}/retry`, {})).status).toBe(404);
    expect((await api.remove(run)).status).toBe(404);
    const { usage } = (await api.get("/account")).body.data;
    expect(usage).toMatchObject({ runs: 1, pages: 2 });
    expect(usage.cost).toBeCloseTo(found.cost, 9);
  });

  it("shows the screenshots that its steps take", async () => {
    const flow = { ...flowAt(`${pages.url}/shop/0`), steps: [{ type: "screenshot", label: "shop" }] };
    const found = await preview({ flow });
    expect(found).toMatchObject({ status: "completed", screenshots: [{ step: "shop", isFailure: false }] });
    const picture = await fetch(found.screenshots[0]?.screenshotUrl ?? "");
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("types the secrets of the flow it edits, and names the missing ones otherwise", async () => {
    const login = {
      ...flowAt(`${pages.url}/login`),
      steps: [
        { type: "type", selector: "#word", text: "{{secret.word}}" },
        { type: "click", selector: "#go" },
        { type: "extract", selector: "article", fields: ["title: h2"] },
      ],
    };
    const alone = await preview({ flow: login });
    expect(alone).toMatchObject({ status: "failed", error: { code: "secret-missing" } });
    const flowId = (await api.post("/flows", login)).body.data.id;
    await api.put(`/flows/${flowId}/secrets/word`, { value: "open sesame" });
    expect(await preview({ flow: login, flowId })).toMatchObject({
      status: "completed",
      items: [{ title: "11 letters" }],
    });
    expect((await api.get(`/flows/${flowId}`)).body.data).toMatchObject({ totalRuns: 0, lastRunAt: null });
  });

  it("refuses an unknown flow, a missing input and a private address", async () => {
    const flow = flowAt(`${pages.url}/shop/0`);
    const asked = async (body: object) => {
      const { status, body: answer } = await api.post("/previews", body);
      return [status, answer.error?.code];
    };
    expect(await asked({ flow, flowId: "flow-unknown" })).toEqual([404, "not-found"]);
    expect(await asked({ flow: { ...flow, inputs: { q: {} }, url: `${flow.url}?q={{input.q}}` } })).toEqual([
      400,
      "invalid-request",
    ]);
    expect(await asked({ flow: flowAt("http://10.0.0.1/") })).toEqual([422, "target-refused"]);
    expect((await api.get("/previews/preview-0000000000000000000")).status).toBe(404);
  });
});
