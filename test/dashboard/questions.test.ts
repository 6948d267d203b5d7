import { describe, expect, it } from "@jest/globals";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

describe("a field with two possible values", () => {
  it("asks which one is meant, shows both on the page, and is decided by one click", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { page } = tab;
    await signInAt(`/flows/new?url=${encodeURIComponent(`${pages.url}/open`)}`);
    await tab.push("Point at the page");
    await tab.page.locator("summary ::-p-text(Or describe the data)").click();
    await tab.fill("Description", "The name and colour of this kettle");
    await tab.push("Find");
    await tab.see("Which is the colour?");
    // Each candidate is marked on the page.
    expect(await page.$$eval(".point-candidate", (marks) => marks.map((mark) => mark.textContent))).toEqual([
      "A",
      "B",
    ]);
    await tab.shoot("questions");
    expect(await findViolations(tab)).toEqual([]);
    const [, second] = await page.$$(".point-question button");
    const value = await second?.evaluate((button) => button.getAttribute("aria-label"));
    await second?.click();
    await eventually(async () => expect(await page.$(".point-question")).toBeNull());
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    const { data } = await client.listFlows();
    const flow = await client.getFlow(data[0]?.id ?? "");
    const isTop = value?.includes("Silver");
    const step = flow.steps.find(({ type }) => type === "extract");
    expect(step).toMatchObject({
      fields: expect.arrayContaining([expect.stringContaining(isTop ? "#top" : "#body")]),
    });
  });
});
