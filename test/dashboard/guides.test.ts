import { describe, expect, it } from "@jest/globals";
import { testService } from "../helpers/api.ts";
import { eventually, WINDOWS } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

const theme = () => someone().tab.page.evaluate("document.documentElement.dataset.theme");
const path = () => new URL(someone().tab.page.url()).pathname;

describe("the guides", () => {
  it("open from the dashboard in its theme, and lead back to it", async () => {
    const { signInAt, tab } = someone();
    await signInAt("/");
    await tab.choose("Theme", "dark");
    await tab.goTo("/guide");
    await tab.see("Your first flow");
    await eventually(async () => expect(await theme()).toBe("dark"));
    await tab.shoot("guides-dark");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push("Back to the dashboard");
    await tab.see("Get started");
  });

  it("are searched by words, with the keyboard alone", async () => {
    const { tab } = someone();
    await tab.goTo("/guide/index.html");
    await tab.see("Your first flow");
    await tab.page.keyboard.press("/");
    await tab.page.keyboard.type("quiet hours");
    await tab.page.waitForSelector("#results li");
    await tab.shoot("guides-search");
    expect(await findViolations(tab)).toEqual([]);
    await tab.page.keyboard.press("ArrowDown");
    await tab.page.keyboard.press("Enter");
    await eventually(() => expect(path()).toMatch(/\/guide\/[\w-]+\.html$/));
    await tab.see("quietHours");
    await tab.fill("Search the guides", "zzqx");
    await tab.see("No results");
  });

  it("have commands that name this service and are copied with a click", async () => {
    const { tab } = someone();
    await tab.goTo("/guide/extraction.html");
    const { origin } = new URL(testService().dashboard);
    await tab.see(`"${origin}/extract`);
    // A browser without a screen may leave the real clipboard waiting for the focus.
    await tab.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    await tab.page.locator(".block button").click();
    await tab.see("Copied");
    const copied = await tab.page.evaluate("window.copied");
    expect(copied).toBe(
      await tab.page.$eval(".block pre", ({ textContent }) => (textContent ?? "").trimEnd()),
    );
    expect(await tab.page.content()).not.toContain("$URL");
  });

  it("fit a phone, with the contents folded", async () => {
    const { tab } = someone();
    await tab.page.setViewport(WINDOWS.phone);
    await tab.goTo("/guide/monitors.html");
    await tab.see("Contents");
    await eventually(async () =>
      expect(await tab.page.$eval("details", (details) => (details as { open?: boolean }).open)).toBe(false),
    );
    expect(await tab.page.evaluate("document.documentElement.scrollWidth")).toBe(WINDOWS.phone.width);
    await tab.shoot("guides-phone");
    expect(await findViolations(tab)).toEqual([]);
  });
});
