/** From an address to its first reading and what has changed since: text, picture and price. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type PageServer, startPageServer } from "../helpers/pageServer.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

const rules = (checkIn: string): string =>
  `<!doctype html><html lang="en"><title>House rules</title><style>body{margin:0;font:16px sans-serif}</style><main><h1>House rules</h1>
  <p>Our check-in is from <b>${checkIn}</b> every day, also on Sundays and on public holidays, with a smile.</p>
  <p>Please leave your skis in the cellar, where there is a heated room for your boots and gloves.</p></main></html>`;

const kettle = (price: string): string =>
  `<html lang="en"><head><title>Oak Kettle – Shop</title></head><body><main><h1>Oak Kettle</h1><p class="price">${price}</p>
   <p class="stock">In stock</p><button>Add to basket</button><p>A kettle of oak and steel, made by hand.</p></main></body></html>`;

let checkIn = "14:00";
let server: PageServer;
beforeAll(async () => {
  server = await startPageServer({
    "/rules": () => ({ body: rules(checkIn) }),
    "/oak": { body: kettle("€141.85") },
    "/tin": { body: kettle("€20.00").replaceAll("Oak", "Tin") },
  });
});
afterAll(() => server.stop());

const address = (path: string): string => (server.url + path).replace("http://", "");

/** Chooses what to watch and starts it. */
const watchFromHome = async (purpose: string, label: string, text: string): Promise<string> => {
  const { signInAt, tab } = someone();
  await signInAt("/");
  await tab.push(purpose);
  await tab.fill(label, text);
  await tab.push("Watch");
  await tab.page.waitForFunction("location.pathname.includes('/flows/')");
  return new URL(tab.page.url()).pathname.split("/").at(-1) ?? "";
};

describe("a URL on the home page", () => {
  it("becomes a text monitor that shows its first reading, then a changed word in colour", async () => {
    const { client, tab } = someone();
    checkIn = "14:00";
    const id = await watchFromHome("Watch the text", "URL of a page", address("/rules"));
    await tab.see("Our check-in is from");
    expect(await client.getFlow(id)).toMatchObject({
      name: `Text of ${address("/rules")}`,
      status: "active",
      monitor: { watch: "text" },
      schedule: { every: "1h" },
    });
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("watch-text-reading");
    checkIn = "16:00";
    await client.runs.createAndWait({ flowId: id });
    await tab.push("Changes");
    await tab.see("16:00");
    expect(await tab.page.$$eval(".text-diff ins", (all) => all.map((mark) => mark.textContent))).toContain(
      "16:00",
    );
  });

  it("becomes a screenshot monitor with ignored areas, which shows the difference as an image", async () => {
    const { client, tab } = someone();
    checkIn = "14:00";
    const id = await watchFromHome("Watch the picture", "URL of a page", address("/rules"));
    await tab.page.waitForSelector(".picture-areas img");
    await tab.page.waitForFunction("document.querySelector('.picture-areas img').naturalWidth === 1280");
    await tab.shoot("watch-picture-reading");
    checkIn = "16:00";
    await client.runs.createAndWait({ flowId: id });
    await tab.push("Changes");
    await tab.see("of the pixels changed, in 1 place");
    await tab.page.waitForFunction("document.querySelector('.page-picture img')?.naturalWidth === 1280");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("watch-picture-difference");
    await tab.push("Before and after");
    await tab.page.waitForFunction(
      "[...document.querySelectorAll('.page-picture img')].filter((image) => image.naturalWidth === 1280).length === 2",
    );
    await tab.shoot("watch-picture-sides");

    await tab.push("Data");
    await tab.push("Ignore areas");
    const canvas = await tab.page.waitForSelector(".picture-areas.drawing");
    const box = await canvas?.boundingBox();
    if (!box) throw new Error("the picture has no place on the page");
    await tab.page.mouse.move(box.x + box.width * 0.1, box.y + 20);
    await tab.page.mouse.down();
    await tab.page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 4 });
    await tab.page.mouse.up();
    await tab.see("Area 1");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("watch-picture-areas");
    await tab.page.setViewport({ width: 390, height: 844 });
    await tab.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    expect(await tab.page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("watch-picture-areas-390-dark");
    await tab.page.setViewport({ width: 1280, height: 900 });
    await tab.push("Save areas");
    await tab.see("Ignored from the next run on");
    const { ignoreAreas = [] } = (await client.getFlow(id)).monitor;
    expect(ignoreAreas).toEqual([
      { x: expect.any(Number), y: expect.any(Number), width: expect.any(Number), height: expect.any(Number) },
    ]);
    const [area] = ignoreAreas as { x: number; width: number }[];
    expect(area?.x).toBeGreaterThan(120);
    expect(area?.x).toBeLessThan(136);
    expect(area?.width).toBeGreaterThan(500);
  });

  it("becomes one of several in a price list, and the field stays on the home page", async () => {
    const { tab } = someone();
    const both = `${address("/oak")}\n${address("/tin")}`;
    await watchFromHome("Watch the price", "URLs of product pages, one per line", both);
    await tab.see("Tin Kettle");
    await tab.see("€141.85");
    await tab.shoot("watch-price-reading");
    await tab.push("Home");
    await tab.see("What do you want to collect?");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("home-with-flows");
    await tab.page.setViewport({ width: 390, height: 844 });
    await tab.shoot("home-with-flows-390");
  });
});
