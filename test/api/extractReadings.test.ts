import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Answer, type Api, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { TOWN_NEWS } from "../helpers/townNews.ts";

jest.setTimeout(60_000);

const html = (main: string): string =>
  `<!doctype html><html lang="en"><head><title>${/<h1>(.*?)<\/h1>/.exec(main)?.[1]}</title></head><body><main>${main}</main></body></html>`;

const LAMPS = html(
  `<h1>Lamps</h1><ul>${["Anna", "Berta", "Clara", "Dora"]
    .map((name) => `<li><a href="/${name}"><h3>${name}</h3></a><span class="price">€ 12.50</span></li>`)
    .join("")}</ul>`,
);
const MEETINGS = html(
  `<h1>Zoning Board</h1><ul>${["January 9", "February 13", "March 13", "April 10"]
    .flatMap((day) => ["Agenda", "Minutes"].map((kind) => `${day}, 2019 Zoning Board ${kind}`))
    .map((name, at) => `<li><a href="/files/${at}.pdf">${name}</a></li>`)
    .join("")}</ul>`,
);
const STOOL = html("<h1>Oak stool</h1><p>A stool of solid oak, oiled by hand.</p>");

describe("a page that can be read as one item or as a list", () => {
  let server: PageServer;
  let api: Api;

  beforeAll(async () => {
    server = await startPageServer({
      "/lamps": { body: LAMPS },
      "/lamps.csv": {
        body: "name,price\nAnna,12.50\nBerta,8.90\n",
        headers: { "content-type": "text/csv" },
      },
      "/stool": { body: STOOL },
      "/meetings": { body: MEETINGS },
      "/news": { body: TOWN_NEWS },
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const extract = (path: string, body: object = {}): Promise<Answer> =>
    api.post("/extract", { url: server.url + path, ...body });

  it("is read as the request says", async () => {
    const schema = { title: "string", price: "price" };
    const all = await extract("/lamps", { schema, records: "all" });
    expect(all.body.data.items.map(({ title }: { title: string }) => title)).toEqual([
      "Anna",
      "Berta",
      "Clara",
      "Dora",
    ]);
    const one = await extract("/lamps", { schema, records: "one", instructions: "all lamps" });
    expect(one.body.data.items).toEqual([{ title: "Lamps", price: null }]);
    for (const { body } of [all, one]) expect(body.data).not.toHaveProperty("other");
  });

  it("has a warning if all records are wanted and it has no list", async () => {
    const { body } = await extract("/stool", { records: "all" });
    expect(body.data.items).toEqual([expect.objectContaining({ title: "Oak stool" })]);
    expect(body.data.warnings).toEqual(["The page has no list of records. It was read as one item."]);
  });

  it("has a warning if rows about one event are one item", async () => {
    const schema = { title: "string", date: "date", location: "string" };
    const { body } = await extract("/meetings", { schema, records: "all" });
    expect(body.data.items).toHaveLength(4);
    expect(body.data.warnings).toContain(
      "8 rows of the page were combined into 4 items, because several are about the same event, such as its agenda and its minutes.",
    );
  });

  it("has a warning if one item is wanted of data that is a list", async () => {
    const { body } = await extract("/lamps.csv", { records: "one" });
    expect(body.data.itemCount).toBe(2);
    expect(body.data.warnings).toEqual(["The data is nothing but a list. All of its records are returned."]);
  });

  it("is given with its other reading if it is not sure which it is", async () => {
    const { body } = await extract("/news");
    const { itemCount, other } = body.data;
    expect(other).toEqual({
      records: itemCount === 1 ? "all" : "one",
      confidence: expect.any(Number),
      itemCount: itemCount === 1 ? expect.any(Number) : 1,
      items: expect.any(Array),
    });
    const settled = await extract("/news", { records: other.records });
    expect(settled.body.data.itemCount).toBe(other.itemCount);
    expect(settled.body.data.items.slice(0, other.items.length)).toEqual(other.items);
    expect(settled.body.data).not.toHaveProperty("other");
  });

  it("is read by its examples, which `records` cannot contradict", async () => {
    const { status, body } = await extract("/lamps", {
      examples: [{ title: "Anna", price: 12.5 }],
      records: "one",
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("examples already say what a record is");
  });

  it("takes `records` in a step only without selectors", async () => {
    const flow = (step: object) => ({
      name: "Lamps",
      url: `${server.url}/lamps`,
      mode: "extract",
      steps: [{ type: "extract", records: "all", ...step }],
      outputSchema: { title: "string" },
    });
    expect((await api.post("/flows", flow({ fields: ["title"] }))).status).toBe(201);
    for (const step of [{ selector: "li" }, { fields: ["title: h3"] }, { as: "markdown" }])
      expect((await api.post("/flows", flow(step))).status).toBe(400);
  });
});
