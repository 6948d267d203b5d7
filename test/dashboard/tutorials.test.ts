/** Follows every step of docs/guide/tutorials.md in a browser, as its reader does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import type { ElementHandle } from "puppeteer-core";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const TEXT = readFileSync(join(import.meta.dirname, "../../docs/guide/tutorials.md"), "utf8");
const SHOP = "http://127.0.0.1:4600";

const someone = meetSomeone();

let shop: DemoSite;
let folder: string;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
  folder = mkdtempSync(join(tmpdir(), "gleaner-tutorials-"));
});
beforeEach(() => shop.unlock());
afterAll(async () => {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

type OneTab = ReturnType<typeof someone>["tab"];

/** The file that the tutorial makes with its command. */
const addresses = async (): Promise<string> => {
  const sitemap = await (await fetch(`${shop.url}/sitemap.xml`)).text();
  const found = [...sitemap.matchAll(/http:\/\/[^<]*\/product\/[^<]*/g)].slice(0, 500).map(([url]) => url);
  expect(found).toHaveLength(500);
  const file = join(folder, "addresses.txt");
  writeFileSync(file, `${found.join("\n")}\n`);
  return file;
};

const attach = async ({ page }: OneTab, label: string): Promise<void> => {
  const field = await page.waitForSelector(
    `::-p-xpath(//label[contains(., "${label}")]/..//input[@type="file"])`,
  );
  await (field as ElementHandle<never>).uploadFile(await addresses());
};

const chooseNamed = async (tab: OneTab, label: string, name: string): Promise<void> => {
  const option = await tab.page.waitForSelector(`::-p-xpath(//option[normalize-space(.)="${name}"])`);
  const value = await option?.evaluate((each) => (each as unknown as { value: string }).value);
  await tab.choose(label, value ?? "");
};

const pick = async ({ page }: OneTab, text: string): Promise<void> => {
  const box = await page.waitForSelector(`[role=option][aria-label^=${JSON.stringify(text)}]`);
  await box?.click();
  await page.waitForSelector(`[role=option][aria-label^=${JSON.stringify(text)}][aria-selected=true]`);
};

/** What a line of a tutorial tells its reader to do. */
const KINDS: readonly (readonly [RegExp, (tab: OneTab, ...parts: string[]) => Promise<void>])[] = [
  [/^\d+\. Click \*\*(.+?)\*\*\.$/, (tab, name = "") => tab.push(name)],
  [/^\d+\. Enter `(.+?)` in \*\*(.+?)\*\*\.$/, (tab, value = "", label = "") => tab.fill(label, value)],
  [
    /^\d+\. Choose `(.+?)` in \*\*(.+?)\*\*\.$/,
    (tab, name = "", label = "") => chooseNamed(tab, label, name),
  ],
  [/^\d+\. Choose the file `addresses\.txt` under \*\*(.+?)\*\*\.$/, (tab, label = "") => attach(tab, label)],
  [/^\d+\. Pick `(.+?)` on the page\.$/, (tab, text = "") => pick(tab, text)],
  [/^\d+\. Go back to the flow\.$/, async ({ page }) => void (await page.goBack())],
  [/^> (.+)$/, (tab, text = "") => tab.see(text)],
  [
    /^Now open `.+?` and click \*\*Redesign the shop\*\*\./,
    async () => void (await fetch(`${shop.url}/redesign`, { method: "POST" })),
  ],
];
const isStep = (line: string): boolean => /^\d+\. |^> |^Now open /.test(line);

const TUTORIALS = TEXT.split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = "", ...lines] = section.split("\n");
    return [title, lines.filter(isStep)] as const;
  });

describe("the tutorials", () => {
  it("are five, and end in what the reader sees", () => {
    expect(TUTORIALS.map(([title]) => title)).toHaveLength(5);
    for (const [, lines] of TUTORIALS) expect(lines.some((line) => line.startsWith("> "))).toBe(true);
  });

  it.each(TUTORIALS)(
    "work as written: %s",
    async (title, lines) => {
      const { signInAt, tab } = someone();
      await signInAt("/");
      for (const line of lines) {
        const here = line.replaceAll(SHOP, shop.url);
        const [kind, parts] = KINDS.flatMap(([pattern, act]) => {
          const found = pattern.exec(here);
          return found ? [[act, found.slice(1)] as const] : [];
        })[0] ?? [null, []];
        if (kind === null) throw new Error(`No reader knows how to do this: ${line}`);
        await kind(tab, ...parts).catch((error: unknown) => {
          throw new Error(`${title}: "${line}" cannot be done`, { cause: error });
        });
      }
      await tab.shoot(`tutorial-${title.toLowerCase().replaceAll(/\W+/g, "-")}`);
      expect(await findViolations(tab)).toEqual([]);
    },
    400_000,
  );
});
