import { describe, expect, it } from "@jest/globals";
import { createMailer } from "../../src/adapters/mailer.ts";
import { DomainError } from "../../src/contract/errors.ts";
import { sendMail } from "../../src/domain/mail/sendMail.ts";
import { endOfMonth } from "../../src/domain/usage/usage.ts";
import { createWebhookWorld } from "../helpers/webhookWorld.ts";

const MONTH = "2026-11";
const LIMIT = 100;

const setUp = async (used: number) => {
  const world = createWebhookWorld();
  const account = await world.open();
  const { store, accountId, deps } = world;
  if (used > 0)
    await store.commit([{ kind: "update", key: store.usage.key(accountId, MONTH), add: { emails: used } }]);
  const caller = { ...world.caller, account: Promise.resolve(account) };
  const mail = { to: `to-${accountId}@x.example`, subject: "Hello", template: "welcome", data: {} } as const;
  return {
    ...world,
    send: () => sendMail(deps, caller, mail),
    sendWith: (mailer: Pick<typeof deps.mailer, "send">) => sendMail({ ...deps, mailer }, caller, mail),
    counted: async () => (await store.usage.get(accountId, MONTH))?.emails ?? 0,
  };
};

describe("the monthly limit of POST /email", () => {
  it("allows exactly what the plan includes, however many are requested at once", async () => {
    const { send, mailed, counted } = await setUp(LIMIT - 3);
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, send));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(mailed).toHaveLength(3);
    expect(await counted()).toBe(LIMIT);
    await expect(send()).rejects.toMatchObject({
      code: "quota-exceeded",
      message: expect.stringMatching(/100 emails per month.*upgrade with POST \/checkout.*2026-12-01/),
    });
    expect(endOfMonth(MONTH)).toContain("2026-12-01");
  });

  it("counts only emails that were sent, and is separate from runs", async () => {
    const { sendWith, send, counted, store, accountId } = await setUp(0);
    for (const code of ["unavailable", "not-configured", "conflict"] as const)
      await expect(
        sendWith({ send: () => Promise.reject(new DomainError(code, "No.")) }),
      ).rejects.toMatchObject({ code });
    expect(await counted()).toBe(0);
    await send();
    expect(await store.usage.get(accountId, MONTH)).toMatchObject({ emails: 1, runs: 0 });
    const known = await store.usage.countRuns(accountId, MONTH);
    await store.commit(store.usage.takeRun(accountId, MONTH, known, 500));
    expect(await store.usage.get(accountId, MONTH)).toMatchObject({ emails: 1, runs: 1 });
  });

  it("about a text change shows the words that changed", async () => {
    const { store, accountId, happen, announce, drain, mailed } = await setUp(0);
    const parts = [
      { type: "same", text: "Check-in from " },
      { type: "removed", text: "14:00" },
      { type: "added", text: "16:00" },
    ];
    const lines = [{ type: "changed", parts }];
    const diff = {
      addedWords: 1,
      removedWords: 1,
      hunks: [{ previousLine: 1, currentLine: 1, lines }],
      linesOmitted: 0,
    };
    const change = {
      id: "change-1",
      accountId,
      flowId: "flow-1",
      runId: "run-1",
      createdAt: "2026-11-21T06:00:00.000Z",
      message: "m",
      severity: "info",
      alertId: "alert-1",
      added: 0,
      removed: 0,
      changed: 1,
      recordsText: JSON.stringify([
        { key: "k", type: "changed", fields: { markdown: { previous: "a", current: "b", diff } } },
      ]),
      recordsOmitted: 0,
    } as const;
    await store.commit(store.changes.insert(change, Date.parse("2027-01-01T00:00:00.000Z")));
    const data = {
      type: "change_detected",
      severity: "critical",
      flowId: "flow-1",
      message: "m",
      change: { id: "change-1" },
    };
    await announce(await happen("alert.created", data));
    await drain();
    expect(mailed[0]?.text).toContain("Check-in from [-14:00-]{+16:00+}");
  });

  it("is not used up by automatic emails", async () => {
    const { happen, announce, drain, mailed, counted } = await setUp(LIMIT);
    const data = { type: "run_failed", severity: "warning", flowId: "flow-1", message: "It failed." };
    await announce(await happen("alert.created", data));
    await drain();
    expect(mailed).toHaveLength(1);
    expect(await counted()).toBe(LIMIT);
  });
});

describe("without a sender address", () => {
  it("an email is refused as not configured, before anything is sent or counted", async () => {
    const { sendWith, counted, mails } = await setUp(0);
    const mailer = createMailer({ sender: undefined, configurationSet: undefined });
    await expect(sendWith(mailer)).rejects.toMatchObject({ code: "not-configured" });
    expect(await counted()).toBe(0);
    expect(await mails()).toEqual([]);
  });
});
