/** Emails about other things than alerts. */
import { describe, expect, it } from "@jest/globals";
import { createAccount } from "../../src/domain/accounts/createAccount.ts";
import { deliverMail } from "../../src/domain/mail/deliverMail.ts";
import { updateWebhook } from "../../src/domain/webhooks/webhooks.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("the email about a disabled webhook", () => {
  it("is sent once, with alert and event, after five days of failures", async () => {
    const world = createWebhookWorld();
    const { email } = await world.open();
    const { id } = await world.addWebhook("https://hooks.example/services/T0/secret-part");
    for (let day = 0; day < 6; day += 1) {
      await world.happen();
      await world.pass(DAY);
    }
    expect((await world.store.webhooks.get(world.accountId, id))?.active).toBe(false);
    const { records } = await world.store.alerts.list(world.accountId, {}, { limit: 10 });
    expect(records.map(({ type }) => type)).toEqual(["webhook_disabled"]);
    expect(world.mailed).toMatchObject([
      { to: email, subject: "Gleaner: The webhook to hooks.example was disabled" },
    ]);
    const [{ text, html } = { text: "", html: "" }] = world.mailed;
    expect(text).toMatch(new RegExp(`${id}: every delivery failed for five days`));
    expect(text + html).not.toContain("secret-part");

    // Switched on again, and gone for good: that is news again.
    await updateWebhook(world.deps, world.caller, id, { active: true });
    world.world.reply = 410;
    await world.happen();
    await world.pass(HOUR);
    expect(world.mailed).toHaveLength(2);
    expect(world.mailed[1]?.text).toContain("410 Gone");
  });
});

describe("the welcome email", () => {
  it("goes to the owner of a new account once, in the transaction that creates the account", async () => {
    const world = createWebhookWorld();
    const email = `new-${world.accountId}@x.example`;
    const { accountId } = await createAccount(world.deps, { email, name: "Anna", plan: "free" });
    const list = async () => (await world.store.mails.list(accountId, { limit: 10 })).records;
    const [mail] = await list();
    expect(mail).toMatchObject({ to: email, template: "welcome", status: "pending" });
    const due = await world.store.listDue(world.now() + 1, 5_000);
    expect(due.some(({ accountId: of, dueKind }) => of === accountId && dueKind === "mail")).toBe(true);
    for (let i = 0; i < 3; i += 1)
      await deliverMail(world.deps, { type: "mail", accountId, mailId: mail?.id ?? "" });
    expect(world.mailed).toMatchObject([{ to: email, text: expect.stringContaining("Hello Anna") }]);
  });
});
