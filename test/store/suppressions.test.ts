import { describe, expect, it } from "@jest/globals";
import { recordMailEvents } from "../../src/domain/mail/suppress.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const DAY = 24 * 3_600_000;

type World = ReturnType<typeof createWebhookWorld>;

/** Tells of an alert, as the outbox does. */
const alert = async ({ happen, announce }: World): Promise<void> => {
  const data = { type: "run_failed", severity: "warning", flowId: "flow-1", message: "It failed." };
  await announce(await happen("alert.created", data));
};

const addressesOf = (world: World) => world.mailed.map(({ to }) => to).sort();

describe("an email address that is suppressed", () => {
  const tell = ({ deps }: World, ...messages: readonly unknown[]) =>
    recordMailEvents(deps, {
      Records: messages.map((message) => ({
        Sns: { Message: typeof message === "string" ? message : JSON.stringify(message) },
      })),
    });
  const bounceOf = (bounceType: string, emailAddress: string) => ({
    bounce: { bounceType, bouncedRecipients: [{ emailAddress }] },
  });

  it.each([
    ["a bounce for good", (to: string) => ({ eventType: "Bounce", ...bounceOf("Permanent", to) })],
    ["its notification", (to: string) => ({ notificationType: "Bounce", ...bounceOf("Permanent", to) })],
    [
      "another spelling",
      (to: string) => ({ eventType: "Bounce", ...bounceOf("Permanent", `Me <${to.toUpperCase()}>`) }),
    ],
    [
      "a complaint",
      (to: string) => ({
        eventType: "Complaint",
        complaint: { complainedRecipients: [{ emailAddress: to }] },
      }),
    ],
  ])("gets no email after %s, and the email says so", async (_what, eventFor) => {
    const world = createWebhookWorld();
    const { email } = await world.open();
    expect(await tell(world, eventFor(email))).toEqual({ suppressed: 1 });
    await alert(world);
    await world.pass(DAY);
    expect(world.mailed).toEqual([]);
    expect(await world.mails()).toMatchObject([
      { to: email, status: "suppressed", error: expect.any(String) },
    ]);
  });

  it("is not one that bounced temporarily, or that other notifications name", async () => {
    const world = createWebhookWorld();
    const { email } = await world.open();
    const other = { recipients: [{ emailAddress: email }], bouncedRecipients: [{ emailAddress: email }] };
    const told = await tell(
      world,
      { eventType: "Bounce", ...bounceOf("Transient", email) },
      { eventType: "Bounce", ...bounceOf("Undetermined", email) },
      { eventType: "Delivery", ...bounceOf("Permanent", email) },
      { eventType: "constructor", ...bounceOf("Permanent", email) },
      { eventType: "Bounce", bounce: other },
      { eventType: "Complaint" },
      { eventType: "Bounce", bounce: { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: 7 }] } },
      "Successfully validated SNS topic for Amazon SES event publishing.",
      "null",
      [],
    );
    expect(told).toEqual({ suppressed: 0 });
    await alert(world);
    await world.drain();
    expect(addressesOf(world)).toEqual([email]);
  });

  it("is the only recipient of an event that is left out", async () => {
    const world = createWebhookWorld();
    const [gone, there] = [`gone-${world.accountId}@x.example`, `there-${world.accountId}@x.example`];
    await world.open({ mail: { alert: [gone, there] } });
    await tell(world, { eventType: "Bounce", ...bounceOf("Permanent", gone) });
    await alert(world);
    await world.drain();
    expect(addressesOf(world)).toEqual([there]);
  });
});
