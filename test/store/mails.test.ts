/** Emails about alerts, and those that are not accepted. */
import { describe, expect, it, jest } from "@jest/globals";
import { DomainError } from "../../src/contract/errors.ts";
import { raiseAlert } from "../../src/domain/alerts/alerts.ts";
import { deliverMail } from "../../src/domain/mail/deliverMail.ts";
import { announceEvents } from "../../src/domain/outbox/events.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type World = ReturnType<typeof createWebhookWorld>;

let causes = 0;

/** Raises an alert as a real cause does, and tells of it. */
const alert = async ({ deps, store, accountId }: World, over: object = {}) => {
  causes += 1;
  const writes = raiseAlert(deps, accountId, {
    type: "run_failed",
    severity: "warning",
    flowId: "flow-1",
    title: "A run of Books failed",
    message: 'A run of "Books" failed: the page is gone.',
    cause: `test:${causes}`,
    ...over,
  });
  await store.commit(writes);
  await announceEvents(deps, writes);
  return store.outbox.eventsIn(writes).map(({ id }) => id);
};

const addressesOf = (world: World) => world.mailed.map(({ to }) => to).sort();

const throttled = () => new DomainError("unavailable", "The mail provider did not accept the email.");

describe("the email about an alert", () => {
  it("goes to the owner by default, as HTML and text", async () => {
    const world = createWebhookWorld();
    const { email } = await world.open();
    await alert(world);
    await world.drain();
    expect(world.mailed).toMatchObject([
      {
        to: email,
        subject: "Gleaner: A run of Books failed",
        html: expect.stringContaining("A run of &quot;Books&quot; failed"),
        text: expect.stringContaining('A run of "Books" failed'),
      },
    ]);
    expect(await world.mails()).toMatchObject([{ to: email, status: "sent", attempts: 1, data: null }]);
  });

  it("says what changed in each record, and leads to the alert in the dashboard", async () => {
    const world = createWebhookWorld();
    await world.open();
    const top = ["Lamp", "Chair", "<Desk>"].map((name) => `"${name}": price $30.00 → $20.00`);
    await alert(world, { type: "change_detected", news: { change: { id: "none", top, more: 4 } } });
    await world.drain();
    const [mail] = world.mailed;
    for (const line of top) expect(mail?.text).toContain(`- ${line}\n`);
    expect(mail?.html).toContain("<li");
    expect(mail?.html).not.toContain("<Desk>");
    expect(mail?.text).toContain("4 more records.");
    const { records } = await world.store.alerts.list(world.accountId, {}, { limit: 1 });
    expect(mail?.text).toContain(`View alert: https://app.example/dashboard/alerts?alert=${records[0]?.id}`);
  });

  it("only says how many more records changed if there are any: an earlier release does not know the field", async () => {
    const world = createWebhookWorld();
    await world.open();
    world.world.beforeMail = () => Promise.reject(throttled());
    await alert(world);
    await alert(world, {
      type: "change_detected",
      news: { change: { id: "none", top: ["a", "b"], more: 2 } },
    });
    await world.drain();
    const counts = (await world.mails()).map(({ data }) => data?.moreChanges);
    expect(counts.toSorted()).toEqual([2, undefined]);
  });

  it("goes to every configured recipient, and to nobody if the list is empty", async () => {
    const [named, nobody] = [createWebhookWorld(), createWebhookWorld()];
    const team = [`a-${named.accountId}@x.example`, `b-${named.accountId}@x.example`];
    await named.open({ mail: { alert: [...team, team[0] ?? ""] } });
    await nobody.open({ mail: { alert: [] } });
    for (const world of [named, nobody]) {
      await alert(world);
      await world.drain();
    }
    expect(addressesOf(named)).toEqual(team);
    expect(await nobody.mails()).toEqual([]);
  });

  it.each([
    ["info", ["info", "warning", "critical"]],
    ["warning", ["warning", "critical"]],
    ["critical", ["critical"]],
  ] as const)("is sent from severity %s on if the account says so", async (least, expected) => {
    const world = createWebhookWorld();
    await world.open({ alertMailSeverity: least });
    for (const severity of ["info", "warning", "critical"]) await alert(world, { severity, title: severity });
    await world.drain();
    expect(world.mailed.map(({ subject }) => subject).sort()).toEqual(
      expected.map((severity) => `Gleaner: ${severity}`).sort(),
    );
  });

  it("about a screenshot shows what changed, and is sent without images once they are deleted", async () => {
    const world = createWebhookWorld();
    await world.open();
    const bytes = Buffer.from("a picture");
    await world.deps.objects.put("records/acct/flow/excerpt.png", bytes, "image/png");
    for (const pictureKey of ["records/acct/flow/excerpt.png", "records/acct/flow/gone.png"])
      await alert(world, { type: "change_detected", pictureKey });
    await world.drain();
    const [pictured, plain] = world.mailed.toSorted(
      ({ picture: a }, { picture: b }) => Number(!a) - Number(!b),
    );
    expect(pictured?.picture?.bytes.equals(bytes)).toBe(true);
    expect(pictured?.html).toContain(
      `<img src="cid:${pictured?.picture?.contentId}" alt="The page as it is now`,
    );
    expect(pictured?.text).toContain("[The page as it is now, with what changed in colour]");
    expect([plain?.picture, plain?.html.includes("<img")]).toEqual([undefined, false]);
  });

  it("about the quota or the month's budget goes to its recipients, whatever its severity", async () => {
    const world = createWebhookWorld();
    const [quota, own] = [`quota-${world.accountId}@x.example`, `alert-${world.accountId}@x.example`];
    await world.open({ mail: { quota: [quota], alert: [own] }, alertMailSeverity: "critical" });
    for (const type of ["quota_near", "quota_exceeded", "budget_stopped"])
      await alert(world, { type, flowId: null, title: `The ${type}.` });
    await alert(world, { type: "budget_stopped", severity: "critical", title: "Of the flow." });
    await world.drain();
    expect(world.mailed.map(({ to, subject }) => `${subject} to ${to}`).sort()).toEqual([
      `Gleaner: Of the flow. to ${own}`,
      `Gleaner: The budget_stopped. to ${quota}`,
      `Gleaner: The quota_exceeded. to ${quota}`,
      `Gleaner: The quota_near. to ${quota}`,
    ]);
    const near = world.mailed.find(({ subject }) => subject.includes("near"));
    expect(near?.text).toMatch(/Used: 0 of 500 runs[\s\S]*1 December 2026/);
  });

  it("is sent once, however often its event and its own message are delivered", async () => {
    const world = createWebhookWorld();
    await world.open();
    const [eventId = ""] = await alert(world);
    await Promise.all(Array.from({ length: 5 }, () => world.announce(eventId)));
    const [mail] = await world.mails();
    const message = { type: "mail", accountId: world.accountId, mailId: mail?.id ?? "" } as const;
    await Promise.all(Array.from({ length: 10 }, () => deliverMail(world.deps, message)));
    await world.drain();
    await deliverMail(world.deps, message);
    await world.pass(2 * DAY);
    expect(world.mailed).toHaveLength(1);
    expect(await world.mails()).toHaveLength(1);
  });

  it("is sent even if every message about it is lost, because it is committed with its cause", async () => {
    const world = createWebhookWorld();
    await world.open();
    world.world.queueIsDown = true;
    await alert(world);
    world.world.queueIsDown = false;
    expect(world.mailed).toEqual([]);
    await world.pass(10 * MINUTE);
    expect(world.mailed).toHaveLength(1);
  });
});

describe("an email that the provider does not accept", () => {
  it("is retried at growing intervals until it succeeds", async () => {
    const world = createWebhookWorld();
    await world.open();
    let refusals = 0;
    world.world.beforeMail = async () => {
      refusals += 1;
      if (refusals <= 5) throw throttled();
    };
    await alert(world);
    await world.drain();
    expect(await world.mails()).toMatchObject([
      { status: "pending", attempts: 1, error: expect.any(String) },
    ]);
    await world.pass(4 * HOUR);
    expect(world.mailed).toHaveLength(0);
    await world.pass(12 * HOUR);
    expect(world.mailed).toHaveLength(1);
    expect(await world.mails()).toMatchObject([{ status: "sent", attempts: 6, error: null }]);
  });

  it("fails after two days, with the reason", async () => {
    const world = createWebhookWorld();
    await world.open();
    world.world.beforeMail = () => Promise.reject(throttled());
    await alert(world);
    await world.pass(5 * DAY);
    expect(await world.mails()).toMatchObject([
      {
        status: "failed",
        attempts: 8,
        error: expect.stringContaining("did not accept"),
        nextAttemptAt: null,
      },
    ]);
    expect(world.deps.metrics.deliveries.filter(({ channel }) => channel === "mail")).toEqual(
      Array.from({ length: 8 }, () => ({ channel: "mail", succeeded: false })),
    );
  });

  it("is not retried after a permanent error", async () => {
    const world = createWebhookWorld();
    await world.open();
    world.world.beforeMail = () => Promise.reject(new DomainError("conflict", "The provider refuses it."));
    await alert(world);
    await world.pass(DAY);
    expect(await world.mails()).toMatchObject([{ status: "failed", attempts: 1 }]);
  });

  it("is sent after its worker crashed", async () => {
    const world = createWebhookWorld();
    await world.open();
    let deaths = 0;
    world.world.beforeMail = async () => {
      deaths += 1;
      if (deaths === 1) throw new Error("killed");
    };
    await alert(world);
    await expect(world.drain()).rejects.toThrow("killed");
    await world.pass(5 * MINUTE);
    expect(world.mailed).toHaveLength(1);
  });

  it("fails after every worker that tried it crashed, so that nobody gets it endlessly", async () => {
    const world = createWebhookWorld();
    await world.open();
    const { deps, accountId } = world;
    const faults = jest.spyOn(deps.log, "error");
    let deaths = 0;
    world.world.beforeMail = async () => {
      deaths += 1;
      throw new Error("killed");
    };
    await alert(world);
    while (deaths < 10) await world.pass(HOUR).catch(() => {});
    await world.pass(DAY);
    expect(deaths).toBe(10);
    expect(faults.mock.calls).toEqual([[expect.stringContaining("dropped"), expect.anything()]]);
    expect(await world.mails()).toMatchObject([
      { accountId, status: "failed", nextAttemptAt: null, data: null, error: expect.any(String) },
    ]);
  });

  it("has its crash count cleared by an attempt with an outcome", async () => {
    const world = createWebhookWorld();
    await world.open();
    let attempts = 0;
    world.world.beforeMail = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("killed");
      if (attempts === 2) throw throttled();
    };
    await alert(world);
    await expect(world.drain()).rejects.toThrow("killed");
    await world.pass(2 * MINUTE);
    expect(await world.mails()).toMatchObject([{ status: "pending", attempts: 1, losses: 0 }]);
  });

  it("is recorded as not configured if the deployment has no sender, and nothing piles up", async () => {
    const world = createWebhookWorld();
    await world.open();
    world.world.beforeMail = () =>
      Promise.reject(new DomainError("not-configured", "This deployment sends no mail."));
    await alert(world);
    await world.drain();
    const expected = { status: "not-configured", attempts: 1, nextAttemptAt: null };
    expect(await world.mails()).toMatchObject([expected]);
    await world.pass(3 * DAY);
    expect(await world.mails()).toMatchObject([expected]);
    await world.pass(28 * DAY);
    expect(await world.mails()).toEqual([]);
  });
});
