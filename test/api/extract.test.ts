import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { type Answer, type Api, newAccount } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

jest.setTimeout(60_000);

const SHOP = `<!doctype html><html lang="en"><head><title>Oak stool | Plain Shop</title>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Oak stool","sku":"ST-4",
"offers":{"@type":"Offer","price":"1299.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>
</head><body><header><nav><a href="/">Home</a></nav></header><main><h1>Oak stool</h1><img src="/stool.jpg" alt="">
<p>A stool of solid oak, oiled by hand, with three turned legs that need no glue.</p></main></body></html>`;

const row = (name: string, price: string): string =>
  `<li class="card"><a href="/p/${name.toLowerCase()}"><h3>${name}</h3></a><span class="price">${price}</span></li>`;
const SHELF = `<!doctype html><html lang="de"><head><title>Lampen</title></head><body><main><h1>Lampen</h1><ul class="cards">
${row("Anna", "1.299,00 €")}${row("Berta", "89,90 €")}${row("Clara", "45,00 €")}${row("Dora", "12,50 €")}
</ul></main></body></html>`;

const ARABIC = `<!doctype html><html lang="ar" dir="rtl"><head><title>افتتاح المكتبة الجديدة</title></head><body><article>
<h1>افتتاح المكتبة الجديدة</h1><time datetime="2026-03-04">4 مارس 2026</time>
<p>افتتحت المدينة اليوم مكتبة جديدة في وسط الحي القديم بعد ثلاث سنوات من العمل المتواصل.</p>
<p>تضم المكتبة أكثر من عشرين ألف كتاب وقاعة للقراءة مفتوحة للجميع طوال أيام الأسبوع.</p></article></body></html>`;

describe("POST /extract", () => {
  let server: PageServer;
  let api: Api;

  beforeAll(async () => {
    server = await startPageServer({
      "/stool": { body: SHOP },
      "/lamps": { body: SHELF },
      "/arabic": { body: ARABIC },
      "/empty": { body: "" },
      "/orders": { status: 302, headers: { location: "/sign-in" } },
      "/sign-in": {
        body: '<html lang="en"><title>Sign in</title><h1>Sign in</h1><form><input name="email"><input type="password"></form></html>',
      },
      "/silent": { body: SHOP, delayMs: 120_000 },
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const extract = (path: string, body: object = {}, query = ""): Promise<Answer> =>
    api.post(`/extract${query}`, { url: server.url + path, ...body });

  it("warns if the site redirects to a sign-in, but not if the sign-in page was requested", async () => {
    const led = await extract("/orders");
    expect(led.body.data).toMatchObject({
      url: `${server.url}/sign-in`,
      warnings: [expect.stringContaining(`led to ${server.url}/sign-in, which asks for a sign-in`)],
    });
    const asked = await extract("/sign-in");
    expect(asked.body.data).not.toHaveProperty("warnings");
  });

  it("returns one item that follows the schema for a page about one thing", async () => {
    const schema = {
      title: "string",
      price: "price",
      currency: "string",
      in_stock: "boolean",
      image: "image",
    };
    const { status, body } = await extract("/stool", { schema });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      url: `${server.url}/stool`,
      extractedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      itemCount: 1,
      items: [
        {
          title: "Oak stool",
          price: 1299.5,
          currency: "EUR",
          in_stock: true,
          image: `${server.url}/stool.jpg`,
        },
      ],
      currencies: { price: "EUR" },
    });
  });

  it("returns one item per record of a list, with absolute URLs", async () => {
    const { body } = await extract("/lamps", { schema: { name: "string", price: "price", url: "url" } });
    expect(body.data.itemCount).toBe(4);
    expect(body.data.items[0]).toEqual({ name: "Anna", price: 1299, url: `${server.url}/p/anna` });
  });

  it("says where each value came from only with ?explain=true", async () => {
    const schema = { price: "price", colour: "string" };
    const { body } = await extract("/stool", { schema }, "?explain=true");
    expect(body.data.items).toEqual([{ price: 1299.5, colour: null }]);
    expect(body.data.explanation).toEqual([
      {
        price: {
          source: "json-ld",
          confidence: expect.any(Number),
          path: "Product.offers.price",
          currency: "EUR",
        },
      },
    ]);
    expect((await extract("/stool", { schema })).body.data).not.toHaveProperty("explanation");
  });

  it("detects the fields if no schema is given", async () => {
    const { body } = await extract("/stool");
    expect(body.data.items[0]).toMatchObject({ title: "Oak stool", price: 1299.5, sku: "ST-4", gtin: null });
  });

  it("reads an Arabic article", async () => {
    const schema = { title: "string", date: "date", content: "string", language: "string" };
    const { body } = await extract("/arabic", { schema });
    expect(body.data.items).toEqual([
      {
        title: "افتتاح المكتبة الجديدة",
        date: "2026-03-04",
        content: expect.stringContaining("عشرين ألف كتاب"),
        language: "ar",
      },
    ]);
  });

  it("finds nothing on an empty page", async () => {
    const { status, body } = await extract("/empty", { schema: { title: "string", price: "price" } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ itemCount: 0, items: [] });
  });

  it.each([
    ["no url", { url: undefined }, "url"],
    ["an address that is none", { url: "shop" }, "url"],
    ["an unknown type", { schema: { price: "money" } }, "schema.price"],
    ["an unknown field", { model: "gpt" }, "model"],
  ])("refuses %s and names the field", async (_what, body, path) => {
    const { status, body: answer } = await extract("/stool", body);
    expect(status).toBe(400);
    expect(answer.error.code).toBe("invalid-request");
    expect(JSON.stringify(answer.error.details)).toContain(path);
  });

  it("refuses a private address", async () => {
    const { status, body } = await extract("/stool", { url: "http://169.254.169.254/latest/meta-data/" });
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: "target-refused" });
  });

  it("answers target-failed when the page does not exist", async () => {
    const { status, body } = await extract("/missing");
    expect({ status, code: body.error.code }).toEqual({ status: 502, code: "target-failed" });
  });

  it("answers 504 within the gateway's timeout for a page that does not respond", async () => {
    const startedAt = Date.now();
    const { status, body } = await extract("/silent");
    expect({ status, code: body.error.code }).toEqual({ status: 504, code: "timeout" });
    expect(Date.now() - startedAt).toBeLessThan(30_000);
  });
});
