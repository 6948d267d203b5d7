import { describe, expect, it } from "@jest/globals";
import { testService } from "../helpers/api.ts";
import { eventually, openTab } from "../helpers/dashboard.ts";
import { meetSomeone } from "./someone.ts";

const someone = meetSomeone();

describe("signing in", () => {
  it("refuses an unknown key with an explanation", async () => {
    const { apiKey, tab } = someone();
    await tab.goTo("/");
    await tab.fill("API key", `${apiKey.slice(0, -1)}~`);
    await tab.push("Sign in");
    await tab.see("This API key isn't valid");
  });

  it("keeps the key in the tab only, until signing out", async () => {
    const { apiKey, context, signInAt, tab } = someone();
    await signInAt("/runs");
    await tab.see("No runs yet");
    await tab.goTo("/flows");
    await tab.see("No flows yet");
    expect(await tab.page.evaluate("JSON.stringify(localStorage)")).not.toContain(apiKey);
    expect(await tab.page.evaluate("document.cookie")).toBe("");
    const other = await openTab(context, testService().dashboard);
    await other.goTo("/");
    await other.see("Stored in this tab only");
    await tab.push("Sign out");
    await tab.see("Stored in this tab only");
    await eventually(async () => expect(await tab.page.evaluate("sessionStorage.length")).toBe(0));
  });

  it("is required again when the key is revoked, and returns to the same place", async () => {
    const { apiKey, client, tab } = someone();
    const made = await client.createKey({
      name: "Short-lived",
      scopes: ["flows:read", "runs:read", "alerts:read"],
    });
    await tab.goTo("/runs?status=failed");
    await tab.signIn(made.key);
    await tab.see("No runs with this status");
    await client.revokeKey(made.id);
    await tab.push("Flows");
    await tab.see("Your API key was revoked or has expired");
    await tab.signIn(apiKey);
    await tab.see("No flows yet");
    await eventually(() => expect(tab.page.url()).toMatch(/\/dashboard\/flows$/));
  });

  it("names the missing scope", async () => {
    const { client, tab } = someone();
    const { key } = await client.createKey({ name: "Runs only", scopes: ["runs:read"] });
    await tab.goTo("/audit");
    await tab.signIn(key);
    await tab.see("audit:read");
    await tab.see("Use a key with the scope that the message names.");
  });
});
