import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Step } from "../../src/contract/steps/steps.ts";
import { type BrowserSettings, createBrowserSession } from "../../src/engine/browser/index.ts";
import { browserSettings, collectIn, planOf } from "../helpers/browser.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

/** Shows what the browser kept for the site, and keeps one more visit. */
const REMEMBERS = `<p id="local"></p><p id="session"></p><script>
  for (const [id, storage] of [["local", localStorage], ["session", sessionStorage]]) {
    document.getElementById(id).textContent = storage.getItem("visits") ?? "none";
    storage.setItem("visits", (storage.getItem("visits") ?? "") + "x");
  }
</script>`;
const FORM = `<input id="a"><p id="echo"></p><script>
  document.getElementById("a").addEventListener("input", (event) => {
    document.getElementById("echo").textContent = event.target.value;
  });
</script>`;
const FORGETS = `<script>localStorage.clear(); sessionStorage.clear();</script><p>bye</p>`;

let site: PageServer;
let other: PageServer;
let settings: BrowserSettings;
beforeAll(async () => {
  const pages = { "/": { body: REMEMBERS }, "/form": { body: FORM }, "/bye": { body: FORGETS } };
  site = await startPageServer({
    ...pages,
    "/away": () => ({ status: 302, headers: { location: `${other.url}/form` } }),
  });
  other = await startPageServer(pages);
  settings = await browserSettings(`127.0.0.1:${site.port}`, `127.0.0.1:${other.port}`);
});
afterAll(async () => {
  await site.stop();
  await other.stop();
});

const open = () => createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });

/** Runs steps in a new browser that continues a session. @returns the items, and the session afterwards */
const visit = async (session: unknown, path: string, steps: readonly Step[], options = {}) => {
  const browser = open();
  try {
    await browser.resume(session);
    const { items } = await collectIn(browser, planOf(`${site.url}${path}`, steps, options));
    return { items, session: JSON.parse(JSON.stringify(await browser.suspend())) as unknown };
  } finally {
    await browser.close();
  }
};
const READ: Step = { type: "extract", fields: ["local: #local", "session: #session"] };

describe("browser storage of a site", () => {
  it("is passed to the next worker's browser in its current state", async () => {
    const first = await visit(undefined, "/", [READ]);
    expect(first.items).toEqual([{ local: "none", session: "none" }]);
    const second = await visit(first.session, "/", [READ]);
    expect(second.items).toEqual([{ local: "x", session: "x" }]);
    const third = await visit(second.session, "/", [
      READ,
      // A second page of the same browser finds what the first one left, not what was carried.
      { ...READ, url: `${site.url}/` },
    ]);
    expect(third.items).toEqual([
      { local: "xx", session: "xx" },
      { local: "xxx", session: "xxx" },
    ]);
  });

  it("stays cleared if the site clears it", async () => {
    const { session } = await visit(undefined, "/", [READ]);
    const { items } = await visit(session, "/bye", [
      { type: "extract", fields: ["local: p"] },
      { ...READ, url: `${site.url}/` },
    ]);
    expect(items.at(-1)).toEqual({ local: "none", session: "none" });
  });

  it("is separate for each site", async () => {
    const { session } = await visit(undefined, "/", [READ]);
    const { items } = await visit(session, "/", [READ, { ...READ, url: `${other.url}/` }]);
    expect(items).toEqual([
      { local: "x", session: "x" },
      { local: "none", session: "none" },
    ]);
  });
});

describe("a secret in a browser", () => {
  const secrets = () => [{ name: "pin", value: "s3cret", origins: [site.url] }];
  const TYPES: readonly Step[] = [
    { type: "type", selector: "#a", text: "a-{{secret.pin}}-b" },
    { type: "extract", fields: ["echo: #echo"] },
  ];

  it("is typed as part of the text", async () => {
    const { items } = await visit(undefined, "/form", TYPES, { secrets: secrets() });
    expect(items).toEqual([{ echo: "a-s3cret-b" }]);
  });

  it("is not typed after a page of its site leads to another site", async () => {
    const leads = visit(undefined, "/away", TYPES, { secrets: secrets() });
    await expect(leads).rejects.toMatchObject({
      code: "target-refused",
      step: "steps[0]",
      url: `${other.url}/form`,
    });
  });
});
