/** The site that the clients read. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { openOnLoopback } from "../../local/httpServer.ts";

const WORDS = "The ferry leaves the old harbour at noon and comes back with the tide. ".repeat(4);
const PRODUCT = JSON.stringify({
  "@context": "https://schema.org",
  "@type": "Product",
  name: "Lamp",
  offers: { "@type": "Offer", price: "19.90", priceCurrency: "EUR" },
});

const page = (title: string, body = ""): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>
  <p>${WORDS}</p><img src="/boat.png" alt="A boat">${body}</article></main></body></html>`;

const linksTo = (folder: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `<a href="${folder}/${at + 1}">Page ${at + 1}</a>`).join(" ");

const PAGES: Readonly<Record<string, string>> = {
  "/": page("Home"),
  "/docs": page("Docs", linksTo("/docs", 3)),
  "/docs/1": page("One"),
  "/docs/2": page("Two"),
  "/docs/3": page("Three"),
  "/lamp": page("Lamp", `<script type="application/ld+json">${PRODUCT}</script>`),
  "/slow": page("Slow", linksTo("/slow", 20)),
};

/** Tells what it was asked with. */
const echo = (headers: IncomingHttpHeaders): string =>
  page(
    "Echo",
    `<p>x-ferry is ${headers["x-ferry"]}.</p><p>mobile is ${/Mobile/.test(headers["user-agent"] ?? "")}.</p>`,
  );

export const startSite = () =>
  openOnLoopback(
    createServer(({ url = "/", headers }, response) => {
      const body = url === "/echo" ? echo(headers) : PAGES[url];
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
      response.end(body ?? "Not found");
    }),
  );
