import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { TakeScreenshot } from "../../src/contract/extraction/screenshots.ts";
import type { PermissionPolicy } from "../../src/contract/permissions.ts";
import type { Step } from "../../src/contract/steps/steps.ts";
import { type BrowserSettings, createBrowserSession, takeShot } from "../../src/engine/browser/index.ts";
import { collectNext, startCollection } from "../../src/engine/collection/index.ts";
import { createManners } from "../../src/engine/manners/index.ts";
import { permitFor, permittedMeans } from "../../src/runtime/deps/network/permitting.ts";
import { browserSettings, planOf } from "../helpers/browser.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const TITLE: Step = { type: "extract", fields: ["title: h1"] };
const ADDS = `document.head.insertAdjacentHTML("beforeend", '<meta name="robots" content="noai">')`;

let server: PageServer;
let settings: BrowserSettings;
beforeAll(async () => {
  server = await startPageServer({
    "/": { body: '<h1>Home</h1><a id="in" href="/header">in</a><a id="open" href="/open">open</a>' },
    "/open": { body: "<h1>Open</h1>" },
    "/header": { body: "<h1>Header</h1>", headers: { "x-robots-tag": "noindex, noai" } },
    "/script": { body: `<h1>Script</h1><script>${ADDS}</script>` },
  });
  settings = await browserSettings(`127.0.0.1:${server.port}`);
});
afterAll(() => server.stop());

const fetchFile = async (url: string) => ({ url, status: 200, html: "", fetchedAt: "" });
const mannersOf = () =>
  createManners({ fetchFile, obeys: true, now: Date.now, sleep: async () => undefined });

const collect = async (path: string, steps: readonly Step[], policy: PermissionPolicy) => {
  const shots: string[] = [];
  const session = createBrowserSession(settings, {
    loadsImages: false,
    saveShot: async (_, { url }) => {
      shots.push(url);
      return "";
    },
  });
  const plan = planOf(`${server.url}${path}`, [...steps, TITLE]);
  const { signal } = new AbortController();
  const means = permittedMeans(
    { fetchPage: session.fetchPage, fetchFile, browser: session, manners: mannersOf() },
    { robots: "obey", policy },
  );
  try {
    const { items } = await collectNext({ ...means, now: Date.now, signal }, plan, startCollection(plan));
    return { items, shots };
  } catch (error) {
    return { error, shots };
  } finally {
    await session.close();
  }
};

const OBEY: PermissionPolicy = { obey: ["ai-train"] };

describe("reserved uses in a browser", () => {
  it.each(["/header", "/script"])(
    "keep a run from %s, whether a header or a script states them",
    async (path) => {
      expect(await collect(path, [], OBEY)).toMatchObject({ error: { code: "use-reserved" }, shots: [] });
      expect((await collect(path, [], "record")).items).toHaveLength(1);
    },
  );

  it("keep a run from a page that a click opens: it is neither read nor captured", async () => {
    const steps: Step[] = [{ type: "click", selector: "#in" }, { type: "screenshot" }];
    expect(await collect("/", steps, OBEY)).toMatchObject({ error: { code: "use-reserved" }, shots: [] });
    const onward: Step[] = [{ type: "click", selector: "#open" }, { type: "screenshot" }];
    expect(await collect("/", onward, OBEY)).toMatchObject({
      items: [{ title: "Open" }],
      shots: [`${server.url}/open`],
    });
  });

  it("prevent screenshots", async () => {
    const request = TakeScreenshot.parse({ url: `${server.url}/header`, permissions: OBEY });
    const { signal } = new AbortController();
    const permit = permitFor(request, fetchFile, mannersOf(), signal);
    await expect(takeShot(settings, request, 20_000, permit)).rejects.toMatchObject({ code: "use-reserved" });
    expect(permitFor({ robots: "obey" }, fetchFile, mannersOf(), signal)).toBeUndefined();
  });
});
