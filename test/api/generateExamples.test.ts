import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(120_000);

const NAMES = ["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan"];
const SHOP = `<html lang="en"><body><main><h1>Shop</h1>${NAMES.map((name, at) => `<article class="card"><h2><a href="/p/${at}">${name}</a></h2><span class="price">€1${at}1.85</span></article>`).join("")}</main></body></html>`;

/** On the first page, the price is in two places. */
const productPage = (name: string, at: number): string =>
  `<html lang="en"><body><main><h1>${name}</h1><div class="a"><b>€${5 + at}.00</b></div><div class="b"><b>€${5 + at * 3}.00</b></div></main></body></html>`;

describe("POST /generate with examples", () => {
  let pages: PageServer;
  let api: Api;
  beforeAll(async () => {
    pages = await startPageServer({
      "/shop": { body: SHOP },
      ...Object.fromEntries(NAMES.map((name, at) => [`/p/${at}`, { body: productPage(name, at) }])),
    });
    api = await newAccount();
  });
  afterAll(() => pages.stop());
  const generate = (body: object) => api.post("/generate", { url: `${pages.url}/shop`, ...body });

  it("returns a flow that can be created unchanged, and the items it collects", async () => {
    const { status, body } = await generate({ examples: [{ title: "Oak Kettle", price: "101.85" }] });
    expect(status).toBe(200);
    expect(body.data.preview).toMatchObject({
      recordCount: NAMES.length,
      records: NAMES.map((title, at) => ({ title, price: 101.85 + at * 10 })),
      fields: [{ field: "title" }, { field: "price" }],
    });
    const created = await api.post("/flows", body.data);
    expect(created.status).toBe(201);
    expect(created.body.data.preview).toBeUndefined();
  });

  it("compares examples with similar pages, and returns a flow that runs over a list of them", async () => {
    const { status, body } = await generate({
      url: `${pages.url}/p/0`,
      urls: [...[1, 2, 3].map((at) => `${pages.url}/p/${at}`), `${pages.url}/gone`],
      examples: [
        { name: "Oak Kettle", price: "€5.00" },
        { name: "Tin Lamp", price: "€8.00" },
      ],
    });
    expect(status).toBe(200);
    expect(body.data.notes).toBeUndefined();
    expect(body.data.preview.records).toEqual([{ name: "Oak Kettle", price: 5 }]);
    expect(body.data.preview.pages).toMatchObject([
      { records: [{ name: "Tin Lamp", price: 8 }] },
      { records: [{ name: "Glass Bowl", price: 11 }] },
      { records: [{ name: "Iron Pan", price: 14 }] },
      { url: `${pages.url}/gone`, recordCount: 0, problem: expect.stringContaining("404") },
    ]);
    const { id: flowId } = (await api.post("/flows", body.data)).body.data;
    const urls = [1, 2, 3].map((at) => `${pages.url}/p/${at}`);
    const run = await endOfRun(api, (await api.post("/runs", { flowId, urls })).body.data.id);
    expect(run).toMatchObject({ status: "completed", pages: { completed: 3, failed: 0, skipped: 0 } });
    const { data: items } = (await api.get(`/runs/${run.id}/items`)).body;
    expect(items).toEqual([
      { name: "Tin Lamp", price: 8 },
      { name: "Glass Bowl", price: 11 },
      { name: "Iron Pan", price: 14 },
    ]);
  });

  it("also works with POST /extract, which says how each value was found", async () => {
    const url = `${pages.url}/shop`;
    const examples = [{ title: "Tin Lamp", price: "111.85", colour: "mauve" }];
    const { status, body } = await api.post("/extract?explain=true", { url, examples });
    expect(status).toBe(200);
    expect(body.data.items).toEqual(NAMES.map((title, at) => ({ title, price: 101.85 + at * 10 })));
    expect(body.data.warnings).toEqual([expect.stringMatching(/^colour: "mauve" is not on the page/)]);
    expect(body.data.explanation[0].price).toMatchObject({ source: "example" });
    const lost = await api.post("/extract", { url, examples: [{ title: "Silver Spoon" }] });
    expect(lost.body.data).toMatchObject({
      itemCount: 0,
      warnings: [expect.stringContaining("Silver Spoon")],
    });
  });

  it("names each field whose example is not on the page", async () => {
    const { status, body } = await generate({ examples: [{ title: "Silver Spoon", price: "99.99" }] });
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      "examples.0.title",
      "examples.0.price",
    ]);
    expect(body.error.details[0].message).toContain("example-not-found");
  });

  it.each([
    {},
    { urls: ["https://shop.example/"], prompt: "all prices" },
    { examples: [] },
    { examples: [{}] },
    { examples: [{ "no name": "x" }] },
  ])("refuses %j", async (body) => {
    expect((await generate(body)).status).toBe(400);
  });
});
