/** Pages, and requests as the official clients of Firecrawl send them. */
import { afterAll, beforeAll } from "@jest/globals";
import { type Api, newAccount, until } from "../../helpers/api.ts";
import { type PageServer, startPageServer } from "../../helpers/pageServer.ts";

const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(4);

const page = (title: string, body = ""): { body: string } => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}">
  <meta property="og:title" content="OG ${title}"><link rel="icon" href="/icon.png"></head><body><nav><a href="/">Home</a></nav>
  <main><article><h1>${title}</h1><p>${WORDS}</p><p class="price">£4.50</p><img src="/boat.png" alt="boat">${body}</article></main></body></html>`,
});

const SITEMAP = ["/docs/1", "/docs/2", "/docs/3", "/blog/1", "/form"];

const LINKS = ["1", "2", "3"].map((at) => `<a href="/docs/${at}">Page ${at}</a>`).join(" ");

/** What the JavaScript client adds to every request, and the Python client to every request with options. */
const JS = { origin: "js-sdk@4.42.0" };

export const PYTHON = {
  origin: "python-sdk@4.55.0",
  skipTlsVerification: true,
  removeBase64Images: true,
  fastMode: false,
  blockAds: true,
  maxAge: 14_400_000,
  storeInCache: true,
};

let server: PageServer;

export let api: Api;

export const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.call("POST", `/firecrawl${path}`, { body: { ...JS, ...body }, headers });

export const at = (path: string): string => `${server.url}${path}`;

export const finished = (path: string) =>
  until(
    async () => (await api.get(path)).body,
    ({ status }) => status !== "scraping" && status !== "processing",
    60_000,
  );

export const useFirecrawl = (): void => {
  beforeAll(async () => {
    server = await startPageServer({
      "/": page("Home", `<a href="/docs">Docs</a>`),
      "/docs": page(
        "Docs",
        `${LINKS}<a href="/blog/1">Blog</a><a href="/gone">Gone</a><a href="/private">Private</a>`,
      ),
      "/docs/1": page("One"),
      "/docs/2": page("Two"),
      "/docs/3": page("Three"),
      "/blog/1": page("Blog"),
      "/private": page("Private"),
      "/robots.txt": {
        body: "User-agent: *\nDisallow: /private\n",
        headers: { "content-type": "text/plain" },
      },
      "/sitemap.xml": () => ({ body: SITEMAP.map((path) => at(path)).join("\n") }),
      "/slow": { ...page("Slow"), delayMs: 4_000 },
      "/form": page(
        "Form",
        `<input id="q"><button id="go" onclick="document.querySelector('h1').textContent = document.getElementById('q').value">Go</button>`,
      ),
    });
    api = await newAccount();
  });
  afterAll(() => server.stop());
};
