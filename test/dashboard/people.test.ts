import { describe, expect, it } from "@jest/globals";
import { newAccount, testService, until } from "../helpers/api.ts";
import { eventually, openTab } from "../helpers/dashboard.ts";
import { mailsTo, TestBrowser, tokenIn, uniqueAddress } from "../helpers/people.ts";
import { meetSomeone } from "./someone.ts";

const someone = meetSomeone();

/** Opens the n-th sign-in link that an address got. */
const linkOf = async (email: string, n = 1): Promise<string> => {
  const mails = await until(
    () => mailsTo(email, /sign-in/),
    (found) => found.length >= n,
  );
  return `/sign-in#token=${tokenIn(mails[n - 1] ?? { text: "" })}`;
};

describe("signing in with email", () => {
  it("emails a link, opens it, and ends with signing out", async () => {
    const { tab } = someone();
    const email = uniqueAddress("owner");
    await newAccount("scale", email);
    await tab.goTo("/");
    await tab.fill("Email", email);
    await tab.shoot("sign-in");
    await tab.push("Email me a link");
    await tab.see("a link is on its way");
    await tab.goTo(await linkOf(email));
    await tab.see("Sign in to Gleaner");
    await tab.shoot("sign-in-link");
    await tab.push("Sign in");
    await tab.see(email);
    expect(tab.page.url()).toMatch(/\/dashboard\/$/);
    expect(await tab.page.evaluate("document.cookie")).toBe("");
    await tab.goTo("/flows");
    await tab.see("No flows yet");
    await tab.push("Sign out");
    await tab.see("Email me a link");
    await tab.goTo("/flows");
    await tab.see("Email me a link");
  });

  it("asks for the email address if the link is opened in another browser", async () => {
    const { context, tab } = someone();
    const email = uniqueAddress("owner");
    await newAccount("scale", email);
    await new TestBrowser().call("POST", "/sign-in", { email });
    await tab.goTo(await linkOf(email));
    await tab.push("Sign in");
    await tab.see("in another browser");
    await tab.fill("Email", email);
    await tab.push("Sign in");
    await tab.see("Sign out");

    const used = await openTab(context, testService().dashboard);
    await used.goTo(await linkOf(email));
    await used.push("Sign in");
    await used.see("expired or was used before");
  });
});

describe("people in settings", () => {
  it("can be invited, join, change roles and be removed", async () => {
    const { client, context, signInAt, tab } = someone();
    const email = uniqueAddress("editor");
    await signInAt("/settings?tab=people");
    await tab.see("People");
    await tab.push("Invite");
    await tab.fill("Email", email);
    await tab.shoot("people-invite");
    await tab.push("Send invitation");
    await tab.see(email);

    // The session's cookie is for all tabs, the key only for its own.
    const other = await openTab(context, testService().dashboard);
    await other.goTo(`/sign-in#email=${encodeURIComponent(email)}`);
    await other.push("Email me a link");
    await other.see("a link is on its way");
    await other.goTo(await linkOf(email));
    await other.push("Sign in");
    await other.see("Join an account");
    await other.shoot("join-account");
    const { name } = await client.getAccount();
    await other.push(`Join ${name}`);
    await other.seeNoMore("Join an account");

    await other.goTo("/settings?tab=sessions");
    await other.see("This browser");
    await other.shoot("your-sessions");

    await tab.goTo("/settings?tab=people");
    await tab.push(`Change the role of ${email}`);
    await tab.choose("Role", "viewer");
    await tab.push("Change role");
    await tab.see(`Role of ${email} changed`);
    await tab.shoot("people");
    await other.goTo("/audit");
    await other.see("Your role in this account (viewer) does not allow this");

    await tab.push(`Remove ${email}`);
    await tab.push("Remove");
    await tab.see(`${email} removed`);
    await other.goTo("/flows");
    await other.see("Email me a link");
  });

  it("can switch between accounts", async () => {
    const { tab } = someone();
    const email = uniqueAddress("owner");
    const [first, second] = [await newAccount("scale", email), await newAccount("scale", email)];
    await first.put("/account", { name: "First shop" });
    await second.put("/account", { name: "Second shop" });
    await second.post("/flows", { name: "Of the second", url: "https://shop.example/", mode: "extract" });
    await tab.goTo("/");
    await tab.fill("Email", email);
    await tab.push("Email me a link");
    await tab.see("a link is on its way");
    await tab.goTo(await linkOf(email));
    await tab.push("Sign in");
    await tab.see("Sign out");
    await tab.choose("Account", second.accountId);
    await eventually(async () => {
      const chosen = await tab.page.$eval("select[aria-label='Account']", (select) => select.value);
      expect(chosen).toBe(second.accountId);
    });
    await tab.goTo("/flows");
    await tab.see("Of the second");
  });
});
