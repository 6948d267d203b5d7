import { describe, expect, it } from "@jest/globals";
import { createClient } from "../../client/index.ts";
import { testService } from "../helpers/api.ts";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { LAMPS } from "./world.ts";

const someone = meetSomeone("free");

describe("an API key", () => {
  it("is created, shown once, rotated and revoked", async () => {
    const { signInAt, tab } = someone();
    const shown = () => tab.page.$eval("output", ({ textContent }) => textContent ?? "");
    await signInAt("/settings");
    await tab.push("New key");
    await tab.fill("Name", "Nightly export");
    await tab.push("Read everything");
    await tab.push("Create key");
    await tab.see("You won't be able to see it again");
    const first = await shown();
    expect(first).toMatch(/^gl_live_\w{36}$/);
    const asHolder = (key: string) => createClient({ url: testService().url, apiKey: key });
    expect((await asHolder(first).listFlows()).total).toBe(0);
    await tab.shoot("journey-key");
    await tab.push("Done");
    await tab.see("Nightly export");
    expect(await tab.page.content()).not.toContain(first);

    await tab.push("Rotate Nightly export");
    await tab.choose("Old key expires", "0");
    await tab.push("Rotate key");
    await tab.see("You won't be able to see it again");
    const second = await shown();
    expect(second).not.toBe(first);
    expect((await asHolder(second).listFlows()).total).toBe(0);
    await expect(asHolder(first).listFlows()).rejects.toMatchObject({ code: "unauthenticated" });
    await tab.push("Done");

    await tab.push("Revoke Nightly export");
    await tab.push("Revoke key");
    await tab.see("revoked");
    await expect(asHolder(second).listFlows()).rejects.toMatchObject({ code: "unauthenticated" });
  });
});

describe("a link to a flow's latest data", () => {
  it("is created, opened without a key, and revoked", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      mode: "extract",
      url: `${pages.url}/lamps`,
      steps: [{ ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
      outputSchema: LAMPS.outputSchema,
    });
    await client.waitForRun((await client.createRun({ flowId: id })).id);
    await signInAt(`/flows/${id}?tab=share`);
    await tab.see("No links");
    await tab.push("New link");
    await tab.fill("Name", "Price sheet");
    await tab.push("Create link");
    await tab.see("You won't be able to see them again");
    const links = () =>
      tab.page.$$eval("output", (shown) => shown.map(({ textContent }) => textContent ?? ""));
    const isCsv = (link: string): boolean => link.includes("format=csv");
    await eventually(async () => expect((await links()).some(isCsv)).toBe(true));
    const csv = (await links()).find(isCsv) ?? "";
    const answer = await fetch(csv);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
    await tab.push("Done");
    await tab.push("Revoke Price sheet");
    await tab.push("Revoke link");
    await tab.see("Link revoked.");
    expect((await fetch(csv)).status).toBe(401);
  });
});

describe("a webhook and a ticket", () => {
  it("are created, tested and answered in the dashboard", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/webhooks");
    await tab.push("New webhook");
    await tab.fill("URL", `${pages.url}/hook`);
    await tab.push("Create webhook");
    await tab.see("You won't be able to see it again");
    await tab.push("Done");
    await tab.push("Send test");
    await tab.see("The test was delivered: HTTP 200.");
    await tab.see("webhook.test");
    await tab.push("Show 1 attempt");
    await tab.see("Attempts to deliver");
    await tab.push("Close");
    await tab.push("Replay");
    await tab.see("Redelivery queued.");
    await tab.push("Show 2 attempts");
    expect(pages.requests.filter((path) => path === "/hook")).toHaveLength(2);

    await tab.goTo("/tickets");
    await tab.push("New ticket");
    await tab.fill("Subject", "How do I pay?");
    await tab.push("Open ticket");
    await tab.see("No description.");
    await tab.choose("Status", "resolved");
    await tab.see("Saved.");
    const { data } = await client.listTickets();
    expect(data[0]).toMatchObject({ subject: "How do I pay?", status: "resolved" });
    await tab.push("Delete");
    await tab.push("Delete ticket");
    await tab.see("Ticket deleted.");
    expect((await client.listTickets()).total).toBe(0);
  });
});

describe("a message webhook", () => {
  it("is created in any format, and shows the response of its receiver", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id: flowId } = await client.createFlow({
      name: "Lamps, watched",
      mode: "monitor",
      url: `${pages.url}/lamps`,
      monitor: { watch: "text" },
    });
    await signInAt("/webhooks");
    await tab.push("New webhook");
    // Where there is a monitor, its alerts are ticked; each event says what it is.
    await tab.see("a monitor found a change");
    const ticked = await tab.page.$$eval("fieldset input:checked", (inputs) =>
      inputs.map((input) => input.closest("label")?.querySelector("code")?.textContent),
    );
    expect(ticked).toEqual(["run.completed", "run.failed", "alert.created"]);
    await tab.choose("Format", "custom");
    await tab.fill("URL", `${pages.url}/nowhere`);
    await tab.fill("Body", '{ "text": "{{tilte}}" }');
    await tab.push("Add header");
    await tab.fill("Name", "Authorization");
    await tab.fill("Value", "Bearer canary-4711");
    await tab.push("Only some flows");
    await tab.push("Lamps, watched");
    await tab.shoot("webhook-custom");
    await tab.push("Create webhook");
    await tab.see("{{tilte}} is unknown");
    await tab.fill("Body", '{ "text": "{{title}}" }');
    await tab.push("Create webhook");
    await tab.see("Send test");
    await tab.push("Send test");
    await tab.see("The test failed: HTTP 404");
    await tab.seeNoMore("canary");
    const { data } = await client.listWebhooks();
    expect(data).toMatchObject([
      {
        format: "custom",
        flowIds: [flowId],
        headers: { Authorization: "…" },
        template: { text: "{{title}}" },
      },
    ]);
  });
});

describe("a destination", () => {
  it("is made and tested in one step, changed without its secrets, and says why it fails", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/destinations");
    await tab.push("New destination");
    await tab.fill("Name", "Warehouse");
    await tab.choose("Type", "http");
    await tab.fill("URL", `${pages.url}/nowhere?token=canary-4711`);
    await tab.choose("Content", "latest");
    await tab.shoot("destination-new");
    await tab.push("Create and test");
    await tab.see("The test failed: The receiver answered 404.");
    await tab.seeNoMore("canary");
    await tab.push("Edit");
    await tab.fill("URL", `${pages.url}/hook`);
    await tab.push("Save");
    await tab.see("Saved.");
    await tab.push("Send test");
    await tab.see("The test was delivered.");
    const { id: flowId } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
      steps: [{ ...LAMPS.steps[0], fields: [...LAMPS.steps[0].fields] }],
    });
    await client.createRun({ flowId });
    await tab.see("60 rows");
    await tab.push("Show 1 attempt");
    await tab.see("Attempts to deliver");
    await tab.push("Close");
    await tab.push("Replay");
    await tab.see("Delivery queued.");
    await tab.push("Show 2 attempts");
    await tab.push("Close");
    await tab.push("Delete");
    await tab.push("Delete destination");
    await tab.see("Destination deleted.");
    expect((await client.listDestinations()).total).toBe(0);
  });

  it("is a Postgres table, whose password is hidden and kept", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/destinations");
    await tab.push("New destination");
    await tab.fill("Name", "Shop database");
    await tab.choose("Type", "postgres");
    const { hostname, port } = new URL(pages.url);
    await tab.fill("Host", hostname);
    await tab.fill("Port", port);
    await tab.fill("Database", "shop");
    await tab.fill("User", "gleaner");
    await tab.fill("Password", "canary-4711");
    await tab.fill("Table", "prices");
    await tab.choose("Content", "latest");
    await tab.shoot("destination-postgres");
    await tab.push("Create and test");
    await tab.see("The test failed: The server does not offer TLS.");
    await tab.push("Edit");
    await tab.fill("Table", "offers");
    await tab.push("Save");
    await tab.see("Saved.");
    const { data: made } = await client.destinations.list();
    expect(made.find(({ name }) => name === "Shop database")?.target).toMatchObject({
      ...{ type: "postgres", database: "shop", table: "offers", password: "…", tls: "verify" },
    });
  });
});

describe("a plan", () => {
  it("is bought in the dashboard, and is active when the user returns", async () => {
    const { client, tab, signInAt } = someone();
    await signInAt("/settings?tab=plan");
    await tab.see("€29.00 per month");
    await tab.push("Yearly");
    await tab.see("€290.50 per year");
    await tab.push("Change to pro");
    await tab.see("Sandbox checkout");
    await tab.see("price_pro_year");
    await tab.push("Pay");
    await tab.see("answered 200");
    await tab.goTo("/settings?tab=plan");
    await tab.see("Subscription, billed by the year");
    await tab.see("of 20,000");
    expect(await client.getAccount()).toMatchObject({ plan: "pro" });
  });

  it("has a budget that is saved, and refused if it is not an amount", async () => {
    const { client, tab, signInAt } = someone();
    await signInAt("/settings?tab=plan");
    await tab.fill("Monthly budget (US$)", "12,5");
    await tab.push("Save budget");
    await tab.see("Enter an amount such as 12.50.");
    expect(await client.getAccount()).toMatchObject({ maxMonthlyCostUsd: null });
    await tab.fill("Monthly budget (US$)", "12.5");
    await tab.push("Save budget");
    await tab.see("of $12.50");
    expect(await client.getAccount()).toMatchObject({ maxMonthlyCostUsd: 12.5 });
  });
});

describe("email", () => {
  it("goes to the configured recipients, and its log shows the outcome", async () => {
    const { client, tab, signInAt } = someone();
    await client.sendEmail({ to: "reader@example.com", subject: "Hello", template: "welcome", data: {} });
    await signInAt("/settings?tab=mail");
    await tab.see("Hello");
    await tab.choose("Minimum severity to email", "critical");
    await tab.fill("Alerts", "ops@example.com, night@example.com");
    await tab.push("Save");
    await tab.see("Saved.");
    expect(await client.getAccount()).toMatchObject({
      alertMailSeverity: "critical",
      mail: { alert: ["ops@example.com", "night@example.com"] },
    });
    await tab.fill("Alerts", "nobody");
    await tab.push("Save");
    await tab.see("mail.alert");
  });
});
