import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Step } from "../../src/contract/steps/steps.ts";
import type { BrowserSettings } from "../../src/engine/browser/index.ts";
import { browserSettings, collectInBrowser, planOf } from "../helpers/browser.ts";

const COUNT = 60;
const LATE_MS = 2_500;

/** A box that holds only the rows in view, beside a menu that scrolls too. */
const VIRTUAL = `<!doctype html><title>Runs</title><body style="margin:0"><header style="height:60px">Runs</header>
  <nav style="position:fixed;left:0;width:120px;height:300px;overflow:auto"><div style="height:9000px">Menu</div></nav>
  <div id="box" style="margin-left:140px;height:300px;overflow:auto"><div id="all" style="position:relative;height:${COUNT * 30}px"></div></div>
  <script>
    const draw = () => {
      const from = Math.max(0, Math.floor(box.scrollTop / 30) - 1);
      all.innerHTML = Array.from({ length: 13 }, (_, at) => from + at).filter((at) => at < ${COUNT})
        .map((at) => '<div class="run" style="position:absolute;height:30px;top:' + at * 30 + 'px"><span class="name">Run ' + at + '</span></div>').join("");
    };
    box.addEventListener("scroll", draw); draw();
  </script></body>`;

/** Asks for more when the end is near; the answers take their time. */
const ENDLESS = `<!doctype html><title>Runs</title><ul id="list"></ul><script>
  let next = 0, busy = false;
  const load = async () => {
    if (busy || next >= ${COUNT}) return;
    busy = true;
    const rows = await (await fetch("/rows?from=" + next)).json();
    for (const row of rows) list.insertAdjacentHTML("beforeend", '<li class="run" style="height:60px"><span class="name">' + row + "</span></li>");
    next += rows.length; busy = false;
  };
  addEventListener("scroll", () => { if (innerHeight + scrollY >= document.body.scrollHeight - 100) load(); });
  load();
</script>`;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://localhost");
  const from = Number(url.searchParams.get("from"));
  if (url.pathname !== "/rows") {
    response.setHeader("content-type", "text/html");
    response.end(url.pathname === "/virtual" ? VIRTUAL : ENDLESS);
    return;
  }
  const rows = Array.from({ length: 20 }, (_, at) => `Run ${from + at}`);
  setTimeout(() => response.end(JSON.stringify(rows)), from === 0 ? 0 : LATE_MS);
});

let settings: BrowserSettings;
let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  settings = await browserSettings(`127.0.0.1:${port}`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const RUNS: readonly Step[] = [
  { type: "extract", selector: ".run", fields: ["name: .name"] },
  { type: "paginate", method: "scroll" },
];
const names = Array.from({ length: COUNT }, (_, at) => `Run ${at}`);

describe("a flow that scrolls", () => {
  it("reads a virtualized list part by part, in order", async () => {
    const { items } = await collectInBrowser(settings, planOf(`${origin}/virtual`, RUNS));
    expect(items.map(({ name }) => name)).toEqual(names);
  });

  it("waits for slow responses", async () => {
    const { items } = await collectInBrowser(settings, planOf(`${origin}/endless`, RUNS));
    expect(items.map(({ name }) => name)).toEqual(names);
  });
});
