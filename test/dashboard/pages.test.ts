import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { testService } from "../helpers/api.ts";
import {
  type Chromium,
  eventually,
  openChromium,
  openTab,
  PATIENCE_MS,
  type Tab,
  WINDOWS,
} from "../helpers/dashboard.ts";
import { findViolations } from "./violations.ts";
import { startWorld, type World } from "./world.ts";

/** Every page, with what is on it once it is all there. */
const PAGES: readonly (readonly [name: string, path: (world: World) => string, sight: string])[] = [
  ["home", () => "/", "Reading list"],
  ["home-90-days", () => "/?period=90d", "Reading list"],
  ["playground", () => "/playground?as=list", "The answer appears here"],
  ["flows", () => "/flows", "Reading list"],
  ["flow", ({ flowId }) => `/flows/${flowId}`, "Latest runs"],
  ["flow-runs", ({ flowId }) => `/flows/${flowId}?tab=runs`, "Completed"],
  ["flow-changes", ({ flowId }) => `/flows/${flowId}?tab=changes`, "Lamp 1"],
  ["flow-records", ({ flowId }) => `/flows/${flowId}?tab=records`, "Lamp 50"],
  ["flow-secrets", ({ flowId }) => `/flows/${flowId}?tab=secrets`, "No secrets"],
  ["record", ({ flowId, recordKey }) => `/flows/${flowId}/records/${recordKey}`, "Changed"],
  ["new-flow", () => "/flows/new", "Describe the data"],
  ["edit-flow", ({ flowId }) => `/flows/${flowId}/edit`, "Fields and types"],
  ["runs", () => "/runs", "Nowhere"],
  ["runs-filtered", () => "/runs?status=queued", "No runs with this status"],
  ["run", ({ runId }) => `/runs/${runId}`, "Lamp 25"],
  ["run-failed", ({ failedRunId }) => `/runs/${failedRunId}`, "Check that the page opens in a browser"],
  ["alerts", () => "/alerts", "Mark as read"],
  ["alert-change", ({ alertId }) => `/alerts?alert=${alertId}`, "Lamp 56"],
  ["webhooks", () => "/webhooks", "/hook"],
  ["webhook", ({ webhookId }) => `/webhooks/${webhookId}`, "webhook.test"],
  ["destinations", () => "/destinations", "Warehouse"],
  ["destination", ({ destinationId }) => `/destinations/${destinationId}`, "Succeeded"],
  ["tickets", () => "/tickets", "Prices of bundles"],
  ["ticket", ({ ticketId }) => `/tickets/${ticketId}`, "Which one is taken?"],
  ["audit", () => "/audit", "flow.created"],
  ["settings-keys", () => "/settings", "Revoke"],
  ["settings-plan", () => "/settings?tab=plan", "New runs stop when"],
  ["settings-mail", () => "/settings?tab=mail", "About"],
  ["unknown-flow", () => "/flows/flow-0", "not-found"],
  ["unknown-page", () => "/nowhere", "Page not found"],
];

let chromium: Chromium;
let world: World;
let tab: Tab;
let unbounded: readonly string[];

beforeAll(async () => {
  [chromium, world] = await Promise.all([openChromium(), startWorld()]);
  tab = await openTab(chromium.browser, testService().dashboard);
  unbounded = listenForUnbounded(tab);
  await tab.goTo("/");
  await tab.signIn(world.apiKey);
}, 300_000);
afterAll(async () => {
  await chromium?.close();
  await world?.pages.stop();
});

const setTheme = ({ page }: Tab, value: "light" | "dark") =>
  page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]);

const LIST = /^\/(?:flows|runs|alerts|webhooks|destinations|tickets|keys|audit|activity)$/;

/** Requests for lists without a bound on what comes back. */
const listenForUnbounded = ({ page }: Tab): string[] => {
  const found: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.method() === "GET" && LIST.test(pathname) && !searchParams.has("limit"))
      found.push(request.url());
  });
  return found;
};

const expectNoFault = async (theme: "light" | "dark", name: string): Promise<void> => {
  await setTheme(tab, theme);
  await tab.shoot(`${theme}-${name}`);
  expect({ theme, faults: await findViolations(tab) }).toEqual({ theme, faults: [] });
};

/** Columns that are only seen after scrolling sideways, of all tables but those of collected data. */
const CUT_COLUMNS = `[...document.querySelectorAll(".table-wrap")]
  .filter((wrap) => !wrap.parentElement.querySelector(".table-tools") && wrap.scrollWidth > wrap.clientWidth)
  .map((wrap) => wrap.ariaLabel)`;

describe("every page", () => {
  it.each(PAGES)(
    "passes axe in light and dark mode, and fits a phone: %s",
    async (name, path, sight) => {
      await tab.page.setViewport(WINDOWS.desktop);
      await tab.goTo(path(world));
      await tab.see(sight);
      await expectNoFault("light", name);
      await expectNoFault("dark", name);
      await setTheme(tab, "light");
      await tab.page.setViewport(WINDOWS.phone);
      await tab.shoot(`phone-${name}`);
      await eventually(async () =>
        expect(await tab.page.evaluate("document.documentElement.scrollWidth")).toBe(WINDOWS.phone.width),
      );
      expect(await tab.page.evaluate(CUT_COLUMNS)).toEqual([]);
      expect(tab.complaints).toEqual([]);
    },
    3 * PATIENCE_MS,
  );

  it("requests lists one page at a time", () => {
    expect(unbounded).toEqual([]);
  });
});

describe("a list", () => {
  it("is searched, sorted and filtered by the service", async () => {
    await tab.page.setViewport(WINDOWS.desktop);
    await tab.goTo("/flows");
    await tab.see("Nowhere");
    await tab.fill("Search", "reading LIST");
    await tab.seeNoMore("Nowhere");
    await tab.see("Reading list");
    await tab.goTo("/flows?sort=name");
    await tab.see("Reading list");
    const names = () => tab.page.$$eval("tbody th", (cells) => cells.map(({ textContent }) => textContent));
    await eventually(async () =>
      expect(await names()).toEqual(["Lamps, watched", "Nowhere", "Reading list"]),
    );
    await tab.goTo("/audit");
    await tab.see("flow.created");
    await tab.fill("Action", "webhook.created");
    await tab.seeNoMore("flow.created");
    await tab.see("webhook.created");
    await tab.goTo("/runs?to=2020-01-01");
    await tab.see("No matching runs");
  });
});

describe("on a phone", () => {
  it("the menu opens, navigates and closes", async () => {
    await tab.page.setViewport(WINDOWS.phone);
    await tab.goTo("/");
    await tab.push("Menu");
    await tab.shoot("phone-menu");
    await tab.push("Tickets");
    await tab.see("Prices of bundles");
    await tab.seeNoMore("Sign out");
  }, 180_000);

  it("the menu takes the focus, keeps it and gives it back", async () => {
    const { page } = tab;
    await page.setViewport(WINDOWS.phone);
    await tab.goTo("/tickets");
    const focused = () => page.evaluate("document.activeElement.ariaLabel");
    await page.locator("button[aria-label=Menu]").click();
    await eventually(async () => expect(await focused()).toBe("Close the menu"));
    expect(await page.evaluate("document.querySelector('main').inert")).toBe(true);
    await page.keyboard.press("Escape");
    await eventually(async () => expect(await focused()).toBe("Menu"));
    expect(await page.evaluate("document.querySelector('main').inert")).toBe(false);
  }, 180_000);

  it("the tab that is shown is in view", async () => {
    const { page } = tab;
    await page.setViewport(WINDOWS.phone);
    await tab.goTo("/settings?tab=mail");
    await eventually(async () =>
      expect(
        await page.$eval("[role=tab][aria-selected=true]", (shown) => shown.getBoundingClientRect().right),
      ).toBeLessThanOrEqual(WINDOWS.phone.width),
    );
  }, 180_000);
});

describe("with the keyboard", () => {
  it("the content is one key away, and tabs and dialogs work without a mouse", async () => {
    const { page } = tab;
    await page.setViewport(WINDOWS.desktop);
    await tab.goTo("/settings");
    await tab.see("New key");
    await page.keyboard.press("Tab");
    await eventually(async () =>
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to content"),
    );
    await page
      .locator("[role=tab][aria-selected=true]")
      .waitHandle()
      .then((each) => each.focus());
    await page.keyboard.press("ArrowRight");
    await eventually(() => expect(page.url()).toContain("tab=people"));
    await page.keyboard.press("ArrowLeft");
    await tab.push("New key");
    await tab.see("Permissions");
    await page.keyboard.press("Escape");
    await tab.seeNoMore("Permissions");
    const focused = () =>
      page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent");
    expect(await focused()).toBe("New key");
  }, 180_000);

  it("a dialog that a menu has opened gives the focus back to the menu's button", async () => {
    const { page } = tab;
    await page.setViewport(WINDOWS.desktop);
    await tab.goTo("/flows");
    await tab.push("Reading list");
    await tab.push("More actions");
    await tab.push("Delete");
    await tab.see("its schedule ends");
    await page.keyboard.press("Escape");
    await tab.seeNoMore("its schedule ends");
    await eventually(async () =>
      expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("More actions"),
    );
  }, 180_000);

  it("a form is not sent while its button is disabled", async () => {
    const { page } = tab;
    await tab.goTo("/flows/new");
    await tab.fill("URL", "https://shop.example/");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    expect(await page.evaluate("document.querySelector('[role=alert], [aria-busy=true]')")).toBeNull();
  }, 180_000);
});
