import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { DEMO_LOGIN, ORDER_COUNT } from "../../local/demo-site/areas/account.ts";
import { type DemoSite, startDemoSite } from "../../local/demo-site/site.ts";
import { listenOnReserved } from "../helpers/pageServer.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

const MAX_CLICKS = 8;

let shop: DemoSite;
beforeAll(async () => {
  shop = await listenOnReserved((port) => startDemoSite({ port }));
});
afterAll(() => shop.stop());

type OneTab = ReturnType<typeof someone>["tab"];

const clickOn = async ({ page }: OneTab, name: string): Promise<void> => {
  const box = await page.waitForSelector(`[role=option][aria-label^=${JSON.stringify(name)}]`);
  await box?.click();
};

describe("a page behind a login", () => {
  it("is pointed at after signing in with a user name and a password", async () => {
    const { client, signInAt, tab } = someone();
    await signInAt("/flows/new");
    await tab.fill("URL", `${shop.url}/account/orders`);
    let clicks = 1;
    await tab.push("Point at the page");
    await tab.see("This page has a login form");
    await tab.fill("User name or email", DEMO_LOGIN.username);
    await tab.fill("Password", DEMO_LOGIN.password);
    await tab.page.waitForFunction("document.querySelector('.point-canvas img')?.naturalWidth > 0");
    await tab.shoot("point-login");
    expect(await findViolations(tab)).toEqual([]);
    clicks += 1;
    await tab.push("Sign in");
    await clickOn(tab, "O-2001");
    clicks += 1;
    await tab.see(`${ORDER_COUNT} records, 1 field`);
    expect(await tab.page.content()).not.toContain("This page has a login form");
    await tab.shoot("point-behind-login");
    await tab.push("Full width");
    const widthOf = (selector: string) =>
      tab.page.$eval(selector, (element) => element.getBoundingClientRect().width);
    expect(await widthOf(".point-scroll")).toBeGreaterThan(0.95 * (await widthOf(".point")));
    await tab.shoot("point-full-width");
    clicks += 1;
    await tab.push("Create flow");
    await tab.see("Flow created as a draft.");
    expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);

    const { data } = await client.listFlows();
    expect(data).toHaveLength(1);
    const flow = await client.getFlow(data[0]?.id ?? "");
    expect(flow).toMatchObject({
      mode: "interact",
      session: { keep: true },
      url: `${shop.url}/account/orders`,
    });
    expect(JSON.stringify(flow)).not.toContain(DEMO_LOGIN.password);
    // Named after its column.
    expect(flow.outputSchema).toEqual({ order: "string" });
    for (const session of ["signed in by the run", "kept from the run before"]) {
      const { id } = await client.createRun({ flowId: flow.id });
      expect({ session, ...(await client.runs.wait(id)) }).toMatchObject({
        session,
        status: "completed",
        itemsExtracted: ORDER_COUNT,
      });
    }
  });

  it("asks again for a password that the site refuses", async () => {
    const { client, signInAt, tab } = someone();
    await signInAt(`/flows/new?url=${encodeURIComponent(`${shop.url}/account/orders`)}`);
    await tab.push("Point at the page");
    await tab.fill("User name or email", DEMO_LOGIN.username);
    await tab.fill("Password", "not the password");
    await tab.push("Sign in");
    await tab.see("still shows the login form");
    await tab.fill("Password", DEMO_LOGIN.password);
    await tab.push("Sign in");
    await clickOn(tab, "O-2001");
    await tab.see(`${ORDER_COUNT} records, 1 field`);
    expect((await client.listFlows()).data).toHaveLength(1);
  });
});
