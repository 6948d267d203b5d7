/** The screenshot in the README, taken here so that it shows the current dashboard. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testService } from "../helpers/api.ts";
import { type Chromium, openChromium, openTab, PATIENCE_MS, type Tab } from "../helpers/dashboard.ts";
import { startWorld, type World } from "./world.ts";

const FOLDER = "docs/images";
const PICTURE = `${FOLDER}/dashboard.png`;
const SIZE = { width: 1280, height: 800 };
/** Readers load it with the README. */
const MAX_BYTES = 250_000;
/** Share of pixels that may differ: fonts, times and ids are not the same everywhere. */
const MAX_DIFFERENCE = 0.12;

let chromium: Chromium;
let world: World;
let tab: Tab;
beforeAll(async () => {
  [chromium, world] = await Promise.all([openChromium(), startWorld()]);
  tab = await openTab(chromium.browser, testService().dashboard);
}, 300_000);
afterAll(async () => {
  await chromium?.close();
  await world?.pages.stop();
});

/** Compares two pictures in the browser, which can read them. */
const differenceOf = async (one: Uint8Array, other: Uint8Array): Promise<number> => {
  const page = await chromium.browser.newPage();
  const urls = [one, other].map((png) => `data:image/png;base64,${Buffer.from(png).toString("base64")}`);
  const share = await page.evaluate(`(async () => {
    const [a, b] = await Promise.all(${JSON.stringify(urls)}.map(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
      canvas.drawImage(image, 0, 0);
      return canvas.getImageData(0, 0, image.width, image.height);
    }));
    if (a.width !== b.width || a.height !== b.height) return 1;
    let differing = 0;
    for (let at = 0; at < a.data.length; at += 4)
      if ([0, 1, 2].some((part) => Math.abs(a.data[at + part] - b.data[at + part]) > 40)) differing += 1;
    return differing / (a.data.length / 4);
  })()`);
  await page.close();
  return share as number;
};

describe("the screenshot in the README", () => {
  it(
    "shows the current dashboard (UPDATE_PICTURES=1 takes it again)",
    async () => {
      await tab.page.setViewport({ ...SIZE, deviceScaleFactor: 1 });
      await tab.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
      await tab.goTo("/");
      await tab.signIn(world.apiKey);
      for (const text of ["Reading list", "12 prices fell", "Data points"]) await tab.see(text);
      const taken = await tab.page.screenshot();
      if (process.env.UPDATE_PICTURES) {
        await mkdir(FOLDER, { recursive: true });
        await writeFile(PICTURE, taken);
      }
      const kept = await readFile(PICTURE);
      expect(kept.length).toBeLessThan(MAX_BYTES);
      expect(await differenceOf(taken, kept)).toBeLessThan(MAX_DIFFERENCE);
    },
    3 * PATIENCE_MS,
  );
});
