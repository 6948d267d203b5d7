/** What people do with a flow. */
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

  it("is meant by the clock of whoever describes it", async () => {
    const { client, pages, signInAt, tab } = someone();
    await tab.page.emulateTimezone("Asia/Tokyo");
    await signInAt("/flows/new");
    await tab.fill("URL", `${pages.url}/lamps`);
    await tab.fill("Describe the data", "All lamps with title and price, every weekday at 7:30");
    await tab.push("Generate");
    await tab.see("Fields and types");
    await tab.push("Create flow");
    await tab.see("Activate starts its schedule");
    const [summary] = (await client.listFlows()).data;
    const { schedule } = await client.getFlow(summary?.id ?? "");
    expect(schedule).toEqual({ cron: "30 7 * * 1-5", timezone: "Asia/Tokyo" });
  });

  it("is not lost if another page is opened before it is saved", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Lamps", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt("/flows");
    await tab.push("Lamps");
    await tab.push("Edit");
    await tab.see("Fields and types");
    // Nothing is changed yet: nothing is asked.
    await tab.push("Cancel");
    await tab.see("Latest runs");
    await tab.push("Edit");
    await tab.see("Fields and types");
    await tab.fill("Name", "Lamps of the world");
    await tab.push("Runs");
    await tab.see("Leave without saving?");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push("Close");
    await tab.page.goBack({ timeout: 1_000 }).catch(() => {});
    await tab.see("Leave without saving?");
    await tab.push("Close");
    await tab.seeNoMore("Leave without saving?");
    await tab.push("Save");
    await tab.see("Latest runs");
    expect((await client.getFlow(id)).name).toBe("Lamps of the world");
    await tab.push("Edit");
    await tab.see("Fields and types");
    await tab.fill("Name", "Lamps of the moon");
    await tab.push("Alerts");
    await tab.push("Leave");
    await tab.see("No alerts");
    expect((await client.getFlow(id)).name).toBe("Lamps of the world");
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
    const { id } = await client.createFlow({
      name: "Shared",
      url: `${pages.url}/lamps`,
      mode: "extract",
      schedule: { every: "1d" },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.see("Fields and types");
    await client.updateFlow(id, { name: "Changed by another", schedule: { every: "45m" } });
    await tab.fill("Name", "Mine");
    await tab.push("Schedule");
    await tab.push("Save");
    await tab.see("Somebody changed this flow after you opened it.");
    await tab.see("You changed this too: name.");
    expect(await findViolations(tab)).toEqual([]);
    expect((await client.getFlow(id)).name).toBe("Changed by another");
    await tab.push("Discard mine");
    await tab.seeNoMore("Somebody changed this flow");
    await tab.push("Schedule");
    await tab.see("As text, such as 45m");
    await tab.push("Data");
    await client.updateFlow(id, { tags: ["theirs"] });
    await tab.fill("Name", "Mine");
    await tab.push("Save");
    await tab.see("Changed: tags.");
    await tab.push("Save my changes too");
    await tab.see("Latest runs");
    expect(await client.getFlow(id)).toMatchObject({ name: "Mine", tags: ["theirs"] });
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
