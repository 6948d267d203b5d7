import { describe, expect, it } from "@jest/globals";
import { newAccount, until } from "../helpers/api.ts";
import { eventually, type Tab } from "../helpers/dashboard.ts";
import { join, mailsTo, TestBrowser, tokenIn, uniqueAddress } from "../helpers/people.ts";
import { meetSomeone } from "./someone.ts";

const someone = meetSomeone();

/** Signs in a tab with a link, asked for by the test so that the tab has to be told the address. */
const signIn = async (tab: Tab, email: string): Promise<void> => {
  const before = (await mailsTo(email, /sign-in/)).length;
  await new TestBrowser().call("POST", "/sign-in", { email });
  const mails = await until(
    () => mailsTo(email, /sign-in/),
    (found) => found.length > before,
  );
  await tab.goTo(`/sign-in#token=${tokenIn(mails.at(-1) ?? { text: "" })}`);
  await tab.push("Sign in");
  await tab.fill("Email", email);
  await tab.push("Sign in");
  await tab.see("Sign out");
};

/** Title of a button of the page, and whether it can be used. */
const stateOf = (tab: Tab, text: string): Promise<unknown> =>
  tab.page.evaluate(`(() => {
    const buttons = [...document.querySelectorAll("main button, main a.button")];
    const found = buttons.find(({ textContent }) => textContent === ${JSON.stringify(text)});
    return found ? { disabled: found.matches(":disabled"), title: found.getAttribute("title") ?? "" } : null;
  })()`);

const expectState = (tab: Tab, text: string, isAllowed: boolean): Promise<void> =>
  eventually(async () =>
    expect(await stateOf(tab, text)).toEqual({
      disabled: !isAllowed,
      title: isAllowed ? "" : expect.stringContaining("Ask an owner"),
    }),
  );

describe("buttons", () => {
  it.each([
    ["viewer", false, false],
    ["editor", true, false],
    ["owner", true, true],
  ] as const)("of a %s are disabled where the role lacks the scope", async (role, mayEdit, mayOwn) => {
    const { tab } = someone();
    const account = await newAccount("scale", uniqueAddress("owner"));
    const flow = { name: "Lamps", url: "https://shop.example/", mode: "extract" };
    const { id } = (await account.post("/flows", flow)).body.data;
    const { email } = await join(account, role);
    await signIn(tab, email);
    await tab.goTo("/flows");
    await expectState(tab, "New flow", mayEdit);
    await tab.goTo(`/flows/${id}`);
    await tab.see("Lamps");
    await tab.shoot(`flow-as-${role}`);
    await expectState(tab, "Run now", mayEdit);
    await expectState(tab, "Edit", mayEdit);
    await tab.push("More actions");
    await eventually(async () =>
      expect(
        await tab.page.$$eval("[role=menuitem]", (items) =>
          items.map(({ textContent, ariaDisabled }) => [textContent, ariaDisabled === "true"]),
        ),
      ).toEqual([
        ["Duplicate", !mayEdit],
        ["Delete", !mayEdit],
      ]),
    );
    await tab.page.keyboard.press("Escape");
    await tab.goTo("/settings?tab=people");
    await expectState(tab, "Invite", mayOwn);
  });

  it("of a viewer lead nowhere that the role is refused", async () => {
    const { tab } = someone();
    const account = await newAccount("scale", uniqueAddress("owner"));
    const flow = { name: "Lamps", url: "https://shop.example/", mode: "extract" };
    const { id } = (await account.post("/flows", flow)).body.data;
    const ticket = (
      await account.post("/tickets", { subject: "Lamps", type: "question", priority: "normal" })
    ).body.data;
    const { email } = await join(account, "viewer");
    await signIn(tab, email);
    await tab.seeNoMore("Audit log");
    for (const path of ["/flows/new", `/flows/${id}/edit`, "/audit"]) {
      await tab.goTo(path);
      await tab.see("does not allow this. Ask an owner.");
    }
    await tab.goTo("/settings");
    await tab.see("Invite");
    await tab.seeNoMore("API keys");
    await tab.goTo(`/tickets/${ticket.id}`);
    await tab.see("Priority");
    expect(
      await tab.page.$$eval("main select", (all) => all.map((each) => each.matches(":disabled"))),
    ).toEqual([true, true, true]);
  });
});
