/** Flows that take inputs, lists of URLs and whole sites, created and run in the dashboard. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { until } from "../helpers/api.ts";
import { eventually, PATIENCE_MS, WINDOWS } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

const scratch = mkdtempSync(join(tmpdir(), "gleaner-lists-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Pushes the button that sends the form of the open dialog. */
const send = () => someone().tab.page.locator("[role=dialog] button[type=submit]").click();

describe("a flow with inputs", () => {
  it("asks for its inputs when it is previewed, run and scheduled", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", pages.url);
    await tab.push("Build it by hand");
    await tab.fill("Name", "One list");
    await tab.fill("URL", `${pages.url}/{{input.list}}`);
    await tab.push("Add step");
    await tab.fill("Selector", "li.lamp");
    await tab.fill("Fields", "title: h2");
    await tab.turnTo("Advanced");
    await tab.fill("Inputs", "list\npage number");
    await tab.turnTo("Schedule");
    await tab.choose("Runs", "every");
    await tab.fill("Input", "list = lamps\npage = 3");
    await tab.push("Preview");
    await tab.see("Preview with input");
    await tab.fill("list", "lamps");
    await tab.fill("page", "1");
    expect(await findViolations(tab)).toEqual([]);
    await send();
    await tab.see("Lamp 20");
    await tab.push("Create flow");
    await tab.push("Run now");
    await tab.shoot("lists-flow");
    await tab.see("Run with input");
    await tab.fill("list", "lamps");
    await tab.fill("page", "many");
    await send();
    await tab.see("must be a number");
    await tab.fill("page", "2");
    await send();
    await tab.see("Input: list");
    await tab.see("Lamp 25");
    const [flow] = (await client.listFlows()).data;
    expect((await client.getFlow(flow?.id ?? "")).schedule).toMatchObject({
      every: "1d",
      input: { list: "lamps", page: 3 },
    });
  });
});

describe("a list of URLs", () => {
  it("is uploaded as a file and run; an invalid file is refused where it was chosen", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "One", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}`);
    const choose = async (name: string, content: string) => {
      const file = join(mkdtempSync(join(scratch, "list-")), name);
      writeFileSync(file, content);
      const input = await tab.page.waitForSelector("input[type=file]");
      await input?.toElement("input").then((chooser) => chooser.uploadFile(file));
    };
    await tab.push("Run a list");
    await tab.see("The flow's steps run on each.");
    await tab.page.locator("[role=dialog] summary").click();
    await tab.push("Find URLs");
    await tab.see("found");
    expect(await findViolations(tab)).toEqual([]);
    await choose("list.csv", "name\nLamp\n");
    await send();
    await tab.see("there is no URL in it");
    await choose("list.csv", `name,page\nLamps,${pages.url}/lamps\n`);
    await send();
    await tab.see("Lamp 20");
    const [run] = (await client.listRuns({ flowId: id })).data;
    expect(run?.pages).toEqual({ completed: 1, failed: 0, skipped: 0 });
  });

  it("shows which pages failed and why, and retries only those", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Two", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}/edit`);
    await tab.push("Advanced");
    await tab.page.locator("form details summary ::-p-text(Find URLs on a site)").click();
    await tab.push("Find URLs");
    await tab.see("found");
    expect(await findViolations(tab)).toEqual([]);
    const listed = await tab.page.$eval('::-p-aria([name="URLs"][role="textbox"])', (area) =>
      String(Reflect.get(area, "value")).split("\n"),
    );
    expect(listed).toContain(`${pages.url}/lamps`);
    await tab.fill("URLs", `${pages.url}/lamps\n${pages.url}/gone`);
    await tab.push("Save");
    await tab.push("Overview");
    await tab.see("2 URLs");
    await tab.push("Run now");
    await tab.see("Retry failed");
    await tab.page.locator(`a[href="${pages.url}/gone"]`).waitHandle();
    await tab.see("status 404");
    await tab.shoot("lists-pages");
    expect(await findViolations(tab)).toEqual([]);
    await tab.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await tab.page.setViewport(WINDOWS.phone);
    await tab.shoot("lists-pages-phone");
    expect(await findViolations(tab)).toEqual([]);
    await eventually(async () =>
      expect(await tab.page.evaluate("document.documentElement.scrollWidth")).toBe(WINDOWS.phone.width),
    );
    await tab.page.setViewport(WINDOWS.desktop);
    await tab.choose("Pages to show", "completed");
    const shown = () =>
      tab.page.$$eval("caption", (captions) =>
        captions
          .filter((each) => each.textContent === "Pages")
          .map((each) => each.parentElement?.textContent),
      );
    const [table] = await until(shown, ([text = "404"]) => !text.includes("404"), PATIENCE_MS);
    expect(table).toContain(`${pages.url}/lamps`);
    const first = tab.page.url();
    await tab.push("Retry failed");
    await tab.page.waitForFunction(`location.href !== ${JSON.stringify(first)}`);
    await tab.see("Retry failed");
    const retriedId = tab.page.url().split("/").at(-1) ?? "";
    expect((await client.listRunPages(retriedId)).data).toMatchObject([
      { url: `${pages.url}/gone`, status: "failed" },
    ]);
  });
});

describe("a crawl", () => {
  it("accepts several patterns, one per line, and saves them", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", pages.url);
    await tab.push("Build it by hand");
    await tab.fill("Name", "Shop");
    await tab.push("Add step");
    await tab.choose("Type of step 1", "crawl");
    await tab.fill("URL patterns", "/lamps/*\n/chairs/*");
    await tab.fill("URL patterns to skip", "*?sort=*");
    await tab.push("Create flow");
    await tab.see("Run now");
    const [flow] = (await client.listFlows()).data;
    const { steps } = await client.getFlow(flow?.id ?? "");
    expect(steps).toMatchObject([{ type: "crawl", match: ["/lamps/*", "/chairs/*"], exclude: ["*?sort=*"] }]);
  });
});

describe("a file in place of a URL", () => {
  it("is uploaded when chosen, read in the preview and collected by the flow", async () => {
    const { signInAt, tab } = someone();
    const file = join(scratch, "prices.csv");
    writeFileSync(file, "article,price\nOak kettle,12.50\nAsh bowl,9.00\nElm spoon,3.25\n");
    await signInAt("/flows/new");
    const input = await tab.page.waitForSelector("input[type=file]");
    await input?.toElement("input").then((chooser) => chooser.uploadFile(file));
    await tab.see("prices.csv is uploaded and kept until");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("lists-file");
    await tab.push("Build it by hand");
    await tab.push("Preview");
    await tab.see("Oak kettle");
    await tab.push("Create flow");
    await tab.push("Run now");
    await tab.see("3 items");
  });
});
