import { describe, expect, it } from "@jest/globals";
import { eventually, WINDOWS } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

const MAX_CLICKS = 6;
const CARDS = ["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan", "Clay Jug", "Wool Rug"];

const ACTIVE =
  "document.getElementById(document.querySelector('[role=listbox]').getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label')";
const ACTIVE_BEGINS = (text: string): string => `${ACTIVE}?.startsWith(${JSON.stringify(text)})`;

/** Clicks on the box of an element, as a person does on the picture. */
const clickOn = async ({ page }: ReturnType<typeof someone>["tab"], name: string): Promise<void> => {
  const box = await page.waitForSelector(`[role=option][aria-label^=${JSON.stringify(name)}]`);
  await box?.click();
};

describe("selecting elements on a page", () => {
  it("leads from a URL to a correct table with three fields in a few clicks", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { page } = tab;
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/cards`);
    const begunAt = Date.now();
    let clicks = 1;
    await tab.push("Point at the page");
    for (const [name, column] of [
      ["Tin Lamp", "title"],
      ["Maker 1", "brand"],
      ["$11.85", "price"],
    ] as const) {
      await clickOn(tab, name);
      clicks += 1;
      await page.waitForSelector(`[role=option][aria-label*="column ${column}"]`);
    }
    await tab.see("6 records, 3 fields");
    const tookMs = Date.now() - begunAt;
    const rows = () =>
      page.$$eval("table tbody tr", (found) =>
        found.map((row) => [...row.querySelectorAll("td, th")].map((cell) => cell.textContent)),
      );
    await eventually(async () =>
      expect(await rows()).toEqual(CARDS.map((name, at) => [name, `Maker ${at % 2}`, `$${10 + at}.85`])),
    );
    // Each value is lit in every record.
    await eventually(async () =>
      expect(await page.$$eval(".point-box.lit", (lit) => lit.length)).toBe(3 * CARDS.length),
    );
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    process.stdout.write(`${clicks} clicks, ${tookMs} ms from an address to a table of three fields\n`);
    await tab.shoot("point-desktop");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    const { data } = await client.listFlows();
    expect((await client.getFlow(data[0]?.id ?? "")).outputSchema).toEqual({
      title: "string",
      brand: "string",
      price: "price",
    });
  });

  it("leads from a URL to the record of a page about one thing in a few clicks", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/goods/0`);
    let clicks = 1;
    await tab.push("Point at the page");
    for (const text of ["Oak Kettle", "SKU-0"]) {
      await clickOn(tab, text);
      clicks += 1;
      await tab.see(`1 record, ${clicks - 1} field`);
    }
    clicks += 1;
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
    const { data } = await client.listFlows();
    const { outputSchema } = await client.getFlow(data[0]?.id ?? "");
    expect(outputSchema).toEqual({ title: "string", sku: "string" });
  });

  it("removes a column, renames a column, and adds fields from a prompt", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/cards`)}`);
    await tab.push("Point at the page");
    await clickOn(tab, "Tin Lamp");
    await tab.see("6 records, 1 field");
    await clickOn(tab, "$11.85");
    await tab.see("6 records, 2 fields");
    await clickOn(tab, "$12.85");
    await tab.push("Remove column price");
    await tab.see("6 records, 1 field");
    await tab.push("Undo");
    await tab.see("6 records, 2 fields");
    await tab.push("Undo");
    await tab.see("6 records, 1 field");
    await tab.fill("Name of title", "product");
    await tab.page.keyboard.press("Enter");
    await tab.page.waitForSelector('[role=option][aria-label*="column product"]');
    await tab.page.locator("summary ::-p-text(Or describe the data)").click();
    await tab.fill("Description", "title and price of all products");
    await tab.push("Find");
    await tab.see("6 records, 2 fields");
  });

  it("selects the clicked element on an enlarged and scrolled screenshot", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/cards`)}`);
    await tab.push("Point at the page");
    await tab.page.waitForSelector("[role=listbox]");
    await tab.choose("Zoom", "300");
    await tab.page.$eval(".point-scroll", (scrolled) => scrolled.scrollTo(0, scrolled.scrollHeight));
    await clickOn(tab, "Wool Rug");
    await tab.see("6 records, 1 field");
    expect(await tab.page.$$eval(".point-box.lit", (lit) => lit.length)).toBe(CARDS.length);
  });

  it("works with the keyboard alone, in dark mode and on a phone", async () => {
    const { pages, signInAt, tab } = someone();
    const { page } = tab;
    await page.setViewport(WINDOWS.phone);
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/cards`)}`);
    await tab.push("Point at the page");
    await page.waitForSelector("[role=listbox]");
    await page.focus("[role=listbox]");
    // What begins with the letters that are typed.
    await page.keyboard.type("gla");
    await page.waitForFunction(ACTIVE_BEGINS("Glass Bowl"));
    await page.keyboard.press("End");
    await page.waitForFunction(ACTIVE_BEGINS("$15.85"));
    const activeName = async () => (await page.evaluate(ACTIVE)) as string | undefined;
    await page.keyboard.press("Home");
    for (let presses = 0; (await activeName())?.startsWith("Tin Lamp") !== true && presses < 30; presses++)
      await page.keyboard.press("ArrowDown");
    expect(await activeName()).toMatch(/^Tin Lamp/);
    await page.keyboard.press("Enter");
    await tab.see("6 records, 1 field");
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    // The records stand above the page.
    const topOf = (selector: string) =>
      page.$eval(selector, (element) => element.getBoundingClientRect().top);
    expect(await topOf(".point-side")).toBeLessThan(await topOf(".point-canvas"));
    await tab.shoot("point-phone-dark");
    expect(await findViolations(tab)).toEqual([]);
  });

  it("explains why a page cannot be opened", async () => {
    const { signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent("http://169.254.169.254/")}`);
    await tab.push("Point at the page");
    await tab.see("use a public http or https URL");
  });
});
