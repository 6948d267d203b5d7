/** Conditions and schedules that are put together by choosing. */
import { describe, expect, it } from "@jest/globals";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

/** A time input takes no typed text in every locale: its value is set as the browser's picker does. */
const SET_TIME = `{
  const input = document.querySelector("input[type=time]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(input, "07:30");
  input.dispatchEvent(new Event("input", { bubbles: true }));
}`;

describe("a monitor's conditions and schedule", () => {
  it("can be chosen in menus, which show the stored text", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "monitor",
      steps: [{ type: "extract", selector: "li.lamp", fields: ["title: h2", "price: .price"] }],
      outputSchema: { title: "string", price: "price" },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.turnTo("Alerts");
    await tab.choose("When", "price");
    await tab.choose("Condition", "below");
    await tab.fill("Value", "20");
    await tab.push("Add condition");
    await tab.choose("When", "added");
    await tab.push("Add condition");
    await tab.choose("Conditions to match", "all");
    await tab.choose("Alert severity", "warning");
    await tab.choose("Empty values of Price", "0.1");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("alerts-form");
    await tab.turnTo("Schedule");
    await tab.choose("Runs", "days");
    await tab.choose("Days", "1-5");
    await tab.page.evaluate(SET_TIME);
    await tab.see("As a cron expression: 30 7 * * 1-5");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("monitor-form");
    await tab.push("Save");
    await tab.push("Overview");
    await tab.see("Monday to Friday at 07:30");
    expect(await client.getFlow(id)).toMatchObject({
      monitor: { conditions: ["price < 20", "added"], match: "all", severity: "warning" },
      schedule: { cron: "30 7 * * 1-5", timezone: expect.any(String) },
      expect: { maxNullShare: { price: 0.1 } },
    });
  });

  it("can be typed, and the menus show what was typed", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "monitor",
      schedule: { every: "45m" },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.turnTo("Schedule");
    await tab.fill("Interval", "6h");
    await tab.turnTo("Alerts");
    await tab.page.locator("summary::-p-text(Write conditions)").click();
    await tab.fill("Conditions", 'title contains "lamp"\nremoved');
    await tab.push("Save");
    await tab.push("Overview");
    await tab.see("Every 6 hours");
    expect(await client.getFlow(id)).toMatchObject({
      monitor: { conditions: ['title contains "lamp"', "removed"] },
      schedule: { every: "6h" },
    });
    await tab.goTo(`/flows/${id}/edit`);
    await tab.turnTo("Schedule");
    const chosen = await tab.page.waitForSelector('::-p-aria([name="Every"][role="combobox"])');
    expect(await chosen?.evaluate((select) => (select as { value?: string }).value)).toBe("6h");
  });

  it("that are invalid open the tab on which they are edited", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Lamps", url: `${pages.url}/lamps`, mode: "monitor" });
    await signInAt(`/flows/${id}/edit`);
    await tab.turnTo("Alerts");
    await tab.page.locator("summary::-p-text(Write conditions)").click();
    await tab.fill("Conditions", "price gets lower");
    await tab.turnTo("Data");
    await tab.push("Save");
    await tab.see("is not a condition");
    const selected = () =>
      tab.page.$eval("[role=tab][aria-selected=true]", ({ textContent }) => textContent ?? "");
    await eventually(async () => expect(await selected()).toContain("Alerts"));
    const invalid = () =>
      tab.page.$eval("[aria-invalid=true]", (input) => (input as { value?: string }).value);
    await eventually(async () => expect(await invalid()).toBe("price gets lower"));
  });

  it("turn a flow into a monitor from its alerts", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
      outputSchema: { title: "string", price: "price" },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.turnTo("Alerts");
    await tab.push("Report changes");
    await tab.choose("Condition", "falls");
    await tab.push("Add condition");
    await tab.push("Save");
    await tab.see("Flow saved.");
    expect(await client.getFlow(id)).toMatchObject({
      mode: "monitor",
      monitor: { conditions: ["price falls"] },
    });
  });
});
