import { describe, expect, it } from "@jest/globals";
import { eventually, WINDOWS } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

type OneTab = ReturnType<typeof someone>["tab"];

const clickOn = async ({ page }: OneTab, name: string): Promise<void> => {
  const box = await page.waitForSelector(`[role=option][aria-label^=${JSON.stringify(name)}]`);
  await box?.click();
};

const rowsOf = ({ page }: OneTab) =>
  page.$$eval("table tbody tr", (found) =>
    found.map((row) => [...row.querySelectorAll("td, th")].map((cell) => cell.textContent)),
  );

describe("a page with selected elements", () => {
  it("is paginated by its next link, without an excluded advert, and with detail pages", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/goods`)}`);
    await tab.push("Point at the page");
    await clickOn(tab, "Oak Kettle");
    await tab.see("5 records, 1 field");
    await clickOn(tab, "Buy a car");
    await tab.push("Not a record");
    await tab.see("4 records, 1 field");
    expect((await rowsOf(tab)).flat()).toEqual(["Oak Kettle", "Tin Lamp", "Glass Bowl", "Iron Pan"]);
    await clickOn(tab, "Next");
    await tab.see("Follow the link to the next page");
    await tab.see("Next: goods?page=2");

    await clickOn(tab, "Oak Kettle");
    await tab.push("Follow this link");
    await tab.see("This page opened from a record.");
    await clickOn(tab, "SKU-0");
    await tab.see("1 record, 1 field");
    await tab.fill("Name of sku", "code");
    await tab.page.keyboard.press("Enter");
    await tab.page.waitForSelector('[role=option][aria-label*="column code"]');
    await tab.push("Add to the flow");
    await tab.see("From the page of each record: code");
    await tab.push("Create flow");
    await tab.see("Flow created as a draft. Run now runs it once");

    const { data } = await client.listFlows();
    const flow = await client.getFlow(data[0]?.id ?? "");
    expect(flow.steps.map(({ type }) => type)).toEqual(["navigate", "extract", "follow", "paginate"]);
    expect(flow.steps.at(-1)).toMatchObject({ selector: ".to-next" });
    expect(flow.outputSchema).toMatchObject({ title: "string", url: "url", code: "string" });
    const { id } = await client.createRun({ flowId: flow.id });
    const ended = await client.runs.wait(id);
    expect(ended.status).toBe("completed");
    const { data: items } = await client.listRunItems(id, { limit: 1 });
    expect(items[0]).toMatchObject({ title: "Oak Kettle", code: "SKU-0" });
  });

  it("is opened after a click on a button, which the flow repeats", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/hidden`)}`);
    await tab.push("Point at the page");
    await clickOn(tab, "Show the paints");
    await tab.push("Click it, then read the page");
    await clickOn(tab, "Red paint");
    await tab.see("4 records, 1 field");
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    const { data } = await client.listFlows();
    const { mode, steps } = await client.getFlow(data[0]?.id ?? "");
    expect(mode).toBe("interact");
    expect(steps.map(({ type }) => type)).toEqual(["navigate", "click", "extract"]);
  });

  it("shows what a run repaired, at its old and new place, and saves the repair", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Cards, before",
      url: `${pages.url}/cards`,
      mode: "extract",
      steps: [{ type: "extract", selector: "li.product", fields: ["title: h4", "price: .cost"] }],
      outputSchema: { title: "string", price: "price" },
      examples: [{ title: "Tin Lamp", price: "$11.85" }],
    });
    const run = await client.createRun({ flowId: id });
    expect(await client.runs.wait(run.id)).toMatchObject({ status: "completed", itemsExtracted: 6 });
    await signInAt(`/flows/${id}`);
    await tab.see("The page has changed");
    await tab.push("Show on the page");
    await tab.see("The new selectors find 12 values in 6 records.");
    expect(await tab.page.$$eval(".point-box.lit", (lit) => lit.length)).toBe(12);
    await tab.shoot("healed-desktop");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push("Old place");
    await tab.see("The old selectors find nothing on the page as it is now.");
    await tab.push("Fix the flow");
    await tab.see("Flow fixed.");
    await tab.seeNoMore("The page has changed");
    expect((await client.getFlow(id)).proposedPatch).toBeNull();
  });

  it("shows the fields of an existing flow, and changes them without affecting the rest", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Goods, by hand",
      url: `${pages.url}/goods`,
      mode: "extract",
      steps: [{ type: "extract", label: "goods", selector: "article.good", fields: ["name: h2 a", "brand"] }],
      outputSchema: { name: "string", brand: "string" },
      limits: { maxPages: 3 },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.push("Edit on the page");
    await tab.see("5 records, 2 fields");
    await tab.page.waitForSelector('[role=option][aria-label*="column name"]');
    await tab.see("has no single element");
    await clickOn(tab, "$20.50");
    await tab.page.waitForSelector('[role=option][aria-label*="column price"]');
    for (const [window, scheme] of [
      ["desktop", "dark"],
      ["phone", "light"],
    ] as const) {
      await tab.page.setViewport(WINDOWS[window]);
      await tab.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await tab.shoot(`point-${window}-${scheme}`);
      expect(await findViolations(tab)).toEqual([]);
    }
    await tab.push("Use these fields");
    await tab.push("Save");
    await tab.see("Flow saved.");
    const flow = await client.getFlow(id);
    expect(flow).toMatchObject({
      name: "Goods, by hand",
      limits: { maxPages: 3 },
      outputSchema: { name: "string", brand: "string", price: "price" },
    });
    // It had one page, and nobody asked for more.
    expect(flow.steps.some(({ type }) => type === "paginate")).toBe(false);
    const step = flow.steps.find(({ type }) => type === "extract");
    expect(step).toMatchObject({ label: "goods", fields: expect.arrayContaining(["brand"]) });
  });

  it("gives a picked value another size, another type and another selector", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/sizes`)}`);
    await tab.push("Point at the page");
    await clickOn(tab, "Oak Kettle");
    await tab.see("4 records, 1 field");
    await clickOn(tab, "$10.85");
    await tab.see("4 records, 2 fields");
    await tab.push("Wider");
    await tab.see("Costs $11.85 a piece");
    await tab.push("Narrower");
    await tab.seeNoMore("Costs $11.85 a piece");
    // The same by keys on the page.
    await tab.page.focus("[role=listbox]");
    await tab.page.keyboard.down("Shift");
    await tab.page.keyboard.press("ArrowUp");
    await tab.see("Costs $11.85 a piece");
    await tab.page.keyboard.press("ArrowDown");
    await tab.page.keyboard.up("Shift");
    await tab.seeNoMore("Costs $11.85 a piece");
    await tab.see("4 records, 2 fields");
    const field = await tab.page.$eval(
      '.point-fields li:nth-child(2) input[aria-label^="Name of"]',
      (input) => (input as { value?: string }).value ?? "",
    );
    await tab.choose(`Type of ${field}`, "string");
    await eventually(async () => expect((await rowsOf(tab))[0]).toEqual(["Oak Kettle", "$10.85"]));
    await tab.page.locator(`summary[aria-label="Advanced: ${field}"]`).click();
    await tab.fill(`Selector of ${field}`, `${field}: .cost`);
    await tab.page.keyboard.press("Enter");
    await eventually(async () =>
      expect((await rowsOf(tab))[0]).toEqual(["Oak Kettle", "Costs $10.85 a piece"]),
    );
    await tab.shoot("point-advanced");
    expect(await findViolations(tab)).toEqual([]);
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    const [flow] = (await client.listFlows()).data;
    const { outputSchema, steps } = await client.getFlow(flow?.id ?? "");
    expect(outputSchema[field]).toBe("string");
    expect(steps.find(({ type }) => type === "extract")).toMatchObject({
      fields: expect.arrayContaining([`${field}: .cost`]),
    });
  });
});
