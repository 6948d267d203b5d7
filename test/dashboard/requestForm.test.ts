/** The form that says how a flow's requests present themselves, and through which proxy they go. */
import { describe, expect, it } from "@jest/globals";
import { eventually } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";
import { findViolations } from "./violations.ts";

const someone = meetSomeone();

describe("a flow's requests", () => {
  it("get their headers, language, viewport and proxy in the editor, which says what is refused", async () => {
    const { client, pages, signInAt, tab } = someone();
    const { id } = await client.createFlow({ name: "Lamps", url: `${pages.url}/lamps`, mode: "extract" });
    await signInAt(`/flows/${id}/edit`);
    await tab.turnTo("Advanced");
    await tab.fill("Headers", "X-Store: vienna\nCookie: sid=1");
    await tab.fill("Languages", "de-AT, en");
    await tab.fill("Time zone", "Europe/Vienna");
    await tab.fill("User-Agent suffix", "acme");
    await tab.fill("Window width", "600");
    await tab.fill("Window height", "900");
    await tab.fill("Proxy", "http://ann:pw@proxy.example:8080");
    await tab.push("Ask as a phone");
    await tab.push("Save");
    await tab.see("Cookie");
    await tab.see("{{secret.proxy}}");
    expect(await client.getFlow(id)).not.toHaveProperty("request");
    expect(await findViolations(tab)).toEqual([]);
    await tab.shoot("request-form");

    await tab.fill("Headers", "X-Store: vienna\nX-Token: {{secret.token}}");
    await tab.fill("Proxy", "{{secret.proxy}}");
    await tab.push("Save");
    await tab.see("Flow saved.");
    expect(await client.getFlow(id)).toMatchObject({
      proxy: "{{secret.proxy}}",
      request: {
        headers: { "X-Store": "vienna", "X-Token": "{{secret.token}}" },
        language: "de-AT, en",
        timezone: "Europe/Vienna",
        userAgentSuffix: "acme",
        viewport: { width: 600, height: 900 },
        mobile: true,
      },
    });

    await tab.goTo(`/flows/${id}/edit`);
    await tab.turnTo("Advanced");
    const proxy = await tab.page.waitForSelector('::-p-aria([name="Proxy"][role="textbox"])');
    await proxy?.click({ count: 3 });
    await tab.page.keyboard.press("Backspace");
    await tab.push("Ask as a phone");
    await tab.push("Save");
    await eventually(async () => {
      const { proxy: left, request } = await client.getFlow(id);
      expect(left).toBeUndefined();
      expect(request).not.toHaveProperty("mobile");
    });
  });
});
