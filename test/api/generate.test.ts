import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { PRODUCT_COUNT, PRODUCTS } from "../../local/demo-site/catalogue.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { type Api, endOfRun, newAccount } from "../helpers/api.ts";
import { listen, type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(240_000);

/** Says much by itself, and leaves its list to a script. */
const LATE = `<html lang="en"><body><main><h1>Lamps</h1><p>${"Our lamps are made by hand in Harzgerode, of brass and glass, and last for generations. ".repeat(8)}</p><div id="list"></div></main>
<script>document.getElementById("list").innerHTML = ["Anna","Berta","Clara","Dora"].map((name, at) => '<article class="lamp"><h2 class="lamp-name"><a href="/lamp/' + at + '">' + name + '</a></h2><span class="lamp-price">€' + (20 + at) + '.00</span></article>').join("");</script></body></html>`;

/** One of the ports that the service may reach. */
const freePort = async (): Promise<number> => {
  const { createServer } = await import("node:http");
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
};

describe("POST /generate", () => {
  let shop: DemoSite;
  let pages: PageServer;
  let api: Api;

  beforeAll(async () => {
    pages = await startPageServer({
      "/empty": { body: "<html><body></body></html>" },
      "/gone": { status: 404, body: "gone" },
      "/late": { body: LATE },
    });
    shop = await startDemoSite({ port: await freePort() });
    api = await newAccount();
  });
  afterAll(async () => {
    await shop.stop();
    await pages.stop();
  });

  const generate = (prompt: string, url: string) => api.post("/generate", { prompt, url });

  it("returns a flow that can be created unchanged and whose run collects every record of every page", async () => {
    const { status, body } = await generate("titles and prices of all products", `${shop.url}/catalogue`);
    expect(status).toBe(200);
    const created = await api.post("/flows", body.data);
    expect({ status: created.status, body: created.body }).toMatchObject({ status: 201 });
    const { body: started } = await api.post("/runs", { flowId: created.body.data.id });
    const run = await endOfRunPatiently(started.data.id);
    expect(run).toMatchObject({ status: "completed", itemsExtracted: PRODUCT_COUNT });
    const { body: items } = await api.get(`/runs/${started.data.id}/items?limit=3`);
    expect(items.data.map((item: { title: string }) => item.title)).toEqual(
      PRODUCTS.slice(0, 3).map(({ name }) => name),
    );
    expect(items.data.every((item: { price: unknown }) => typeof item.price === "number")).toBe(true);
  });

  const endOfRunPatiently = async (id: string) => {
    const giveUpAt = Date.now() + 180_000;
    for (;;) {
      try {
        return await endOfRun(api, id);
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
      }
    }
  };

  it("returns a monitor with its condition and schedule", async () => {
    const [product] = PRODUCTS;
    const { body: list } = await generate("title and link of the first 1 products", `${shop.url}/catalogue`);
    expect(list.data.limits).toEqual({ maxItems: 1 });
    const { status, body } = await generate(
      "Alert me when the price of this product drops below 20, every day at 6",
      `${shop.url}/product/${slugOf(product?.name ?? "")}`,
    );
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        data: {
          mode: "monitor",
          monitor: { conditions: ["price < 20"] },
          schedule: { cron: "0 6 * * *", timezone: "UTC" },
        },
      },
    });
    expect((await api.post("/flows", body.data)).status).toBe(201);
  });

  const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, "-");

  it("opens a page that scripts render in a browser, and returns a flow that does the same", async () => {
    const { status, body } = await generate("name and price of all products", `${shop.url}/new-arrivals`);
    expect({ status, mode: body.data?.mode }).toEqual({ status: 200, mode: "interact" });
    expect(Object.keys(body.data.outputSchema)).toEqual(["name", "price"]);
  });

  it("opens a page in a browser when its HTML has content but not the requested list", async () => {
    const { status, body } = await generate("name and price of all lamps", `${pages.url}/late`);
    expect({ status, mode: body.data?.mode }).toEqual({ status: 200, mode: "interact" });
    expect(body.data.steps.slice(-2)).toMatchObject([
      { selector: ".lamp", fields: ["name: .lamp-name", "price: .lamp-price"] },
      { type: "paginate", method: "scroll", optional: true },
    ]);
  });

  it("explains what to do if the page does not contain what is requested", async () => {
    const { status, body } = await generate("prices of all products", `${pages.url}/empty`);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: "invalid-request" });
    expect(body.error.details[0]).toMatchObject({
      path: "prompt",
      message: expect.stringContaining("POST /flows"),
    });
  });

  it("answers 502 for a page that does not exist, and 422 for one that must not be visited", async () => {
    expect((await generate("all products", `${pages.url}/gone`)).status).toBe(502);
    expect((await generate("all products", "http://10.0.0.1/")).status).toBe(422);
  });
});
