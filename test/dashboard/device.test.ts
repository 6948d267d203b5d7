import { describe, expect, it } from "@jest/globals";
import { newAccount, testService, until } from "../helpers/api.ts";
import { openTab } from "../helpers/dashboard.ts";
import { mailsTo, TestBrowser, tokenIn, uniqueAddress } from "../helpers/people.ts";
import { meetSomeone } from "./someone.ts";

const someone = meetSomeone();

const call = (path: string, body: object) => new TestBrowser().call("POST", path, body, { origin: null });

describe("approving a device", () => {
  it("asks the person to sign in, then shows the device, and approves it", async () => {
    const { context, tab } = someone();
    const email = uniqueAddress("owner");
    await newAccount("scale", email);
    const { deviceCode, userCode } = (await call("/sign-in/device", { name: "gleaner on laptop" })).body.data;
    await tab.goTo(`/device#code=${userCode}`);
    await tab.fill("Email", email);
    await tab.push("Email me a link");
    await tab.see("a link is on its way");
    const [mail] = await until(
      () => mailsTo(email, /sign-in/),
      (found) => found.length === 1,
    );
    // Mail programs open links in a tab of their own.
    const other = await openTab(context, testService().dashboard);
    await other.goTo(`/sign-in#token=${tokenIn(mail ?? { text: "" })}`);
    await other.push("Sign in");
    await other.see("A device wants to sign in as you");
    await other.see("gleaner on laptop");
    await other.see(userCode);
    await other.shoot("device");
    await other.push("Approve");
    await other.see("Go back to the device");
    expect((await call("/sign-in/device/finish", { deviceCode })).body.data.status).toBe("approved");
    await other.goTo("/settings?tab=sessions");
    await other.see("gleaner on laptop");
    await other.shoot("sessions-with-device");

    const { userCode: next } = (await call("/sign-in/device", { name: "gleaner on server" })).body.data;
    await other.goTo("/device");
    await other.fill("Code", next.toLowerCase());
    await other.push("Continue");
    await other.see("gleaner on server");
    await other.push("Deny");
    await other.see("The device was not signed in");
    expect(other.complaints).toEqual([]);
  });

  it("needs a person, not a key", async () => {
    const { signInAt, tab } = someone();
    await signInAt("/device");
    await tab.see("Sign in with your email address first");
  });
});
