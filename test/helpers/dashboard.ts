/** Drives the dashboard in a real Chromium. */
import { mkdir } from "node:fs/promises";
import { type Browser, type BrowserContext, launch, type Page } from "puppeteer-core";
import { findExecutable } from "../../src/engine/browser/executable.ts";
import { createProfile } from "../../src/engine/browser/profile.ts";
import { browserSettings } from "./browser.ts";

/** Screenshots of all pages, for people to look at: `SCREENSHOTS=1 npx jest --selectProjects dashboard`. */
export const SCREENSHOT_FOLDER = ".screenshots/dashboard";
const { SCREENSHOTS } = process.env;

/** Generous, for busy machines. */
export const PATIENCE_MS = 60_000;

export const WINDOWS = {
  desktop: { width: 1280, height: 900 },
  phone: { width: 375, height: 812 },
} as const;

export interface Chromium {
  readonly browser: Browser;
  close(): Promise<void>;
}

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-zygote",
  "--font-render-hinting=none",
  "--lang=en-US",
];

export const openChromium = async (): Promise<Chromium> => {
  const { path, layerFolder } = await findExecutable(await browserSettings());
  const profile = await createProfile(layerFolder);
  const browser = await launch({
    executablePath: path,
    userDataDir: profile.folder,
    headless: "shell",
    pipe: true,
    // Drawn by the processor, a pulse that nobody sees takes as much of it as the page does.
    args: [...ARGUMENTS, "--force-prefers-reduced-motion"],
    env: { ...profile.environment, LANG: "en_US.UTF-8", LANGUAGE: "en_US" },
    protocolTimeout: 2 * PATIENCE_MS,
  });
  return {
    browser,
    close: async () => {
      await browser.close();
      await profile.remove();
    },
  };
};

const LOOK_AGAIN_MS = 50;

/** Not at every frame: the page would be laid out sixty times a second. */
const LOOK_AGAIN = { polling: LOOK_AGAIN_MS } as const;

const NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

/** Tries an assertion until it holds: a page follows a key or a click in its own time. */
export const eventually = async (assert: () => void | Promise<void>): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assert();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
};

/** A tab, operated by what users see: names of controls and texts. */
export interface Tab {
  readonly page: Page;
  /** Everything the browser reported: script errors and policy violations. */
  readonly complaints: readonly string[];
  goTo(path: string): Promise<void>;
  /** Waits until the text is on the page. */
  see(text: string): Promise<void>;
  /** Waits until the text is gone from the page. */
  seeNoMore(text: string): Promise<void>;
  /** Clicks the button, link or tab with this name. */
  push(name: string): Promise<void>;
  /** Opens the tab with this name within the page. Links of the menu may have the same name. */
  turnTo(name: string): Promise<void>;
  /** Replaces the content of the control with this label. */
  fill(label: string, value: string): Promise<void>;
  choose(label: string, value: string): Promise<void>;
  signIn(apiKey: string): Promise<void>;
  /** Waits until the page is drawn as it now is, and takes a screenshot of it where they are asked for. */
  shoot(name: string): Promise<void>;
}

const byRole = (role: string, name: string): string => `::-p-aria([name="${name}"][role="${role}"])`;

const isExpected = (text: string): boolean =>
  // The browser reports every error response by itself; the pages have to show them.
  /Failed to load resource: the server responded with a status of (?:4\d\d|502)/.test(text);

const listen = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on("pageerror", (error) => void complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) complaints.push(message.text());
  });
  return complaints;
};

/** @param url of the dashboard */
export const openTab = async (context: Browser | BrowserContext, url: string): Promise<Tab> => {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.setViewport(WINDOWS.desktop);
  const complaints = listen(page);

  const find = async (roles: readonly string[], name: string) =>
    page.locator(roles.map((role) => byRole(role, name)).join(", ")).waitHandle();
  const see = async (text: string): Promise<void> => {
    try {
      await page.waitForFunction(`document.body?.innerText.includes(${JSON.stringify(text)})`, LOOK_AGAIN);
    } catch (error) {
      const shown = await page.evaluate("document.body.innerText");
      throw new Error(`"${text}" is not to be seen at ${page.url()}, but:\n${shown}`, { cause: error });
    }
  };
  const fill = async (label: string, value: string): Promise<void> => {
    const control = ["textbox", "searchbox"].map((role) => byRole(role, label)).join(", ");
    await page.locator(control).fill(value);
  };
  const push = async (name: string): Promise<void> => {
    const control = await find(["button", "link", "tab", "checkbox", "radio", "menuitem"], name);
    await control.asLocator().click();
  };
  return {
    page,
    complaints,
    see,
    fill,
    push,
    turnTo: async (name) => {
      const control = await find(["tab"], name);
      await control.asLocator().click();
    },
    goTo: async (path) => {
      await page.goto(`${url}${path}`, { waitUntil: "domcontentloaded" });
    },
    seeNoMore: async (text) => {
      await page.waitForFunction(`!document.body?.innerText.includes(${JSON.stringify(text)})`, LOOK_AGAIN);
    },
    choose: async (label, value) => {
      const control = await find(["combobox", "listbox"], label);
      await control.select(value);
    },
    signIn: async (apiKey) => {
      await see("Sign in");
      await fill("API key", apiKey);
      await push("Sign in");
      await page.locator("nav[aria-label='Main']").waitHandle();
    },
    shoot: async (name) => {
      await page.evaluate(NEXT_FRAME);
      if (!SCREENSHOTS) return;
      await mkdir(SCREENSHOT_FOLDER, { recursive: true });
      await page.screenshot({ path: `${SCREENSHOT_FOLDER}/${name}.png`, fullPage: true });
    },
  };
};
