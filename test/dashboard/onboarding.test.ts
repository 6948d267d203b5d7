/** How people get to their first data, and find their flows again. */
import { describe, expect, it } from "@jest/globals";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

describe("a list of flows", () => {
  it("filters by tag, duplicates a flow, and acts on several at once", async () => {
    const { client, pages, signInAt, tab } = someone();
    const make = (name: string, tags: string[]) =>
      client.createFlow({ name, url: `${pages.url}/lamps`, mode: "extract", tags });
    const { id } = await make("Lamps", ["shop"]);
    await make("News", []);
    await signInAt("/flows");
    await tab.push("Only flows tagged shop");
    await tab.seeNoMore("News");
    await tab.push("Lamps");
    await tab.push("More actions");
    await tab.push("Duplicate");
    await tab.see("Lamps (copy)");
    expect(await findViolations(tab)).toEqual([]);
    await tab.goTo("/flows?tag=shop");
    await tab.push("Select Lamps");
    await tab.push("Select Lamps (copy)");
    await tab.see("2 flows selected");
    await tab.shoot("flows-selected");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push("Activate");
    await tab.see("2 flows activated.");
    const { data } = await client.listFlows({ tag: "shop" });
    expect(data.map(({ name, status }) => [name, status])).toEqual([
      ["Lamps (copy)", "active"],
      ["Lamps", "active"],
    ]);
    expect(data[1]?.id).toBe(id);
  });
});

describe("a flow's code snippets", () => {
  it("are shown in three languages, with the flow's own URL", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Lamps", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}?tab=share`);
    await tab.see("Use in code");
    await tab.see(`/flows/${id}/latest`);
    await tab.push("TypeScript");
    await tab.see("client.runs.createAndWait");
    await tab.push("Python");
    await tab.see("urllib.request");
    await tab.shoot("flow-in-code");
    expect(await findViolations(tab)).toEqual([]);
  });
});

describe("the guides", () => {
  it("open in the dashboard", async () => {
    const { signInAt, tab } = someone();
    await signInAt("/guide");
    await tab.page.waitForFunction("location.pathname.endsWith('/guide/index.html')");
    await tab.see("Your first flow");
  });
});

describe("onboarding", () => {
  it("offers a sample shop to users without a page of their own", async () => {
    const { client, signInAt, tab } = someone();
    await signInAt("/");
    await tab.push("Try the sample shop");
    await tab.see("Plain Oak Kettle");
    await tab.push("Create flow");
    await tab.see("Latest runs");
    const [flow] = (await client.listFlows()).data;
    expect(new URL(flow?.url ?? "").pathname).toBe("/catalogue");
  });

  it("leads from an empty account to data in five clicks", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/");
    await tab.see("What do you want to collect?");
    await tab.see("Get started: 0 of 4 done");
    expect(await tab.page.$(".chart")).toBeNull();
    await tab.shoot("first-home");
    // Typed without its scheme, as people do.
    await tab.fill("URL of a page", `${pages.url}/lamps`.replace("http://", ""));
    await tab.push("Continue");
    await tab.fill("Describe the data", "All lamps with title, price and weight");
    await tab.page.keyboard.down("Control");
    await tab.page.keyboard.press("Enter");
    await tab.page.keyboard.up("Control");
    await tab.see("of 60 records on this page");
    await tab.see("These fields are not collected.");
    await tab.shoot("first-generated");
    expect(
      await tab.page.$$eval(".reasons li", (notes) => notes.map(({ textContent }) => textContent)),
    ).toEqual(["weight No record of the list shows it."]);
    expect(await tab.page.$$eval(".reasons .visually-hidden, .reasons [title]", ({ length }) => length)).toBe(
      0,
    );
    await eventually(async () =>
      expect(await tab.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
        "Records of the preview",
      ),
    );
    await tab.push("Create flow");
    await tab.push("Run now");
    // The page of the flow says "Completed" as well.
    await eventually(async () => expect(tab.page.url()).toContain("/runs/"));
    await tab.see("Completed");
    await tab.push("Home");
    await tab.see("Get started: 2 of 4 done");
    const [flow] = (await client.listFlows()).data;
    expect(flow?.url).toBe(`${pages.url}/lamps`);
    // The preview was read off the page that had been opened for it: one run, not two.
    expect((await client.listRuns()).total).toBe(1);
  });

  it("names the fields whose values somebody should check", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/");
    await tab.fill("URL of a page", `${pages.url}/tables`);
    await tab.push("Continue");
    await tab.fill("Describe the data", "All tables with title, price and wood");
    await tab.push("Generate");
    await tab.see("Check these fields.");
    await tab.see("Beech");
    await tab.shoot("fields-to-check");
    expect(
      await tab.page.$$eval("[aria-label='Fields to check'] .chip", (chips) =>
        chips.map(({ textContent }) => textContent),
      ),
    ).toEqual(["wood"]);
    expect(await findViolations(tab)).toEqual([]);
  });

  it("can start with a template that needs a URL", async () => {
    const { signInAt, tab } = someone();
    await signInAt("/");
    await tab.page.locator("::-p-text(Price alerts)").click();
    await tab.see("Describe the data");
    const prompt = () => tab.page.$eval("textarea", (area) => (area as unknown as { value: string }).value);
    await eventually(async () => expect(await prompt()).toContain("Alert me when the price falls"));
    await eventually(async () =>
      expect(await tab.page.evaluate("document.activeElement.placeholder")).toBe("shop.example/category"),
    );
  });
});

describe("the command menu", () => {
  it("opens with a shortcut, finds a flow by its name and opens it", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Night lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
    });
    await signInAt("/runs");
    await tab.see("No runs yet");
    await tab.page.keyboard.down("Control");
    await tab.page.keyboard.press("k");
    await tab.page.keyboard.up("Control");
    await tab.see("Go to");
    await tab.page.keyboard.type("night");
    await tab.see("Night lamps");
    await tab.shoot("command-menu");
    await tab.page.keyboard.press("Enter");
    await tab.see("Latest runs");
    await eventually(() => expect(tab.page.url()).toContain(`/flows/${id}`));
  });
});
