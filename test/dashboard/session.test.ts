import { describe, expect, it } from "@jest/globals";
import { meetSomeone } from "./someone.ts";

const someone = meetSomeone();

describe("a flow's session", () => {
  it("is kept, imported and cleared on the Login tab, which never shows cookies", async () => {
    const { client, signInAt, tab } = someone();
    const { id } = await client.createFlow({
      name: "Orders",
      url: "https://shop.example/orders",
      mode: "extract",
    });
    await signInAt(`/flows/${id}`);
    await tab.push("Login");
    await tab.see("No session is kept");
    await tab.push("Keep the session");
    await tab.see("No session yet");
    await tab.push("Import cookies");
    await tab.fill("Or paste it", "canary\t of another file");
    await tab.push("Import");
    await tab.see("is not a cookie");
    await tab.fill("Or paste it", ".shop.example\tTRUE\t/\tTRUE\t0\tsid\tcanary-value");
    await tab.push("Import");
    await tab.see("Imported cookies");
    await tab.see("1 cookie");
    expect(await tab.page.content()).not.toContain("canary-value");
    await tab.shoot("flow-session");
    expect(await client.getFlowSession(id)).toMatchObject({ kept: true, source: "import" });
    await tab.push("Clear");
    await tab.push("Clear session");
    await tab.see("No session yet");
    expect(await client.getFlowSession(id)).toMatchObject({ kept: false });
  });
});
