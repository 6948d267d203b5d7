import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { createBrowserSession } from "../../src/engine/browser/index.ts";
import { createEgress } from "../../src/engine/egress/index.ts";
import { createPageFetcher, openDocument } from "../../src/engine/page/index.ts";
import { browserSettings } from "../helpers/browser.ts";
import { startLoopback } from "../unit/engine/loopback.ts";

const FILE = new URL("../unit/engine/page/documents/files/minutes.pdf", import.meta.url);

it("a browser flow reads a URL that turns out to be a PDF file, with the browser's cookies", async () => {
  const cookies: (string | undefined)[] = [];
  const server = await startLoopback((request, response) => {
    if (request.url === "/") {
      response.setHeader("set-cookie", "session=abc; Path=/; HttpOnly");
      response.setHeader("content-type", "text/html").end("<h1>Logged in</h1>");
    } else if (request.url === "/file") {
      cookies.push(request.headers.cookie);
      response.setHeader("content-type", "application/pdf").end(readFileSync(FILE));
    } else response.writeHead(404).end();
  });
  const settings = await browserSettings(`127.0.0.1:${server.port}`);
  const egress = createEgress({ allowPrivate: settings.allowPrivate });
  const session = createBrowserSession(settings, {
    loadsImages: false,
    saveShot: () => Promise.reject(new Error("no picture is taken")),
    openFiles: (jar) =>
      createPageFetcher({ egress, userAgent: settings.userAgent, openDocument, cookies: jar }),
  });
  try {
    await session.fetchPage(`http://127.0.0.1:${server.port}/`);
    const page = await session.fetchPage(`http://127.0.0.1:${server.port}/file`);
    expect(page).toMatchObject({ status: 200, format: "document" });
    expect(page.html).toContain("<title>Minutes of the council</title>");
    expect(cookies.at(-1)).toBe("session=abc");
  } finally {
    await session.close();
    await egress.close();
    await server.close();
  }
}, 60_000);
