/** The jobs of a new user, with the number of clicks that each may take (docs/writing.md). */
import { describe, expect, it } from "@jest/globals";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

/** The tab of the test, which counts what is clicked and chosen. */
const counting = () => {
  const { tab } = someone();
  let clicks = 0;
  const count =
    <A extends unknown[]>(act: (...given: A) => Promise<void>) =>
    (...given: A) => {
      clicks += 1;
      return act(...given);
    };
  return {
    push: count(tab.push),
    choose: count(tab.choose),
    turnTo: count(tab.turnTo),
    clicks: () => clicks,
  };
};

describe("a new user", () => {
  it("gets 1,000 rows of the sample shop in 3 clicks", async () => {
    const { client, signInAt, tab } = someone();
    await signInAt("/");
    const { push, clicks } = counting();
    await push("Try the sample shop");
    await tab.see("Plain Oak Kettle");
    await push("Create flow");
    await push("Run now");
    await eventually(() => expect(tab.page.url()).toContain("/runs/"));
    await tab.see("of 1,000");
    expect(clicks()).toBeLessThanOrEqual(3);
    expect((await client.listRuns()).data[0]?.itemsExtracted).toBe(1_000);
  });

  it("reads a page as Markdown in 1 click", async () => {
    const { pages, signInAt, tab } = someone();
    await signInAt("/playground");
    const { push, clicks } = counting();
    await tab.fill("URL", `${pages.url}/goods`);
    await push("Read the page");
    await tab.see('title: "Goods"');
    expect(clicks()).toBeLessThanOrEqual(1);
  });

  it("turns a flow into a daily monitor in 5 clicks", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Lamps",
      url: `${pages.url}/lamps`,
      mode: "extract",
      steps: [{ type: "extract", selector: "li.lamp", fields: ["title: h2", "price: .price"] }],
      outputSchema: { title: "string", price: "price" },
    });
    await signInAt(`/flows/${id}`);
    const { push, choose, clicks } = counting();
    await push("Watch for changes");
    await choose("How often", "1d");
    await tab.shoot("watch-flow");
    expect(await findViolations(tab)).toEqual([]);
    await push("Start watching");
    await tab.see("Watching.");
    expect(clicks()).toBeLessThanOrEqual(5);
    expect(await client.getFlow(id)).toMatchObject({
      mode: "monitor",
      status: "active",
      schedule: { every: "1d" },
    });
  });

  it("gets the pages of a site as Markdown in 5 clicks", async () => {
    const { client, pages, signInAt, tab } = someone();
    await signInAt("/");
    const { push, clicks } = counting();
    await tab.fill("URL of a page", `${pages.url}/goods`);
    await push("Crawl the site");
    await push("Crawl");
    await eventually(() => expect(tab.page.url()).toContain("/runs/"));
    await tab.see("Completed");
    await tab.see("Made by Maker 1");
    expect(clicks()).toBeLessThanOrEqual(5);
    const [flow] = (await client.listFlows()).data;
    expect(flow?.name).toMatch(/^Crawl of /);
  });

  it("sends alerts to Slack in 4 clicks", async () => {
    const { client, signInAt, tab } = someone();
    await signInAt("/");
    const { push, choose, clicks } = counting();
    await push("Webhooks");
    await push("New webhook");
    await choose("Format", "slack");
    await tab.fill("URL", "https://hooks.slack.com/services/T0/B0/x");
    await push("Create webhook");
    await eventually(async () =>
      expect((await client.listWebhooks()).data).toEqual([
        expect.objectContaining({ format: "slack", events: expect.arrayContaining(["alert.created"]) }),
      ]),
    );
    expect(clicks()).toBeLessThanOrEqual(4);
  });

  it("makes a link for a spreadsheet in 3 clicks", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Lamps", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}`);
    const { push, turnTo, clicks } = counting();
    await turnTo("Share");
    await push("New link");
    await tab.fill("Name", "Price sheet");
    await push("Create link");
    await tab.see(`/flows/${id}/latest`);
    expect(clicks()).toBeLessThanOrEqual(3);
  });
});
