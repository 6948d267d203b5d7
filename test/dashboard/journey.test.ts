import { describe, expect, it } from "@jest/globals";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";
import { LAMPS } from "./world.ts";

const someone = meetSomeone();

describe("a flow", () => {
  it("is created step by step, tested on the real page, run, monitored and exported", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/lamps`);
    await tab.push("Build it by hand");
    await tab.fill("Name", "Lamps");
    await tab.push("Add step");
    await tab.fill("Selector", "li.lamp");
    await tab.fill("Fields", LAMPS.steps[0].fields.join("\n"));
    await tab.fill("New field name", "price");
    await tab.push("Add field");
    await tab.choose("Type of price", "price");
    await tab.push("Preview");
    await tab.see("20 records");
    await tab.see("Lamp 20");
    await tab.shoot("journey-preview");
    await tab.push("Create flow");
    await tab.see("Latest runs");
    const { data: flows } = await client.listFlows();
    expect(flows.map(({ name }) => name)).toEqual(["Lamps"]);
    // The preview counts as a run of the plan, and is in no list.
    expect((await client.listRuns()).total).toBe(0);
    expect((await client.listActivity()).data.map(({ type }) => type)).toEqual(["flow.created"]);
    expect((await client.getAnalytics()).totalRuns).toBe(0);
    expect((await client.getAccount()).usage.runs).toBe(1);

    await tab.push("Run now");
    await tab.see("Started a run of");
    await tab.see("Lamp 50");
    await tab.see("Completed");
    await tab.see("of 60");
    await tab.push("Next");
    await tab.see("Lamp 60");
    await tab.shoot("journey-run");

    await tab.goTo(`/flows/${flows[0]?.id}`);
    await tab.see("1 of 1 run");
  });

  it("is started without interrupting a user who has moved on", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Lamps", url: `${pages.url}/lamps`, mode: "extract" });
    let answer: (() => void) | undefined;
    await tab.page.setRequestInterception(true);
    tab.page.on("request", (request) => {
      const go = () => void request.continue();
      if (request.method() === "POST" && new URL(request.url()).pathname.endsWith("/runs")) answer = go;
      else go();
    });
    await signInAt(`/flows/${id}`);
    await tab.push("Run now");
    await eventually(async () => expect(answer).toBeDefined());
    await tab.push("Home");
    await tab.see("Get started");
    answer?.();
    await tab.see("Run queued.");
    expect(new URL(tab.page.url()).pathname).toBe("/dashboard/");
  });

  it("is generated from a prompt, and can be edited before it is created", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/lamps`);
    await tab.fill("Describe the data", "All lamps with title and price");
    await tab.push("Generate");
    await tab.see("Fields and types");
    await tab.fill("Name", "Lamps, from a sentence");
    await tab.shoot("journey-generated");
    await tab.push("Create flow");
    await tab.see("Latest runs");
    const [summary] = (await client.listFlows()).data;
    const flow = await client.getFlow(summary?.id ?? "");
    expect(flow.name).toBe("Lamps, from a sentence");
    expect(Object.keys(flow.outputSchema)).toEqual(expect.arrayContaining(["title", "price"]));
  });

  it("with a missing field says so first, and the field is added by selecting it on the page", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/cards`);
    await tab.fill("Describe the data", "All products with title and voltage");
    await tab.push("Generate");
    await tab.see("These fields are not collected.");
    await tab.shoot("journey-missing-field");
    await tab.push("Point at the page");
    await tab.see("6 records, 1 field");
    await (await tab.page.waitForSelector('[role=option][aria-label^="$10.85"]'))?.click();
    await tab.see("6 records, 2 fields");
    await tab.push("Use these fields");
    await tab.push("Create flow");
    await tab.see("Latest runs");
    const [summary] = (await client.listFlows()).data;
    const { outputSchema, description } = await client.getFlow(summary?.id ?? "");
    expect(outputSchema).toMatchObject({ title: "string", price: "price" });
    expect(description).not.toContain("voltage");
  });

  it("that cannot be generated from a prompt can be built by hand", async () => {
    const { signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", "http://10.0.0.1/");
    await tab.fill("Describe the data", "All lamps");
    await tab.push("Generate");
    await tab.see("target-refused");
    await tab.see("Or build it by hand");
    await tab.push("Build it by hand");
    await tab.see("Fields and types");
  });

  it("with invalid input marks the invalid field", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/lamps`);
    await tab.push("Build it by hand");
    await tab.push("Add step");
    await tab.fill("Selector", "li[");
    await tab.push("Create flow");
    await tab.see("steps[0].selector");
    await tab.see("invalid-request");
    const invalid = () =>
      tab.page.$eval("[aria-invalid=true]", (input) => (input as { value?: string }).value);
    await eventually(async () => expect(await invalid()).toBe("li["));
    await tab.shoot("journey-refused");
  });

  it("cannot be overwritten by someone who opened an older version", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Shared", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}/edit`);
    await tab.see("Fields and types");
    await client.updateFlow(id, { name: "Changed by another" });
    await tab.fill("Name", "Mine");
    await tab.push("Save");
    await tab.see("version-mismatch");
    expect((await client.getFlow(id)).name).toBe("Changed by another");
  });

  it("is activated, paused and, once confirmed, deleted", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Brief", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}`);
    await tab.push("Activate");
    await tab.see("Flow activated.");
    await tab.push("Pause");
    await tab.see("Flow paused.");
    await tab.push("More actions");
    await tab.push("Delete");
    await tab.see("Data collected so far is kept.");
    await tab.push("Delete flow");
    await tab.see("No flows yet");
    expect((await client.listFlows()).total).toBe(0);
  });

  it("never shows its secrets", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Behind a login",
      url: `${pages.url}/lamps`,
      mode: "interact",
    });
    await signInAt(`/flows/${id}?tab=secrets`);
    await tab.push("New secret");
    await tab.fill("Name", "password");
    await tab.fill("Value", "correct horse battery");
    await tab.push("Save secret");
    await tab.see("Secret saved.");
    expect((await client.getFlow(id)).secrets).toEqual(["password"]);
    expect(await tab.page.content()).not.toContain("correct horse battery");
  });
});

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
