/** A page itself, as an output: POST /extract with `outputs`, and the step `as: "page"` of a flow. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Api, newAccount, until } from "../helpers/api.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(4);
const page = (title: string, links: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}"></head>
  <body><nav>${links}</nav><main><article><h1>${title}</h1><p>${WORDS}</p><p class="price">£4.50</p></article></main></body></html>`;
const SHELL = `<!doctype html><html><head><title>Lamps</title></head><body><div id="root"></div><script>
document.getElementById("root").innerHTML = "<main><h1>Lamps</h1><p>" + "A lamp that lights the whole room. ".repeat(9) + "</p></main>";
</script></body></html>`;

describe("pages as outputs", () => {
  let server: PageServer;
  let api: Api;
  beforeAll(async () => {
    const links = `<a href="/docs/1?x=1">1</a><a href="/docs/2">2</a><a href="/blog/1">B</a><a href="/docs/1?x=2">1</a>`;
    server = await startPageServer({
      "/docs": { body: page("Docs", links) },
      "/docs/1": { body: page("One", "") },
      "/docs/1?x=1": { body: page("One", "") },
      "/docs/2": { body: page("Two", "") },
      "/blog/1": { body: page("Blog", "") },
      "/shell": { body: SHELL },
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());

  const run = async (steps: object[], more: object = {}) => {
    const flow = { name: "Pages", url: `${server.url}/docs`, mode: "extract", steps, ...more };
    const made = await api.post("/previews", { flow });
    expect(made.body.error).toBeUndefined();
    const done = await until(
      async () => (await api.get(`/previews/${made.body.data.id}`)).body.data,
      ({ finishedAt }) => finishedAt !== null,
      60_000,
    );
    expect(done.error).toBeNull();
    return done;
  };

  it("returns the page with its items", async () => {
    const { body } = await api.post("/extract", {
      url: `${server.url}/docs`,
      schema: { type: "object", properties: { title: { type: "string" } } },
      outputs: ["markdown", "html", "rawHtml", "links", "images", "metadata"],
      excludeTags: [".price"],
    });
    const { items, page: found } = body.data;
    expect(items).toEqual([{ title: "Docs" }]);
    expect(found.markdown).toMatch(/^# Docs\n\nThe ferry/);
    expect(found.markdown).not.toContain("4.50");
    expect(found.html).not.toContain("<nav>");
    expect(found.rawHtml).toContain("4.50");
    expect(found.links).toContain(`${server.url}/docs/2`);
    expect(found.metadata).toMatchObject({
      title: "Docs",
      description: "About Docs",
      statusCode: 200,
      contentType: "text/html",
    });
  });

  it("refuses page options without outputs", async () => {
    const { status, body } = await api.post("/extract", {
      url: `${server.url}/docs`,
      onlyMainContent: false,
    });
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe("outputs");
  });

  it("collects the pages of a crawl below its start URL that match a regular expression, once per path", async () => {
    const { items } = await run(
      [
        {
          type: "crawl",
          within: "path",
          ignoreQuery: true,
          match: ["regex:^/docs"],
          steps: [{ type: "extract", as: "page", outputs: ["markdown", "metadata", "json"] }],
        },
      ],
      { outputSchema: { title: "string", price: "price" } },
    );
    expect(items.map(({ url }: { url: string }) => new URL(url).pathname).sort()).toEqual([
      "/docs",
      "/docs/1",
      "/docs/2",
    ]);
    expect(items[0]).toMatchObject({ json: { title: "Docs", price: 4.5 }, metadata: { title: "Docs" } });
    expect(items[0]).not.toHaveProperty("html");
    // The fields of the schema are in \`json\` only.
    expect(Object.keys(items[0]).sort()).toEqual(["json", "markdown", "metadata", "url"]);
  });

  it("renders a page in a browser, and takes a screenshot of it", async () => {
    const { items, screenshots } = await run(
      [{ type: "extract", label: "page", as: "page", outputs: ["markdown", "screenshot"], waitMs: 50 }],
      { url: `${server.url}/shell`, render: "auto" },
    );
    expect(items[0].markdown).toContain("A lamp that lights");
    expect(screenshots).toHaveLength(1);
    expect(screenshots[0]).toMatchObject({ step: "page", url: `${server.url}/shell` });
  });

  it("refuses page options on other steps", async () => {
    const step = { type: "extract", as: "markdown", outputs: ["html"] };
    const { status } = await api.post("/previews", {
      flow: { name: "x", url: server.url, mode: "extract", steps: [step] },
    });
    expect(status).toBe(400);
  });
});
