import { describe, expect, it } from "@jest/globals";
import type { HeldMessage, OperatedQueue } from "../../../src/adapters/operatedQueue.ts";
import type { OperatedName } from "../../../src/contract/messages.ts";
import type { Deps } from "../../../src/domain/ports.ts";
import { operateQueues } from "../../../src/domain/queues/operateQueues.ts";

const NAMES = ["runs", "browserRuns", "events", "deliveries", "mails", "deadLetters", "stuck"] as const;
const due = { type: "due", accountId: "acct-1", pk: "FLOWS#acct-1", sk: "flow-1" };
const message = (type: string, more: object = {}) => JSON.stringify({ type, accountId: "acct-1", ...more });

/** Queues in memory, whose held messages nobody else receives. */
const createWorld = (bodies: Partial<Record<OperatedName, string[]>>) => {
  const stored = Object.fromEntries(NAMES.map((name) => [name, [...(bodies[name] ?? [])]])) as Record<
    OperatedName,
    string[]
  >;
  const madeDue: object[] = [];
  let nowMs = 0;
  const queueOf = (name: OperatedName): OperatedQueue => {
    const messages = stored[name];
    return {
      count: async () => ({ waiting: messages.length, inProgress: 0, delayed: 0 }),
      take: async () => {
        nowMs += 1_000;
        return messages.splice(0, 10).map(
          (body): HeldMessage => ({
            body,
            sentAt: new Date(0).toISOString(),
            release: async () => void messages.push(body),
            remove: async () => {},
          }),
        );
      },
      send: async (body) => void messages.push(body),
      purge: async () => void messages.splice(0),
    };
  };
  const deps = {
    now: () => nowMs,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    store: {
      runs: {
        get: async (_: string, id: string) =>
          id === "gone" ? null : { queue: id === "b" ? "browserRuns" : "runs" },
      },
      getDue: async ({ sk }: { sk: string }) =>
        sk === "flow-1" ? { pk: "FLOWS#acct-1", sk, dueAt: "x" } : null,
      postponeDue: async (item: object) => void madeDue.push(item),
    },
  } as unknown as Deps;
  const queues = Object.fromEntries(NAMES.map((name) => [name, queueOf(name)])) as Record<
    OperatedName,
    OperatedQueue
  >;
  return {
    stored,
    madeDue,
    ask: (request: object, deadlineMs = 600_000) => operateQueues({ ...deps, queues }, request, deadlineMs),
  };
};

const FAILED = [
  message("run", { runId: "a" }),
  message("run", { runId: "b" }),
  message("run", { runId: "gone" }),
  message("event", { eventId: "e" }),
  message("delivery", { deliveryId: "d" }),
  message("mail", { mailId: "m" }),
  "not JSON",
];

describe("dead letters", () => {
  it("are listed with the queue they came from, without being removed", async () => {
    const { stored, ask } = createWorld({ deadLetters: FAILED, stuck: [JSON.stringify(due)] });
    expect(await ask({})).toMatchObject({
      done: true,
      failed: { runs: 2, browserRuns: 1, events: 1, deliveries: 1, mails: 1, unknown: 1, stuck: 1 },
      messages: expect.arrayContaining([
        expect.objectContaining({ queue: "browserRuns", type: "run", runId: "b", accountId: "acct-1" }),
        expect.objectContaining({ queue: null, body: "not JSON" }),
        expect.objectContaining({ queue: "stuck", sk: "flow-1" }),
      ]),
    });
    expect(stored.deadLetters.toSorted()).toEqual(FAILED.toSorted());
    expect(stored.stuck).toHaveLength(1);
  });

  it.each([
    ["runs", 2],
    ["browserRuns", 1],
    ["events", 1],
    ["deliveries", 1],
    ["mails", 1],
  ] as const)("of %s return to that queue, and no others do", async (redrive, redriven) => {
    const { stored, ask } = createWorld({ deadLetters: FAILED });
    expect(await ask({ redrive })).toMatchObject({ done: true, redriven });
    expect(stored[redrive]).toHaveLength(redriven);
    expect(stored.deadLetters).toHaveLength(FAILED.length - redriven);
  });

  it("are processed in several calls if there are many", async () => {
    const many = Array.from({ length: 95 }, () => message("event", { eventId: "e" }));
    const { stored, ask } = createWorld({ deadLetters: many });
    const first = await ask({ redrive: "events" }, 15_000);
    expect(first.done).toBe(false);
    expect(stored.events.length + stored.deadLetters.length).toBe(95);
    expect((await ask({ redrive: "events" })).done).toBe(true);
    expect(stored.events).toHaveLength(95);
  });
});

describe("a stuck item", () => {
  it("becomes due now if it still exists, and is no longer reported", async () => {
    const gone = JSON.stringify({ ...due, sk: "flow-2" });
    const { stored, madeDue, ask } = createWorld({ stuck: [JSON.stringify(due), gone] });
    expect(await ask({ redrive: "stuck" })).toMatchObject({ redriven: 2, failed: {} });
    expect(madeDue).toMatchObject([{ sk: "flow-1" }]);
    expect(stored.stuck).toEqual([]);
  });
});

describe("draining a queue", () => {
  it("removes its messages, and leaves other queues alone", async () => {
    const { stored, ask } = createWorld({ events: [message("event")], mails: [message("mail")] });
    expect(await ask({ drain: "events" })).toMatchObject({
      queues: { events: { waiting: 0 }, mails: { waiting: 1 } },
    });
    expect(stored.events).toEqual([]);
  });
});
