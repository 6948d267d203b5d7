import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Step } from "../../src/contract/steps/steps.ts";
import { type BrowserSettings, createBrowserSession } from "../../src/engine/browser/index.ts";
import { collectNext, startCollection } from "../../src/engine/collection/index.ts";
import { createManners } from "../../src/engine/manners/index.ts";
import { browserSettings, planOf } from "../helpers/browser.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const HOME = `<h1>Home</h1><a id="in" href="/shut">in</a><a id="round" href="/round">round</a>
<a id="script" href="#" onclick="setTimeout(() => location.assign('/shut'), 50)">script</a><a id="open" href="/open">open</a>
<iframe src="/shut/frame"></iframe>`;
const TITLE: Step = { type: "extract", fields: ["title: h1"] };

let server: PageServer;
let settings: BrowserSettings;
beforeAll(async () => {
  server = await startPageServer({
    "/": { body: HOME },
    "/open": { body: "<h1>Open</h1>" },
    "/shut": { body: "<h1>Shut</h1>" },
    "/shut/frame": { body: "a frame" },
    "/round": { status: 302, headers: { location: "/shut" } },
  });
  settings = await browserSettings(`127.0.0.1:${server.port}`);
});
afterAll(() => server.stop());

/** Collects the title of the page on which the flow ends. */
const collect = async (path: string, steps: readonly Step[], obeys = true) => {
  const session = createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });
  const text = "User-agent: *\nDisallow: /shut";
  const manners = createManners({
    fetchFile: async (url) => ({ url, status: 200, html: text, fetchedAt: "2026-11-21T00:00:00.000Z" }),
    obeys,
    now: Date.now,
    sleep: async () => undefined,
  });
  const plan = planOf(`${server.url}${path}`, [...steps, TITLE]);
  const { signal } = new AbortController();
  const deps = { fetchPage: session.fetchPage, browser: session, manners, now: Date.now, signal };
  const before = server.requests.length;
  const visited = () => server.requests.slice(before);
  try {
    const { items, logs } = await collectNext(deps, plan, startCollection(plan));
    return { items, logs: logs.map(({ message }) => message).join("\n"), visited: visited() };
  } catch (error) {
    return { error, visited: visited() };
  } finally {
    await session.close();
  }
};

describe("robots.txt in a browser", () => {
  it.each(["#in", "#round", "#script"])(
    "keeps a click on %s from opening a disallowed page",
    async (selector) => {
      const { error, visited } = await collect("/", [{ type: "click", selector }]);
      expect(error).toMatchObject({ code: "robots-disallowed", step: "steps[0]" });
      expect(String(error)).toContain(`disallows ${server.url}/shut `);
      expect(visited).not.toContain("/shut");
    },
  );

  it("lets a flow continue on its page if the click is optional", async () => {
    const { items, logs, visited } = await collect("/", [
      { type: "click", selector: "#in", optional: true },
      { type: "scroll", to: "bottom" },
      { type: "click", selector: "#open" },
    ]);
    expect(items).toEqual([{ title: "Open" }]);
    expect(logs).toMatch(/skipped: The robots\.txt of/);
    expect(visited).not.toContain("/shut");
    // What a page loads into itself is the page's.
    expect(visited).toContain("/shut/frame");
  });

  it("is checked before a redirect is followed, and not at all if the flow ignores it", async () => {
    const round = await collect("/round", []);
    expect(round).toMatchObject({ error: { code: "robots-disallowed" } });
    expect(round.visited).not.toContain("/shut");
    expect((await collect("/", [{ type: "click", selector: "#in" }], false)).items).toEqual([
      { title: "Shut" },
    ]);
  });
});
