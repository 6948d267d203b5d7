/** Single sign-on as people see it, with an identity provider that the test starts. */
import { afterAll, beforeAll, expect, it, jest } from "@jest/globals";
import { newAccount, testService } from "../helpers/api.ts";
import { type Chromium, eventually, openChromium, openTab, PATIENCE_MS } from "../helpers/dashboard.ts";
import { CLIENT, type OidcProvider, startOidcProvider } from "../helpers/oidcProvider.ts";
import { uniqueAddress } from "../helpers/people.ts";

jest.setTimeout(3 * PATIENCE_MS);
let provider: OidcProvider;
let chromium: Chromium;
beforeAll(async () => {
  provider = await startOidcProvider();
  chromium = await openChromium();
});
afterAll(async () => {
  await chromium?.close();
  await provider.stop();
});

it("is set up in settings, leads to the provider and back, and needs one click from then on", async () => {
  const email = uniqueAddress("owner");
  const account = await newAccount("scale", email);
  const context = await chromium.browser.createBrowserContext();
  const tab = await openTab(context, testService().dashboard.replace(/\/$/, ""));
  await tab.goTo("/settings?tab=people");
  await tab.signIn(account.apiKey ?? "");
  await tab.see("Single sign-on");
  await tab.push("Set up");
  await tab.fill("Issuer", "http://127.0.0.1:1");
  await tab.fill("Client ID", CLIENT.id);
  await tab.fill("Client secret", CLIENT.secret);
  await tab.fill("Roles by group", "data team");
  await tab.see('"data team" has no role');
  await tab.fill("Roles by group", "data team: editor");
  await tab.push("Save");
  await tab.see("opens no connection to this address");
  await tab.fill("Issuer", provider.issuer);
  await tab.shoot("sso-settings");
  await tab.push("Save");
  await tab.see("Single sign-on saved.");
  await tab.see(provider.issuer);
  const { signInUrl } = (await account.get("/account/sso")).body.data;
  await tab.see(signInUrl);
  await tab.shoot("sso-on");
  provider.redirectUris.add(signInUrl);
  provider.who = { sub: email, email, email_verified: true, groups: ["data team"] };
  await tab.push("Sign out");

  await tab.push("Sign in with your company's account");
  await tab.fill("Sign-in address", "somewhere");
  await tab.push("Continue");
  await tab.see("Enter your company's sign-in address");
  await tab.fill("Sign-in address", signInUrl);
  await tab.push("Continue");
  await tab.see(`You sign in at 127.0.0.1:${provider.port}`);
  await tab.shoot("sso-continue");
  await tab.push(`Go to 127.0.0.1:${provider.port}`);
  await tab.see(email);
  // Neither the address nor storage has what the provider returned.
  await eventually(() => expect(tab.page.url()).toMatch(/\/dashboard\/$/));
  expect(await tab.page.evaluate("document.cookie")).toBe("");
  await tab.push("Sign out");

  // A device's code waits meanwhile, and the company is remembered.
  await tab.goTo("/device#code=BCDF-GHJK");
  await tab.push("Continue");
  await tab.see("No device is waiting with this code.");
  await tab.goTo(`/sign-in/${signInUrl.split("/").at(-1)}?code=made-up&state=made-up`);
  await tab.see("This sign-in has expired, was used before, or began in another browser.");
  expect(tab.page.url()).not.toContain("made-up");
  await tab.push("Try again");
  await tab.push("Continue");
  await tab.see(email);
  expect(tab.complaints).toEqual([]);
  await context.close();
});
