import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "@jest/globals";
import { eventually, WINDOWS } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();
const run = promisify(execFile);

const shownCode = (): Promise<string> =>
  someone().tab.page.$eval("pre.code:not(.answer)", ({ textContent }) => textContent ?? "");

/** Runs the shown curl command with the caller's own key. */
const runShownCurl = async (): Promise<string> => {
  const script = (await shownCode()).replace("gl_live_…", someone().apiKey);
  return (await run("bash", ["-c", script])).stdout;
};

describe("the playground", () => {
  it("gives a page's Markdown, and the command that it shows gives the same", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/playground");
    await tab.fill("URL", `${pages.url}/goods`);
    await tab.push("Read the page");
    await tab.see("Oak Kettle");
    const shown = await tab.page.$eval("pre.answer", ({ textContent }) => textContent);
    expect(shown).toContain('title: "Goods"');
    expect(await runShownCurl()).toBe(shown);
    await tab.push("TypeScript");
    expect(await shownCode()).toContain('format: "markdown"');
    await tab.shoot("playground-markdown");
    expect(await findViolations(tab)).toEqual([]);
  });

  it("gives the records of a list with the fields asked for, and says which it did not find", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/playground?as=list");
    await tab.fill("URL", `${pages.url}/cards`);
    for (const field of ["title", "price", "voltage"]) {
      await tab.fill("New field name", field);
      await tab.push("Add field");
    }
    await tab.choose("Type of price", "price");
    await tab.push("Read the page");
    await tab.see("Answer: 6 records");
    await tab.see("Not found on this page: Voltage");
    await tab.push("JSON");
    await tab.see('"price": 10.85');
    const { data } = JSON.parse(await runShownCurl()) as { data: { items: unknown } };
    expect(await tab.page.$eval("pre.answer", ({ textContent }) => JSON.parse(textContent ?? ""))).toEqual(
      data.items,
    );
    await tab.page.setViewport(WINDOWS.phone);
    await tab.shoot("playground-phone");
    expect(await findViolations(tab)).toEqual([]);
  });

  it("turns a list into a flow that collects the same fields", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt(`/playground?as=list&url=${encodeURIComponent(`${pages.url}/cards`)}`);
    await tab.push("Read the page");
    await tab.see("Answer: 6 records");
    await tab.push("Turn it into a flow");
    await tab.see("6 records on this page");
    await tab.push("Create flow");
    await tab.see("Latest runs");
    const [flow] = (await client.listFlows()).data;
    const { outputSchema } = await client.getFlow(flow?.id ?? "");
    expect(Object.keys(outputSchema)).toEqual(expect.arrayContaining(["title", "price"]));
  });

  it("turns Markdown into a flow with the page's title as its name", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/playground");
    await tab.fill("URL", `${pages.url}/goods/0`);
    await tab.push("Read the page");
    await tab.see("Answer");
    await tab.push("Turn it into a flow");
    await tab.push("Create flow");
    await tab.see("Latest runs");
    const [summary] = (await client.listFlows()).data;
    const flow = await client.getFlow(summary?.id ?? "");
    expect([flow.name, flow.steps]).toEqual(["Oak Kettle", [{ type: "extract", as: "markdown" }]]);
  });

  it("shows a screenshot, taken in a browser", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/playground?as=screenshot");
    await tab.fill("URL", `${pages.url}/cards`);
    await tab.push("Read the page");
    await tab.see("Kept for 24 hours.");
    const width = "document.querySelector('img[alt=\"The page\"]').naturalWidth";
    await eventually(async () => expect(await tab.page.evaluate(width)).toBe(1280));
    await tab.shoot("playground-screenshot");
  });

  it("keeps the address editable when the page is refused, and continues from there", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/playground?as=record");
    await tab.fill("URL", "http://10.0.0.1/");
    await tab.push("Read the page");
    await tab.see("target-refused");
    await tab.fill("URL", `${pages.url}/goods/1`);
    await tab.push("Read the page");
    await tab.see("Made by Maker 1");
    await tab.seeNoMore("target-refused");
  });
});
