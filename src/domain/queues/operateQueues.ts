/** What operators see and do about queues: what waits, what failed, redrive and drain. */
import * as z from "zod";
import type { HeldMessage, OperatedQueue } from "../../adapters/operatedQueue.ts";
import type { OperatedName, OperateQueuesRequest, RedrivenName } from "../../contract/messages.ts";
import { ConditionFailed } from "../../store/table.ts";
import type { Deps } from "../ports.ts";

export interface WithOperatedQueues {
  readonly queues: Readonly<Record<OperatedName, OperatedQueue>>;
}

type QueueDeps = Deps & WithOperatedQueues;

/** The properties of a message that identify its subject. */
const Body = z.looseObject({
  type: z.string(),
  accountId: z.string(),
  runId: z.string().optional(),
  eventId: z.string().optional(),
  deliveryId: z.string().optional(),
  exportId: z.string().optional(),
  mailId: z.string().optional(),
  pk: z.string().optional(),
  sk: z.string().optional(),
});
type Body = z.infer<typeof Body>;

const QUEUE_OF_TYPE: Readonly<Record<string, RedrivenName>> = {
  event: "events",
  delivery: "deliveries",
  destinationDelivery: "destinations",
  export: "exports",
  mail: "mails",
  due: "stuck",
};

const SHOWN = 20;
/** Time left to release what is held. */
const MARGIN_MS = 10_000;

const parse = (body: string): Body | null => {
  try {
    return Body.parse(JSON.parse(body));
  } catch {
    return null;
  }
};

/** The queue that a dead letter came from, by its type, and for runs by the run. Null if the message is unknown. */
const queueOf = async ({ store }: Deps, message: Body | null): Promise<RedrivenName | null> => {
  if (message?.type !== "run") return QUEUE_OF_TYPE[message?.type ?? ""] ?? null;
  const run = await store.runs.get(message.accountId, message.runId ?? "");
  return run?.queue ?? "runs";
};

/** Makes a stuck record due now, so that the clock hands it over with its next round. */
const makeDue = async ({ store, now }: Deps, { pk = "", sk = "" }: Body): Promise<void> => {
  const item = await store.getDue({ pk, sk });
  if (item === null) return;
  try {
    await store.postponeDue(item, now(), 0);
  } catch (error) {
    // It has just been handed over.
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

const redriveOne = async (
  deps: QueueDeps,
  received: HeldMessage,
  message: Body,
  queue: RedrivenName,
): Promise<void> => {
  if (queue === "stuck") await makeDue(deps, message);
  else await deps.queues[queue].send(received.body, message.accountId);
  // After the other: a message is rather sent twice than lost, and every worker expects that.
  await received.remove();
};

interface Found {
  readonly counts: Record<string, number>;
  readonly messages: object[];
  moved: number;
  isWhole: boolean;
}

/** Goes through a queue of failures once, and moves what belongs to the wanted queue. */
const walk = async (
  deps: QueueDeps,
  name: "deadLetters" | "stuck",
  wanted: RedrivenName | undefined,
  untilMs: number,
): Promise<Found> => {
  const found: Found = { counts: {}, messages: [], moved: 0, isWhole: true };
  const left: HeldMessage[] = [];
  try {
    for (;;) {
      if (deps.now() >= untilMs) return { ...found, isWhole: false };
      const batch = await deps.queues[name].take();
      if (batch.length === 0) return found;
      left.push(...batch);
      for (const received of batch) {
        const message = parse(received.body);
        const queue = await queueOf(deps, message);
        if (message !== null && queue !== null && queue === wanted) {
          await redriveOne(deps, received, message, queue);
          left.splice(left.indexOf(received), 1);
          found.moved += 1;
          continue;
        }
        const key = queue ?? "unknown";
        found.counts[key] = (found.counts[key] ?? 0) + 1;
        const shown = message ?? { body: received.body.slice(0, 500) };
        if (found.messages.length < SHOWN) found.messages.push({ queue, sentAt: received.sentAt, ...shown });
      }
    }
  } finally {
    await Promise.all(left.map((received) => received.release()));
  }
};

/**
 * Shows every queue and what failed, for an operator, after it did what is asked: `redrive` sends the dead letters of one
 * queue back to it, or makes what is stuck due now; `drain` drops all messages of a queue. Messages are hints and
 * the table holds what is true, so neither loses anything: what is still due is announced again by the clock.
 *
 * @returns `done` is false if there was no time to go through everything: call again
 */
export const operateQueues = async (
  deps: QueueDeps,
  { redrive, drain }: OperateQueuesRequest,
  deadlineMs: number,
) => {
  const { queues, log } = deps;
  if (drain !== undefined) {
    log.info("a queue is drained", { queue: drain });
    await queues[drain].purge();
  }
  const untilMs = deadlineMs - MARGIN_MS;
  const dead = await walk(deps, "deadLetters", redrive, untilMs);
  const stuck = await walk(deps, "stuck", redrive, untilMs);
  const counted = await Promise.all(
    Object.entries(queues).map(async ([name, queue]) => [name, await queue.count()] as const),
  );
  return {
    done: dead.isWhole && stuck.isWhole,
    ...(redrive !== undefined && { redriven: dead.moved + stuck.moved }),
    queues: Object.fromEntries(counted),
    failed: { ...dead.counts, ...(stuck.counts.stuck && { stuck: stuck.counts.stuck }) },
    messages: [...dead.messages, ...stuck.messages].slice(0, SHOWN),
  };
};
