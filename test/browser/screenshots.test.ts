import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { TakeScreenshot } from "../../src/contract/extraction/screenshots.ts";
import { readImageSize } from "../../src/engine/browser/imageSize.ts";
import { type BrowserSettings, takeShot } from "../../src/engine/browser/index.ts";
import { browserSettings, collectInBrowser, planOf } from "../helpers/browser.ts";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";

const TIMEOUT_MS = 20_000;

/** Draws a text and tells, as text, whether it left ink and whether that has colours. */
const INK = (samples: readonly string[]) => `<!doctype html><meta charset="utf-8"><ul></ul><script>
for (const text of ${JSON.stringify(samples)}) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = "40px sans-serif";
  context.fillText(text, 20, 60);
  const { data } = context.getImageData(0, 0, 300, 150);
  let ink = 0, colours = 0;
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] > 0) ink++;
    if (Math.abs(data[i] - data[i + 1]) > 40) colours++;
  }
  document.querySelector("ul").innerHTML += "<li data-ink=" + ink + " data-colours=" + colours + "><b>" + text + "</b></li>";
}
</script>`;

const SAMPLES = ["世界", "日本語", "한국어", "مرحبا", "हिन्दी", "ไทย", "★", "😀"];

/** Lazy images that are loaded only once they come near the window. */
const LAZY = `<!doctype html><title>Lazy</title><style>body{margin:0}img{display:block;width:100px;height:1000px}</style>
${Array.from({ length: 5 }, (_, i) => `<img loading="lazy" src="/image-${i}.svg">`).join("")}`;

const BOXES = `<!doctype html><style>body{margin:0;height:1500px;background:#fff}#box{width:120px;height:45px;background:red}
#cookie-banner{position:fixed;inset:0;background:blue}@media(prefers-color-scheme:dark){body{background:#000}}</style>
<div id="box"></div><div id="cookie-banner"></div><script>setTimeout(()=>{const late=document.createElement("p");late.id="late";late.textContent="late";document.body.append(late)},300)</script>`;

let server: PageServer;
let settings: BrowserSettings;
beforeAll(async () => {
  const svg = {
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    headers: { "content-type": "image/svg+xml" },
  };
  server = await startPageServer({
    "/ink": { body: INK(SAMPLES) },
    "/lazy": { body: LAZY },
    "/boxes": { body: BOXES },
    ...Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`/image-${i}.svg`, svg])),
  });
  settings = await browserSettings(`127.0.0.1:${server.port}`);
});
afterAll(() => server.stop());

const shoot = (path: string, request: Record<string, unknown> = {}) =>
  takeShot(settings, TakeScreenshot.parse({ url: `${server.url}${path}`, ...request }), TIMEOUT_MS);

describe("a screenshot", () => {
  it.each([
    [{}, 1280, 800],
    [{ width: 400, height: 300 }, 400, 300],
    [{ width: 400, height: 300, deviceScaleFactor: 2 }, 800, 600],
    [{ width: 400, fullPage: true }, 400, 1500],
    [{ selector: "#box" }, 120, 45],
    [{ width: 400, height: 300, format: "jpeg" }, 400, 300],
    [{ width: 400, height: 300, format: "webp" }, 400, 300],
  ])("with options %j has the reported size", async (request, width, height) => {
    const shot = await shoot("/boxes", request);
    expect(readImageSize(shot.bytes)).toEqual({ width, height });
    expect(shot).toMatchObject({ width, height });
  });

  it("can be a PDF", async () => {
    const { bytes, contentType } = await shoot("/boxes", { format: "pdf", fullPage: true });
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(contentType).toBe("application/pdf");
  });

  it("of a full page includes lazy images", async () => {
    await shoot("/lazy", { fullPage: true, width: 300, height: 300 });
    expect(server.requests.filter((path) => path.startsWith("/image-")).sort()).toEqual(
      Array.from({ length: 5 }, (_, i) => `/image-${i}.svg`),
    );
  });

  it("waits for a given selector", async () => {
    expect((await shoot("/boxes", { waitFor: "#late", selector: "#late" })).height).toBeGreaterThan(10);
  });

  it("hides cookie banners and uses dark mode only on request", async () => {
    const size = { width: 200, height: 200 };
    const plain = await shoot("/boxes", size);
    const free = await shoot("/boxes", { ...size, hideCookieBanners: true });
    const dark = await shoot("/boxes", { ...size, hideCookieBanners: true, darkMode: true });
    expect(new Set([plain, free, dark].map(({ bytes }) => bytes.toString("base64"))).size).toBe(3);
  });

  it("of a private address is refused", async () => {
    const request = TakeScreenshot.parse({ url: "http://127.0.0.1:1/" });
    await expect(takeShot(settings, request, TIMEOUT_MS)).rejects.toMatchObject({ code: "target-refused" });
  });

  it("can be a step of a flow", async () => {
    const plan = planOf(`${server.url}/boxes`, [{ type: "screenshot", selector: "#box" }]);
    const { shots, logs } = await collectInBrowser(settings, plan);
    expect(shots).toMatchObject([{ width: 120, height: 45, contentType: "image/png" }]);
    expect(logs).toContainEqual(
      expect.stringContaining("took a screenshot of 120 × 45 pixels, /files/1, on "),
    );
  });
});

describe("the browser's fonts", () => {
  it("support the world's scripts, and emoji in colour", async () => {
    const plan = planOf(`${server.url}/ink`, [
      {
        type: "extract",
        selector: "li",
        fields: ["text: b", "ink: @data-ink", "colours: @data-colours"],
      },
    ]);
    const { items } = await collectInBrowser(settings, plan);
    expect(items.map(({ text }) => text)).toEqual(SAMPLES);
    for (const { text, ink } of items) expect([text, Number(ink) > 80]).toEqual([text, true]);
    expect(Number(items.at(-1)?.colours)).toBeGreaterThan(80);
  });
});
