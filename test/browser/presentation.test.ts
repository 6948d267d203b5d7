import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { RequestOptions } from "../../src/contract/flows/requestOptions.ts";
import { type BrowserSettings, createBrowserSession } from "../../src/engine/browser/index.ts";
import { createPresentation } from "../../src/engine/page/index.ts";
import { browserSettings } from "../helpers/browser.ts";
import { type EchoSite, startEchoSite } from "../helpers/echoSite.ts";

/** Tells what a page can learn about the browser. */
const TELLS = `<!doctype html><meta name="viewport" content="width=device-width"><p id="told"></p><script>
  document.getElementById("told").textContent = JSON.stringify({
    languages: navigator.languages, locale: Intl.DateTimeFormat().resolvedOptions().locale,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone, width: innerWidth, touch: navigator.maxTouchPoints > 0,
    scale: devicePixelRatio, agent: navigator.userAgent, mobile: navigator.userAgentData?.mobile ?? null,
  });
</script>`;

const startSite = (elsewhere: () => string) =>
  startEchoSite((path) => {
    if (path === "/away") return { status: 302, headers: { location: `${elsewhere()}/landed` } };
    if (path === "/here") return { status: 302, headers: { location: "/landed" } };
    if (path.endsWith(".js")) return { headers: { "content-type": "text/javascript" } };
    if (path === "/landed") return { body: "<p>landed</p>" };
    return {
      body: `${TELLS}<script src="/own.js"></script><script src="${elsewhere()}/foreign.js"></script>`,
    };
  });

let site: EchoSite;
let other: EchoSite;
let settings: BrowserSettings;
beforeAll(async () => {
  other = await startSite(() => "");
  site = await startSite(() => other.url);
  settings = await browserSettings(`127.0.0.1:${site.port}`, `127.0.0.1:${other.port}`);
});
afterAll(async () => {
  await site.stop();
  await other.stop();
});

const visit = async (path: string, options: RequestOptions) => {
  site.seen.length = 0;
  other.seen.length = 0;
  const presentation = createPresentation(options, site.url);
  const session = createBrowserSession(
    { ...settings, presentation },
    { loadsImages: false, saveShot: async () => "" },
  );
  try {
    return await session.fetchPage(`${site.url}${path}`);
  } finally {
    await session.close();
  }
};
const told = async (options: RequestOptions) => {
  const { html } = await visit("/page", options);
  return JSON.parse(/<p id="told">(.*?)<\/p>/.exec(html)?.[1] ?? "{}");
};
describe("browser request options", () => {
  it("send headers to their origin only, and not after a redirect to another", async () => {
    const headers = { "X-Token": "abc", referer: "https://search.example/" };
    await visit("/page", { headers });
    expect(site.headersOf("/page")).toMatchObject({ "x-token": "abc", referer: "https://search.example/" });
    expect(site.headersOf("/own.js")).toMatchObject({ "x-token": "abc" });
    expect(other.headersOf("/foreign.js")).toBeDefined();
    expect(other.headersOf("/foreign.js")).not.toHaveProperty("x-token");
    await visit("/here", { headers });
    expect(site.headersOf("/landed")).toMatchObject({ "x-token": "abc" });
    await visit("/away", { headers });
    expect(site.headersOf("/away")).toMatchObject({ "x-token": "abc" });
    expect(other.headersOf("/landed")).toBeDefined();
    expect(other.headersOf("/landed")).not.toHaveProperty("x-token");
  });

  it("set the languages and the time zone, which pages see too", async () => {
    const page = await told({ language: "de-AT, fr", timezone: "America/New_York" });
    expect(page).toMatchObject({ languages: ["de-AT", "de", "fr"], timezone: "America/New_York" });
    expect(site.headersOf("/page")?.["accept-language"]).toMatch(/^de-AT,de;q=0\.9,fr;q=0\.8/);
  });

  it("can emulate a phone, still under the service's name", async () => {
    const page = await told({ mobile: true, userAgentSuffix: "Partner/7" });
    expect(page).toMatchObject({ width: 412, touch: true, scale: 2.625, mobile: true });
    expect(page.agent).toMatch(/Android.*Mobile Safari\/537\.36 Gleaner\/test Partner\/7$/);
    expect(site.headersOf("/page")?.["user-agent"]).toBe(page.agent);
    expect(site.headersOf("/own.js")?.["user-agent"]).toBe(page.agent);
  });

  it("set the size of the window", async () => {
    const page = await told({ viewport: { width: 700, height: 500, deviceScaleFactor: 2 } });
    expect(page).toMatchObject({ width: 700, scale: 2, touch: false });
  });
});
