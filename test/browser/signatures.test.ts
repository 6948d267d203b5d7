import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { isSignedBy } from "../../scripts/rehearse/webBotAuth.ts";
import { deriveKeys } from "../../src/adapters/keyring.ts";
import { signingKeysOf, signRequest } from "../../src/adapters/webBotAuth.ts";
import { type BrowserSettings, createBrowserSession } from "../../src/engine/browser/index.ts";
import { browserSettings } from "../helpers/browser.ts";
import { type EchoSite, startEchoSite } from "../helpers/echoSite.ts";

const { current } = signingKeysOf(deriveKeys("a secret", "web-bot-auth", Date.now()));

let site: EchoSite;
let other: EchoSite;
let settings: BrowserSettings;
beforeAll(async () => {
  other = await startEchoSite((path) =>
    path === "/data.json"
      ? { headers: { "content-type": "application/json", "access-control-allow-origin": "*" }, body: "{}" }
      : { body: "<p>landed</p>" },
  );
  site = await startEchoSite((path) => {
    if (path === "/away") return { status: 302, headers: { location: `${other.url}/landed` } };
    if (path !== "/page") return { headers: { "content-type": "text/javascript" } };
    return {
      body: `<p id="told">no</p><script src="/own.js"></script><script src="${other.url}/foreign.js"></script><script>
        fetch("${other.url}/data.json").then((r) => r.json()).then(() => { told.textContent = "yes"; });
        fetch("/own.json");
      </script>`,
    };
  });
  settings = {
    ...(await browserSettings(`127.0.0.1:${site.port}`, `127.0.0.1:${other.port}`)),
    signRequest: async (url) => signRequest(current, "https://bot.example", url, Date.now()),
  };
});
afterAll(async () => {
  await site.stop();
  await other.stop();
});
beforeEach(() => {
  site.seen.length = 0;
  other.seen.length = 0;
});

const visit = async (path: string) => {
  const session = createBrowserSession(settings, { loadsImages: false, saveShot: async () => "" });
  try {
    return await session.fetchPage(`${site.url}${path}`);
  } finally {
    await session.close();
  }
};

/** Whether the site would accept its request for a path as ours. */
const isVerified = ({ url, headersOf }: EchoSite, path: string): Promise<boolean> =>
  isSignedBy(current.jwk, url, headersOf(path));

describe("a browser with signed requests", () => {
  it("signs pages and their resources, each request for its own site", async () => {
    await visit("/page");
    for (const path of ["/page", "/own.js", "/own.json"])
      expect([path, await isVerified(site, path)]).toEqual([path, true]);
    expect(await isVerified(other, "/foreign.js")).toBe(true);
  });

  it("signs again after a redirect to another site", async () => {
    await visit("/away");
    expect(await isVerified(site, "/away")).toBe(true);
    expect(await isVerified(other, "/landed")).toBe(true);
  });

  it("does not sign requests that would need a CORS preflight", async () => {
    const { html } = await visit("/page");
    expect(html).toContain('<p id="told">yes</p>');
    expect(other.headersOf("/data.json")).not.toHaveProperty("signature");
  });
});
