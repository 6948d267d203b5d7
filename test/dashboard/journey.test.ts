import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { testService, until } from "../helpers/api.ts";
import { openTab } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { LAMPS } from "./world.ts";

const someone = meetSomeone();

describe("signing in", () => {
  it("refuses a key that is not known, and says so", async () => {
    const { apiKey, tab } = someone();
    await tab.goTo("/");
    await tab.fill("API key", `${apiKey.slice(0, -1)}~`);
    await tab.push("Sign in");
    await tab.see("This API key isn't valid");
  });

  it("keeps the key for the tab alone, until one signs out", async () => {
    const { apiKey, context, signInAt, tab } = someone();
    await signInAt("/runs");
    await tab.see("No runs yet");
    await tab.goTo("/flows");
    await tab.see("No flows yet");
    expect(await tab.page.evaluate("JSON.stringify(localStorage)")).not.toContain(apiKey);
    expect(await tab.page.evaluate("document.cookie")).toBe("");
    const other = await openTab(context, testService().dashboard);
    await other.goTo("/");
    await other.see("Stored in this tab only");
    await tab.push("Sign out");
    await tab.see("Stored in this tab only");
    expect(await tab.page.evaluate("sessionStorage.length")).toBe(0);
  });

  it("is asked for again where the key is revoked in the middle, and leads back to the place", async () => {
    const { apiKey, client, tab } = someone();
    const made = await client.createKey({
      name: "Short-lived",
      scopes: ["flows:read", "runs:read", "alerts:read"],
    });
    await tab.goTo("/runs?status=failed");
    await tab.signIn(made.key);
    await tab.see("No runs with this status");
    await client.revokeKey(made.id);
    await tab.push("Flows");
    await tab.see("Your API key was revoked or has expired");
    await tab.signIn(apiKey);
    await tab.see("No flows yet");
    expect(tab.page.url()).toMatch(/\/dashboard\/flows$/);
  });

  it("says which scope is missing where a key may not see something", async () => {
    const { client, tab } = someone();
    const { key } = await client.createKey({ name: "Runs only", scopes: ["runs:read"] });
    await tab.goTo("/audit");
    await tab.signIn(key);
    await tab.see("audit:read");
    await tab.see("Use a key with the scope that the message names.");
  });
});

describe("a flow", () => {
  it("is created step by step, tried on the real page, run, watched and exported", async () => {
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
    // The preview was a run, which is gone: it was paid for all the same.
    expect((await client.listRuns()).total).toBe(0);
    expect((await client.getAccount()).usage.runs).toBe(1);

    await tab.push("Run now");
    await tab.see("Started a run of");
    await tab.see("Lamp 50");
    await tab.see("Completed");
    await tab.see("of 60");
    await tab.push("Next");
    await tab.see("Lamp 60");
    await tab.shoot("journey-run");
  });

  it("is written from a sentence, and can be changed before it is created", async () => {
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

  it("that cannot be written from a sentence can be written by hand all the same", async () => {
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

  it("that the API refuses is marked where it is wrong", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/lamps`);
    await tab.push("Build it by hand");
    await tab.push("Add step");
    await tab.fill("Selector", "li[");
    await tab.push("Create flow");
    await tab.see("steps[0].selector");
    await tab.see("invalid-request");
    const invalid = await tab.page.$eval(
      "[aria-invalid=true]",
      (input) => (input as { value?: string }).value,
    );
    expect(invalid).toBe("li[");
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
    await tab.push("Delete");
    await tab.see("Data collected so far is kept.");
    await tab.push("Delete flow");
    await tab.see("No flows yet");
    expect((await client.listFlows()).total).toBe(0);
  });

  it("keeps its secrets to itself", async () => {
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

describe("the first minutes", () => {
  it("lead from the home of an empty account to data in five clicks", async () => {
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
    await tab.see("Not found on the page");
    await tab.shoot("first-generated");
    expect(await tab.page.$$eval(".chip", (chips) => chips.map(({ textContent }) => textContent))).toEqual([
      expect.stringMatching(/^weight/),
    ]);
    expect(await tab.page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(
      "Records of the preview",
    );
    await tab.push("Create flow");
    await tab.push("Run now");
    await tab.see("Completed");
    await tab.push("Home");
    await tab.see("Get started: 2 of 4 done");
    const [flow] = (await client.listFlows()).data;
    expect(flow?.url).toBe(`${pages.url}/lamps`);
    // The preview was read off the page that had been opened for it: one run, not two.
    expect((await client.listRuns()).total).toBe(1);
  });

  it("begin with a template, whose address is still to be typed", async () => {
    const { signInAt, tab } = someone();
    await signInAt("/");
    await tab.page.locator("::-p-text(Price alerts)").click();
    await tab.see("Describe the data");
    const prompt = await tab.page.$eval("textarea", (area) => (area as unknown as { value: string }).value);
    expect(prompt).toContain("Alert me when the price falls");
    expect(await tab.page.evaluate("document.activeElement.placeholder")).toBe("shop.example/category");
  });
});

describe("the command menu", () => {
  it("opens with a key, finds a flow by its name and goes there", async () => {
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
    expect(tab.page.url()).toContain(`/flows/${id}`);
  });
});

describe("a run", () => {
  it("is watched while it works, and cancelled", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Endless",
      url: `${pages.url}/endless`,
      mode: "extract",
      steps: [
        { type: "extract", selector: "li.lamp", fields: ["title: h2"] },
        { type: "paginate", selector: "a[rel=next]" },
      ],
    });
    const { id } = await client.createRun({ flowId });
    await signInAt(`/runs/${id}`);
    await tab.see("Running");
    await tab.see("/endless (200)");
    await tab.see("Lamp 2");
    await tab.push("Cancel run");
    await tab.see("Run cancelled.");
    await tab.see("Run again");
    expect((await client.getRun(id)).status).toBe("cancelled");
  });

  it("is repeated, and read again from the pages that it kept", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
    });
    const { id } = await client.createRun({ flowId });
    await until(
      () => client.getRun(id),
      ({ status }) => status === "completed",
      60_000,
    );
    await signInAt(`/runs/${id}`);
    await tab.push("Re-extract");
    await tab.see("Pages from");
    const visits = pages.requests.length;
    await tab.see("Completed");
    expect(pages.requests.length).toBe(visits);
    await tab.push("Run again");
    await tab.see("Run queued.");
    expect((await client.listRuns()).total).toBe(3);
  });
});

describe("a run in a browser", () => {
  it("shows the pictures that it took", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Pictures",
      url: `${pages.url}/lamps`,
      mode: "interact",
      steps: [{ type: "screenshot" }, { ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
    });
    const { id } = await client.createRun({ flowId });
    await signInAt(`/runs/${id}`);
    await tab.see("Screenshots");
    await tab.page.waitForFunction("document.querySelector('.shots img')?.naturalWidth > 0");
    await tab.shoot("journey-screenshots");
  });
});

describe("an export", () => {
  it("is saved as a file with every item", async () => {
    const { client, context, pages, signInAt, tab } = someone();
    const flow = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
      steps: [{ ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
    });
    const { id } = await client.createRun({ flowId: flow.id });
    await until(
      () => client.getRun(id),
      ({ status }) => status === "completed",
      60_000,
    );
    const folder = await mkdtemp(join(tmpdir(), "gleaner-export-"));
    const session = await tab.page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", {
      behavior: "allow",
      downloadPath: folder,
      browserContextId: context.id,
    } as { behavior: "allow"; downloadPath: string });
    await signInAt(`/runs/${id}`);
    await tab.see("Lamp 25");
    await tab.push("Price");
    await tab.push("Price");
    await tab.page.waitForFunction(
      "document.querySelector('th[aria-sort=descending]') && document.querySelector('tbody tr').innerText.includes('Lamp 50')",
    );
    await tab.page.locator("input[type=search]").fill("lamp 49");
    await tab.page.waitForFunction("document.querySelectorAll('tbody tr').length === 1");
    await tab.push("Columns");
    await tab.page.locator('::-p-aria([name="URL"][role="menuitemcheckbox"])').click();
    await tab.page.keyboard.press("Escape");
    expect(
      await tab.page.$$eval("thead th", (heads) => heads.map(({ textContent }) => textContent?.trim())),
    ).toEqual(["Title", expect.stringContaining("Price")]);
    for (const [format, name] of [
      ["csv", `${id}.csv`],
      ["xlsx", `${id}.xlsx`],
    ] as const) {
      await tab.choose("Export format", format);
      await tab.push("Export");
      await until(
        () => readdir(folder),
        (files) => files.includes(name),
        60_000,
      );
    }
    const lines = (await readFile(join(folder, `${id}.csv`), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(61);
    expect((await readFile(join(folder, `${id}.xlsx`))).subarray(0, 2).toString()).toBe("PK");
    await rm(folder, { recursive: true });
  });
});
