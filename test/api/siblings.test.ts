import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Api, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(120_000);

const NAMES = ["Oak Kettle", "Tin Kettle", "Clay Kettle", "Iron Kettle"];
const addressOf = (at: number): string => `/kettles/kettle-${100 + at}`;
const LINKS = [
  ...NAMES.map((name, at) => `<a href="${addressOf(at)}">${name}</a>`),
  `<a href="/kettles/delete-100">Delete</a>`,
  `<a href="/kettles/kettle-109" data-method="post">Buy one</a>`,
  `<a href="https://other.example/kettles/kettle-101">Elsewhere</a>`,
].join(" ");
const kettle = (name: string, at: number): string =>
  `<html lang="en"><head><title>${name}</title></head><body><main><h1>${name}</h1>
  <table><tr><th>Material</th><td>${name.split(" ")[0]} | Kettles</td></tr><tr><th>Volume</th><td>${at + 1} l</td></tr></table>
  <p>A kettle of ${name.split(" ")[0]?.toLowerCase()} that boils ${at + 1} litres of water in a few minutes, made by hand in a small shop by the sea.</p></main><nav>${LINKS}</nav></body></html>`;

describe("sibling pages", () => {
  let pages: PageServer;
  let api: Api;
  beforeAll(async () => {
    pages = await startPageServer({
      ...Object.fromEntries(NAMES.map((name, at) => [addressOf(at), { body: kettle(name, at) }])),
      "/kettles/delete-100": { body: "deleted" },
      "/kettles/kettle-109": { body: "bought" },
      "/robots.txt": { body: `User-agent: *\nDisallow: ${addressOf(1)}` },
    });
    api = await newAccount();
  });
  afterAll(() => pages.stop());
  const first = () => `${pages.url}${addressOf(0)}`;
  const pagesUsed = async (): Promise<number> => (await api.get("/account")).body.data.usage.pages;

  it("are opened for POST /generate, which lists and counts them", async () => {
    const before = await pagesUsed();
    const { status, body } = await api.post("/generate", { url: first(), prompt: "The material and volume" });
    expect(status).toBe(200);
    const sibling = true;
    expect(body.data.preview.pages).toMatchObject([
      { url: `${pages.url}${addressOf(2)}`, sibling, records: [{ volume: "3 l" }] },
      { url: `${pages.url}${addressOf(3)}`, sibling, records: [{ volume: "4 l" }] },
      { url: `${pages.url}${addressOf(1)}`, sibling, problem: expect.stringMatching(/robots\.txt/) },
    ]);
    expect((await pagesUsed()) - before).toBe(2);
    const created = await api.post("/flows", body.data);
    expect(created.status).toBe(201);
  });

  it("are not opened with siblings: false, or if pages are given", async () => {
    const asked = { url: first(), prompt: "The material", siblings: false };
    expect((await api.post("/generate", asked)).body.data.preview.pages).toBeUndefined();
    const given = { url: first(), urls: [`${pages.url}${addressOf(2)}`], examples: [{ name: "Oak Kettle" }] };
    expect((await api.post("/generate", given)).body.data.preview.pages).toMatchObject([
      { url: `${pages.url}${addressOf(2)}` },
    ]);
  });

  it("are opened for POST /extract only on request, and remove text that all pages share from values", async () => {
    const schema = { material: "string" };
    const alone = await api.post("/extract", { url: first(), schema });
    expect(alone.body.data.siblings).toBeUndefined();
    expect(alone.body.data.items).toEqual([{ material: "Oak | Kettles" }]);
    const before = await pagesUsed();
    const together = await api.post("/extract", { url: first(), schema, siblings: true });
    expect(together.body.data.items).toEqual([{ material: "Oak" }]);
    expect(together.body.data.siblings).toHaveLength(3);
    expect((await pagesUsed()) - before).toBe(2);
    const many = await api.post("/extract", { urls: [first()], siblings: true });
    expect(many.body.error.details).toMatchObject([{ path: "siblings" }]);
  });

  it("are never opened through links that act or against robots.txt", () => {
    expect(pages.requests).toContain(addressOf(2));
    // The last is disallowed by robots.txt.
    for (const path of ["/kettles/delete-100", "/kettles/kettle-109", addressOf(1)])
      expect(pages.requests).not.toContain(path);
  });
});
