/** POST /extract on what is not a plain page of HTML. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Answer, type Api, newAccount } from "../helpers/api.ts";
import { type PageServer, type ServedPage, startPageServer } from "../helpers/pageServer.ts";

const sent = (type: string, body: string | Uint8Array): ServedPage => ({
  body,
  headers: { "content-type": type },
});
const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(6);
const article = (title: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${WORDS}</p></article></body></html>`;

/** Three megabytes, of which no two paragraphs are alike. */
const LONG_TEXT = Array.from({ length: 9_000 }, (_, day) => {
  const ships = Array.from({ length: 50 }, (_ship, at) => (day * 50 + at).toString(36).padStart(5, "s"));
  return `The ferries ${ships.join(" ")} left the harbour.`;
}).join("</p><p>");

const RSS = `<?xml version="1.0"?><rss version="2.0"><channel><title>Ferries</title>
<item><title>Noon</title><link>/noon</link><pubDate>Mon, 02 Mar 2026 12:00:00 GMT</pubDate></item>
<item><title>Night</title><link>/night</link></item></channel></rss>`;
const CARDS = ["Anna", "Berta", "Clara", "Dora"]
  .map((name) => `"<li class='card'><h3>${name}</h3><p class='price'>" + ${name.length} + ".50 €</p></li>"`)
  .join(",");
const SHELL = `<!doctype html><html><head><title>Lamps</title></head><body><div id="root"></div><script>
document.getElementById("root").innerHTML = "<main><h1>Lamps</h1><ul>" + [${CARDS}].join("") + "</ul></main>";
</script></body></html>`;

describe("POST /extract on pages of all kinds", () => {
  let server: PageServer;
  let api: Api;

  beforeAll(async () => {
    server = await startPageServer({
      "/rss": sent("application/rss+xml", RSS),
      "/json": sent(
        "application/json",
        '{"total":2,"items":[{"name":"Anna","cost":"4.50"},{"name":"Dora","cost":12}]}',
      ),
      "/csv": sent("text/csv", "Name;Price\nAnna;4,50\nDora;12,00\n"),
      "/broken": sent("application/json", '{"items":['),
      "/text": sent("text/plain", `# Ferries\n\n${WORDS}`),
      "/cyrillic": sent(
        "text/html; charset=windows-1251",
        Buffer.from(article("\xcf\xe0\xf0\xee\xec"), "latin1"),
      ),
      "/pdf": sent("application/pdf", "%PDF-1.7"),
      "/picture": sent("text/html", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])),
      "/zip": sent("application/octet-stream", Buffer.from([0x50, 0x4b, 3, 4, 0])),
      "/no-content": { status: 204, body: "" },
      "/blank": { body: "<!doctype html><html><head></head><body></body></html>" },
      "/frames": {
        body: '<html><head><title>Old</title></head><frameset><frame src="/landing"><frame src="menu"></frameset></html>',
      },
      "/moved": { status: 302, headers: { location: "/landing" } },
      "/landing": { body: article("Landing") },
      "/round": { status: 302, headers: { location: "/round" } },
      "/gone": { status: 410, body: article("Gone") },
      "/login": { status: 401, body: article("Log in") },
      "/forbidden": { status: 403, body: article("Forbidden") },
      "/challenge": { body: "<!doctype html><title>Just a moment...</title><h1>Just a moment...</h1>" },
      "/shell": { body: SHELL },
      "/long": sent(
        "application/json",
        JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, text: "x".repeat(80) }))),
      ),
      "/huge": { body: article("Huge").replace(WORDS, LONG_TEXT) },
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const extract = (path: string, body: object = {}, query = ""): Promise<Answer> =>
    api.post(`/extract${query}`, { url: server.url + path, ...body });
  const itemsOf = async (path: string, body: object = {}): Promise<unknown> =>
    (await extract(path, body)).body.data?.items;

  it("reads feeds, JSON and tables as structured data", async () => {
    expect(await itemsOf("/rss")).toEqual([
      { title: "Noon", url: `${server.url}/noon`, date: "2026-03-02T12:00:00.000Z" },
      { title: "Night", url: `${server.url}/night`, date: null },
    ]);
    expect(await itemsOf("/json")).toEqual([
      { name: "Anna", cost: "4.50" },
      { name: "Dora", cost: 12 },
    ]);
    expect(await itemsOf("/csv")).toEqual([
      { name: "Anna", price: "4,50" },
      { name: "Dora", price: "12,00" },
    ]);
  });

  it.each(["/json", "/csv"])(
    "follows a schema on %s as on any page, and says where values came from",
    async (path) => {
      const schema = { title: "string", price: "price", colour: "string" };
      const { body } = await extract(path, { schema }, "?explain=true");
      expect(body.data.items).toEqual([
        { title: "Anna", price: 4.5, colour: null },
        { title: "Dora", price: 12, colour: null },
      ]);
      expect(body.data.explanation[0].price).toEqual({
        source: path.slice(1),
        confidence: expect.any(Number),
        path: expect.stringMatching(/\[0\]\.(?:cost|price)$/),
      });
    },
  );

  it("reads plain text and legacy encodings", async () => {
    expect(await itemsOf("/text")).toEqual([expect.objectContaining({ title: "Ferries" })]);
    expect(await itemsOf("/cyrillic", { schema: { title: "string" } })).toEqual([{ title: "Паром" }]);
  });

  it.each([
    ["a PNG picture", "/picture"],
    ["a ZIP archive", "/zip"],
  ])("says that it cannot read %s, and what it can read", async (name, path) => {
    const { status, body } = await extract(path);
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: "target-unsupported" });
    expect(body.error.message).toMatch(
      new RegExp(`${name}.* Data is read from HTML .*JSON, CSV, plain text and documents`),
    );
  });

  it.each([
    ["broken JSON", "/broken", "not valid JSON"],
    ["a broken PDF file", "/pdf", "The PDF file is damaged and cannot be read"],
    ["a page that is gone", "/gone", "status 410. Check the URL"],
    ["a page that wants a login", "/login", "status 401. The site denies access"],
    ["a page that is forbidden", "/forbidden", "status 403. The site denies access"],
    ["redirects without an end", "/round", "redirect"],
    ["a page that asks who is there", "/challenge", "blocks or challenges bots"],
  ])("explains %s", async (_what, path, message) => {
    const { status, body } = await extract(path);
    expect({ status, code: body.error.code }).toEqual({ status: 502, code: "target-failed" });
    expect(body.error.message).toContain(message);
  });

  it("follows a redirect, and reports the final URL", async () => {
    const { body } = await extract("/moved", { schema: { title: "string" } });
    expect(body.data).toMatchObject({ url: `${server.url}/landing`, items: [{ title: "Landing" }] });
  });

  it.each([
    ["an answer without content", "/no-content", {}, "empty page (status 204)"],
    ["a page that shows nothing", "/blank", {}, "Nothing was found on the page."],
    [
      "a schema that the page says nothing of",
      "/blank",
      { schema: { price: "price" } },
      "fields of the schema",
    ],
  ])("returns no items and says why for %s", async (_what, path, asked, warning) => {
    const { status, body } = await extract(path, asked);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ itemCount: 0, items: [] });
    expect(body.data.warnings).toEqual([expect.stringContaining(warning)]);
  });

  it("names the frames of a page that contains nothing else", async () => {
    const { body } = await extract("/frames");
    expect(body.data.warnings).toEqual([
      expect.stringContaining(`${server.url}/landing, ${server.url}/menu`),
    ]);
  });

  it("opens a page that scripts render in a browser, unless the request forbids it", async () => {
    const schema = { name: "string", price: "price" };
    const rendered = await extract("/shell", { schema });
    expect(rendered.body.data).toMatchObject({
      itemCount: 4,
      items: [{ name: "Anna", price: 4.5 }, {}, {}, {}],
    });
    expect(rendered.body.data).not.toHaveProperty("warnings");
    const asSent = await extract("/shell", { schema, render: "static" });
    expect(asSent.body.data.itemCount).toBeLessThan(4);
    expect(asSent.body.data.warnings).toEqual([expect.stringContaining("rendered by its scripts")]);
  }, 60_000);

  it("opens any page in a browser on request", async () => {
    const { body } = await extract("/landing", { render: "browser", schema: { title: "string" } });
    expect(body.data.items).toEqual([{ title: "Landing" }]);
  }, 60_000);

  it("says how many items were left out when they do not all fit in the response", async () => {
    const { body } = await extract("/long", {}, "?explain=true");
    const { itemCount, items, explanation, warnings } = body.data;
    expect(itemCount).toBeGreaterThan(10_000);
    expect(itemCount).toBeLessThan(30_000);
    expect([items.length, explanation.length]).toEqual([itemCount, itemCount]);
    expect(warnings).toEqual([expect.stringContaining(`the first ${itemCount} of 30000 items`)]);
  });

  it("shortens texts that are too long for the response, and says which", async () => {
    const { body } = await extract("/huge");
    const [item] = body.data.items;
    expect(item.title).toBe("Huge");
    expect([item.content.length, item.markdown.length]).toEqual([250_000, 250_000]);
    expect(body.data.warnings).toEqual([
      expect.stringContaining("Cut to 250,000 characters: content, markdown"),
    ]);
  });
});
