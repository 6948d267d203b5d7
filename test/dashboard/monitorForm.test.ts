/** Conditions and schedules that are put together by choosing. */
import { describe, expect, it } from "@jest/globals";
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
  it("are chosen from menus, with their text beside, and stored as that text", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "monitor",
      steps: [{ type: "extract", selector: "li.lamp", fields: ["title: h2", "price: .price"] }],
      outputSchema: { title: "string", price: "price" },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.see("Add condition");
    await tab.choose("When", "price");
    await tab.choose("Condition", "below");
    await tab.fill("Value", "20");
    await tab.push("Add condition");
    await tab.choose("When", "added");
    await tab.push("Add condition");
    await tab.choose("Conditions to match", "all");
    await tab.choose("Alert severity", "warning");
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
    });
  });

  it("can be written instead, and what is written is chosen again", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "monitor",
      schedule: { every: "45m" },
    });
    await signInAt(`/flows/${id}/edit`);
    await tab.see("As text, such as 45m");
    await tab.fill("Conditions", 'title contains "lamp"\nremoved');
    await tab.fill("Interval", "6h");
    await tab.push("Save");
    await tab.push("Overview");
    await tab.see("Every 6 hours");
    expect(await client.getFlow(id)).toMatchObject({
      monitor: { conditions: ['title contains "lamp"', "removed"] },
      schedule: { every: "6h" },
    });
    await tab.goTo(`/flows/${id}/edit`);
    await tab.see("Add condition");
    const chosen = await tab.page.waitForSelector('::-p-aria([name="Every"][role="combobox"])');
    expect(await chosen?.evaluate((select) => (select as { value?: string }).value)).toBe("6h");
  });
});
