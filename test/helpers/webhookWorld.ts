import { onlyKey } from "../../src/adapters/keyring.ts";
import type { MailPicture } from "../../src/adapters/mailer.ts";
import { createSeals } from "../../src/adapters/seal.ts";
import type { MailMessage } from "../../src/contract/deliveries/email.ts";
import type { DeliveryMessage, EventMessage, EventType } from "../../src/contract/deliveries/events.ts";
import { type IdKind, makeId } from "../../src/contract/ids.ts";
import { createFileLinks } from "../../src/domain/files/links.ts";
import { deliverMail, handOverMail } from "../../src/domain/mail/deliverMail.ts";
import { sendDigest } from "../../src/domain/mail/digest.ts";
import { emit, handOverEvent } from "../../src/domain/outbox/events.ts";
import type { Caller } from "../../src/domain/ports.ts";
import type { Post } from "../../src/domain/webhooks/attempt.ts";
import { deliverWebhook } from "../../src/domain/webhooks/deliver.ts";
import { handOverDelivery } from "../../src/domain/webhooks/due.ts";
import { fanOutEvent } from "../../src/domain/webhooks/fanOut.ts";
import { createWebhook } from "../../src/domain/webhooks/webhooks.ts";
import type { AccountRecord } from "../../src/store/account/accounts.ts";
import type { DeliveryRecord } from "../../src/store/deliveries/deliveries.ts";
import type { MailRecord } from "../../src/store/deliveries/mails.ts";
import type { EventRecord } from "../../src/store/deliveries/outbox.ts";
import { recordOf } from "../../src/store/due.ts";
import { createStore } from "../../src/store/index.ts";
import { createMemoryMetrics } from "./memoryMetrics.ts";
import { createMemoryObjects } from "./memoryObjects.ts";
import { openTestTable } from "./testStore.ts";

interface Received {
  readonly atMs: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Mailed {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly picture?: MailPicture | undefined;
}

type Reply = number | { readonly httpStatus: number; readonly retryAfter: string } | "timeout";

const START_MS = Date.parse("2026-11-21T06:00:00.000Z");

/**
 * An account's webhooks and mails on the suite's table, with a virtual clock. The receiver responds as `reply` says;
 * the mail provider accepts what `beforeMail` lets pass.
 */
export const createWebhookWorld = () => {
  const store = createStore(openTestTable());
  const accountId = `acct-${crypto.randomUUID()}`;
  const received: Received[] = [];
  const mailed: Mailed[] = [];
  const queue: { readonly readyAtMs: number; readonly work: () => Promise<void> }[] = [];
  const announced: string[] = [];
  let nowMs = START_MS;
  const world = {
    reply: 500 as Reply | ((url: string) => Reply),
    /** Called before each response; may throw, as a killed worker would. */
    beforeReply: async () => {},
    queueIsDown: false,
    /** Called before each mail is accepted; may throw, as the provider would. */
    beforeMail: async () => {},
  };

  const post: Post = async (url, { headers, body }) => {
    received.push({ atMs: nowMs, url, headers, body });
    await world.beforeReply();
    const reply = typeof world.reply === "function" ? world.reply(url) : world.reply;
    if (reply === "timeout")
      return { error: { code: "timeout", message: "The target did not answer in time." } };
    if (typeof reply === "number") return { httpStatus: reply, retryAfter: null, reply: "" };
    return { ...reply, reply: "" };
  };

  const enqueue = (work: () => Promise<void>, delayMs: number): void => {
    if (world.queueIsDown) throw new Error("the queue is down");
    queue.push({ readyAtMs: nowMs + delayMs, work });
  };

  const deps = {
    store,
    now: () => nowMs,
    newId: (kind: IdKind) => makeId(kind, nowMs, Math.random()),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: createMemoryMetrics(),
    objects: createMemoryObjects(),
    fileLinks: createFileLinks(
      async () => onlyKey(Buffer.alloc(32)),
      () => nowMs,
    ),
    checkTarget: () => {},
    dashboardUrl: "https://app.example/dashboard",
    random: () => 0,
    seals: createSeals(async () => onlyKey(Buffer.alloc(32, 1))),
    post,
    eventQueue: {
      send: async (message: EventMessage) => {
        announced.push(message.eventId);
        enqueue(() => fanOutEvent(deps, message), 0);
      },
    },
    mailer: {
      send: async (mail: Mailed) => {
        await world.beforeMail();
        mailed.push(mail);
        return { providerId: `ses-${mailed.length}` };
      },
    },
    mailQueue: {
      send: async (message: MailMessage, delayMs = 0) => enqueue(() => deliverMail(deps, message), delayMs),
    },
    destinationQueue: { send: async () => {} },
    exportQueue: { send: async () => {} },
    deliveryQueue: {
      send: async (message: DeliveryMessage, delayMs = 0) =>
        enqueue(() => deliverWebhook(deps, message), delayMs),
    },
  };

  const caller = {
    accountId,
    userId: "user-1",
    keyId: "key-1",
    scopes: [],
    request: { id: "request-1", address: "127.0.0.1" },
    account: Promise.reject(new Error("not asked for")),
  } as Caller;
  caller.account.catch(() => {});

  const dueBefore = async (beforeMs: number) =>
    (await store.listDue(beforeMs, 5_000)).filter(
      ({ accountId: of, dueKind }) => of === accountId && dueKind !== "alert" && dueKind !== "activity",
    );

  /** Does what `tick` does, but only for this account, since other tests share the table. */
  const tick = async (): Promise<void> => {
    for (const item of await dueBefore(nowMs + 1)) {
      const dueAt = item.dueAt as string;
      if (item.dueKind === "event") await handOverEvent(deps, recordOf<EventRecord>(item), dueAt);
      else if (item.dueKind === "mail") await handOverMail(deps, recordOf<MailRecord>(item), dueAt);
      else if (item.dueKind === "digest") await sendDigest(deps, accountId, dueAt);
      else await handOverDelivery(deps, recordOf<DeliveryRecord>(item), dueAt);
    }
  };

  /** Processes every message that is ready. */
  const drain = async (): Promise<void> => {
    for (;;) {
      const at = queue.findIndex(({ readyAtMs }) => readyAtMs <= nowMs);
      const [message] = at === -1 ? [] : queue.splice(at, 1);
      if (!message) return;
      await message.work();
    }
  };

  /** When the next message is ready or the next record is due. */
  const nextStopMs = async (endMs: number): Promise<number> => {
    const items = await dueBefore(endMs);
    return Math.min(
      endMs,
      ...queue.map(({ readyAtMs }) => readyAtMs),
      ...items.map(({ dueAt }) => Date.parse(dueAt as string)),
    );
  };

  /** Advances time, with a tick and an empty queue at each event. */
  const pass = async (ms: number): Promise<void> => {
    const endMs = nowMs + ms;
    await drain();
    while (nowMs < endMs) {
      nowMs = Math.max(nowMs + 1, await nextStopMs(endMs));
      await tick();
      await drain();
    }
  };

  let isOpen = false;
  /** The account itself, for what asks for its settings. */
  const open = async (over: Partial<AccountRecord> = {}): Promise<AccountRecord> => {
    const account: AccountRecord = {
      id: accountId,
      name: "Shop",
      email: `owner-${accountId}@shop.example`,
      ownerId: "user-1",
      plan: "free",
      keyWriters: 1,
      createdAt: new Date(nowMs).toISOString(),
      ...over,
    };
    isOpen = true;
    await store.commit(store.accounts.insert(account));
    return account;
  };
  const openOnce = async () => void (isOpen || (await open()));

  return {
    world,
    deps,
    store,
    caller,
    accountId,
    received,
    mailed,
    announced,
    queue,
    drain,
    tick,
    pass,
    now: () => nowMs,
    addWebhook: async (url: string, events: readonly EventType[] = ["run.completed"]) => {
      await openOnce();
      return createWebhook(deps, caller, { url, events });
    },
    addSlack: async (url: string, over: Partial<Parameters<typeof createWebhook>[2]> = {}) => {
      await openOnce();
      return createWebhook(deps, caller, { url, format: "slack", ...over });
    },
    open,
    mails: async () => (await store.mails.list(accountId, { limit: 100 })).records,
    /** An event as the end of a run leaves it in the outbox. @returns its id */
    happen: async (type: EventType = "run.completed", data: object = { id: "run-1" }): Promise<string> => {
      const writes = emit(deps, accountId, type, data);
      await store.commit(writes);
      const [event] = store.outbox.eventsIn(writes);
      return event?.id ?? "";
    },
    announce: (eventId: string) => fanOutEvent(deps, { type: "event", accountId, eventId }),
    deliveriesTo: async (webhookId: string) =>
      (await store.deliveries.list(accountId, webhookId, { limit: 100 })).records,
  };
};
