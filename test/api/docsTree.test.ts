import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createClient, type Steps } from "../../client/index.ts";
import { newAccount, testService, until } from "../helpers/api.ts";
import { unpackDocsTree } from "../helpers/docsTree.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

/** Measured on two cores: 5 s page by page, 4 s from sitemaps. A loaded machine takes longer. */
const RUN_TIMEOUT_MS = 180_000;
const FILES_PER_SITEMAP = 400;
const FIELDS = ["title: title", "headings[]: h1, h2, h3"];

const tree = unpackDocsTree();
const { missing } = tree;
const describeTree = missing === null ? describe : describe.skip;

/** Title and number of headings of each page, read without our own reader. */
const readPlainly = (html: string) => {
  const text = (markup: string) =>
    markup
      .replace(/<[^>]*>/g, "")
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&")
      // Some long names hold spaces of no width, at which a line may break.
      .replace(/\u200b/g, "")
      .replace(/[\s\u00a0]+/g, " ")
      .trim();
  const headings = [...html.matchAll(/<h([123])[ >].*?<\/h\1>/gs)].map(([heading]) => text(heading));
  return {
    title: text(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? ""),
    headings: headings.filter((heading) => heading !== "").length,
  };
};

describeTree(`a real documentation tree${missing === null ? "" : ` (skipped: ${missing})`}`, () => {
  let server: PageServer;
  let pages: Record<string, { body: string | Uint8Array; headers?: Record<string, string> }>;
  const expected = new Map<string, ReturnType<typeof readPlainly>>();

  beforeAll(async () => {
    pages = Object.fromEntries(tree.names.map((name) => [`/${name}`, { body: tree.read(name) }]));
    for (const name of tree.names) expected.set(`/${name}`, readPlainly(tree.read(name)));
    server = await startPageServer(pages);
  });
  afterAll(async () => {
    await server.stop();
    tree.remove();
  });

  /** Runs a flow from the first page and reads everything that it collected. */
  const collect = async (steps: readonly object[]) => {
    const { apiKey } = await newAccount("scale");
    const client = createClient({ ...testService(), apiKey });
    const flow = await client.createFlow({
      name: "PostgreSQL 15",
      url: `${server.url}/index.html`,
      mode: "extract",
      steps: steps as unknown as Steps,
    });
    const { id } = await client.createRun({ flowId: flow.id });
    const run = await until(
      () => client.getRun(id),
      ({ status }) => status !== "queued" && status !== "running",
      RUN_TIMEOUT_MS,
    );
    if (run.status !== "completed") throw new Error(`the run ${run.status}: ${JSON.stringify(run.error)}`);
    const items = await Array.fromAsync(client.listRunItems(id, { limit: 200 }));
    process.stdout.write(
      `docs tree: ${items.length} records from ${run.pagesFetched} pages in ${run.duration} ms\n`,
    );
    return { run, items };
  };

  const inOrder = (pages: Iterable<ReturnType<typeof readPlainly>>): string[] =>
    [...pages].map(({ title, headings }) => `${title}: ${headings}`).sort();

  const checkAll = (items: readonly Record<string, unknown>[]): void => {
    const found = items.map(({ title, headings }) => ({
      title: String(title).replace(/[\s\u00a0]+/g, " "),
      headings: (headings as unknown[]).length,
    }));
    expect(inOrder(found)).toEqual(inOrder(expected.values()));
  };

  it(
    "is followed page by page to its end, with the titles and headings that a directory walk finds",
    async () => {
      const { run, items } = await collect([
        { type: "navigate" },
        { type: "extract", fields: FIELDS },
        { type: "paginate", maxPages: 2_000 },
        // The one page that the chain of "next" leaves out.
        {
          type: "follow",
          url: `${server.url}/index.html`,
          selector: 'a[href="legalnotice.html"]',
          steps: [{ type: "extract", fields: FIELDS }],
        },
      ]);
      expect(run.pagesFetched).toBe(tree.names.length + 1);
      checkAll(items);
    },
    RUN_TIMEOUT_MS,
  );

  it(
    "is collected from its sitemaps, including an index and a gzipped one",
    async () => {
      const parts = Array.from({ length: Math.ceil(tree.names.length / FILES_PER_SITEMAP) }, (_, part) =>
        tree.names.slice(part * FILES_PER_SITEMAP, (part + 1) * FILES_PER_SITEMAP),
      );
      const entry = (tag: string, path: string) => `<${tag}><loc>${server.url}${path}</loc></${tag}>`;
      pages["/sitemap.xml"] = {
        body: `<sitemapindex>${parts.map((_, part) => entry("sitemap", `/sitemap-${part}.xml.gz`)).join("")}</sitemapindex>`,
        headers: { "content-type": "application/xml" },
      };
      for (const [part, names] of parts.entries())
        pages[`/sitemap-${part}.xml.gz`] = {
          body: gzipSync(`<urlset>${names.map((name) => entry("url", `/${name}`)).join("")}</urlset>`),
          headers: { "content-type": "application/gzip" },
        };
      const { run, items } = await collect([
        { type: "sitemap", steps: [{ type: "extract", fields: FIELDS }] },
      ]);
      expect(run.pagesFetched).toBe(tree.names.length);
      checkAll(items);
    },
    RUN_TIMEOUT_MS,
  );
});
