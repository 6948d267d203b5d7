/** The service's functions on machines that fail: the real domain code, on ports that misbehave. */

import { onlyKey } from "../../../src/adapters/keyring.ts";
import type { Objects } from "../../../src/adapters/objects.ts";
import { createSeals } from "../../../src/adapters/seal.ts";
import type { DestinationMessage } from "../../../src/contract/deliveries/destinations.ts";
import type { MailMessage } from "../../../src/contract/deliveries/email.ts";
import type { DeliveryMessage, EventMessage } from "../../../src/contract/deliveries/events.ts";
import type { ExportMessage } from "../../../src/contract/deliveries/exports.ts";
import { makeId } from "../../../src/contract/ids.ts";
import type { RunMessage } from "../../../src/contract/messages.ts";
import { CALLED_WORKERS, CLOCK_WORKERS, QUEUE_WORKERS } from "../../../src/contract/workers.ts";
import { handOverDue } from "../../../src/domain/clock/handOverDue.ts";
import { tick } from "../../../src/domain/clock/tick.ts";
import { deliverData } from "../../../src/domain/destinations/deliver.ts";
import type { Engine } from "../../../src/domain/engine.ts";
import { writeExport } from "../../../src/domain/exports/write.ts";
import { createFileLinks } from "../../../src/domain/files/links.ts";
import { deliverMail } from "../../../src/domain/mail/deliverMail.ts";
import type { WithLists } from "../../../src/domain/ports.ts";
import { executeRun } from "../../../src/domain/runs/executeRun.ts";
import { deliverWebhook } from "../../../src/domain/webhooks/deliver.ts";
import { fanOutEvent } from "../../../src/domain/webhooks/fanOut.ts";
import { createStore } from "../../../src/store/index.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import type { Table } from "../../../src/store/table.ts";
import { createMemoryMetrics } from "../../helpers/memoryMetrics.ts";
import { listsIn } from "../../helpers/memoryObjects.ts";
import { createMemoryQueue, type MemoryQueue } from "../../helpers/memoryQueue.ts";
import { confinedObjects, confinedTable, type Refusals } from "./confined.ts";
import { createPlaces } from "./destinationPlaces.ts";
import type { Profile } from "./faults.ts";
import type { Machine, Machines } from "./machines.ts";
import { objectsOn, queueOn, tableOn } from "./ports.ts";
import type { Random } from "./random.ts";
import { createReceivers } from "./receivers.ts";
import type { Scheduler } from "./scheduler.ts";
import { createSiteEngine, type Site } from "./site.ts";

interface World {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly profile: () => Profile;
  readonly machines: Machines;
  readonly table: Table;
  readonly objects: Objects;
  readonly sites: ReadonlyMap<string, Site>;
  /** The table as a machine sees it (default: each call may go wrong). */
  readonly openOn?: ((machine: Machine, table: Table) => Table) | undefined;
  /** What collects pages instead of the engine that visits the sites. */
  readonly engineOn?: ((machine: Machine) => Engine) | undefined;
}

/** All that a function may ask for. */
type FunctionDeps = Omit<Parameters<typeof executeRun>[0], "engine" | "serves"> &
  Parameters<typeof tick>[0] &
  Parameters<typeof handOverDue>[0] &
  Parameters<typeof fanOutEvent>[0] &
  Parameters<typeof deliverWebhook>[0] &
  Parameters<typeof deliverData>[0] &
  Parameters<typeof writeExport>[0] &
  Parameters<typeof deliverMail>[0] &
  WithLists;

interface Queues {
  readonly runs: MemoryQueue<RunMessage>;
  readonly browserRuns: MemoryQueue<RunMessage>;
  readonly events: MemoryQueue<EventMessage>;
  readonly deliveries: MemoryQueue<DeliveryMessage>;
  readonly destinations: MemoryQueue<DestinationMessage>;
  readonly exports: MemoryQueue<ExportMessage>;
  readonly mails: MemoryQueue<MailMessage>;
}

const SEAL_KEY = Buffer.alloc(32, 1);
/** What a worker uses between two commits: a number of its own for each, so that sums can be wrong. */
const MAX_GB_SECONDS = 9;

export const createService = (world: World) => {
  const { scheduler, random, profile, machines, sites, openOn = tableOn, engineOn } = world;
  const receivers = createReceivers(random, scheduler.now);
  const places = createPlaces(random);
  const mailed: string[] = [];
  /** What workers asked for and a confined one may not touch. */
  const refused: Refusals = new Set();
  let ids = 0;
  /** Calls that no machine has taken yet, and all calls so far. */
  const calls = { waiting: 0, made: 0 };

  const consumerOf = <M extends { readonly accountId: string }>(
    worker: keyof typeof QUEUE_WORKERS,
    handle: (machine: Machine, message: M, deadlineMs: number) => Promise<unknown>,
  ): MemoryQueue<M> => {
    const { timeoutSeconds, maxConcurrency, maxReceiveCount } = QUEUE_WORKERS[worker];
    const timeoutMs = timeoutSeconds * 1_000;
    let invocations = 0;
    return createMemoryQueue<M>({
      now: scheduler.now,
      at: scheduler.at,
      groupOf: ({ accountId }) => accountId,
      lanes: maxConcurrency,
      visibilityMs: 6 * timeoutMs,
      maxReceiveCount,
      copies: () => (random.chance(profile().doubled) ? random.pick([2, 3, 10]) : 1),
      latenessMs: () =>
        random.between(1, 20) + (random.chance(profile().late) ? random.between(1_000, 300_000) : 0),
      consume: async (message) => {
        invocations += 1;
        const ending = await machines.run(`${worker}-${invocations}`, timeoutMs, (machine) =>
          handle(machine, message, machine.now() + timeoutMs),
        );
        return ending === "done";
      },
    });
  };

  /** All that a function may ask for, on one machine. */
  const depsOn = (machine: Machine, table = world.table, stored: Objects = world.objects): FunctionDeps => {
    const note = (message: string) => machine.isAlive() && message.length > 0;
    const runQueue = {
      send: (
        { accountId, id, queue, shard }: Pick<RunRecord, "accountId" | "id" | "queue" | "shard">,
        delayMs = 0,
      ) => {
        const message = { type: "run" as const, accountId, runId: id, ...(shard !== undefined && { shard }) };
        return queueOn(machine, queue, queues[queue]).send(message, delayMs);
      },
      ping: async () => {},
    };
    const objects = objectsOn(machine, stored);
    return {
      store: createStore(openOn(machine, table)),
      objects,
      fileLinks: createFileLinks(async () => onlyKey(Buffer.alloc(32)), machine.now),
      lists: listsIn(objects),
      runQueue,
      eventQueue: queueOn(machine, "events", queues.events),
      deliveryQueue: queueOn(machine, "deliveries", queues.deliveries),
      destinationQueue: queueOn(machine, "destinations", queues.destinations),
      exportQueue: queueOn(machine, "exports", queues.exports),
      places: places.on(machine),
      mailQueue: queueOn(machine, "mails", queues.mails),
      dueWorkers: {
        call: ({ shard }: { readonly shard: number }) =>
          machine.call("queues", `call for shard ${shard}`, async () => callLater(shard), {
            isRepeatable: true,
          }),
      },
      // Calls a person, who has nothing to do with how the story ends.
      stuck: { send: async () => {} },
      mailer: {
        send: ({ to, subject }: { readonly to: string; readonly subject: string }) =>
          machine.call("receivers", `mail to ${to}`, async () => {
            mailed.push(`${to}: ${subject}`);
            return { providerId: "1" };
          }),
      },
      post: receivers.post(machine),
      random: random.next,
      seals: createSeals(async () => onlyKey(SEAL_KEY)),
      now: machine.now,
      after: machine.after,
      newId: (kind: Parameters<typeof makeId>[0]) => {
        ids += 1;
        return makeId(kind, machine.now(), ((ids % 1e6) + 0.5) / 1e6);
      },
      log: { info: note, warn: note, error: note },
      metrics: createMemoryMetrics(),
      checkTarget: () => {},
      usage: {
        start: () => {},
        take: () => ({
          gbSeconds: random.between(1, MAX_GB_SECONDS),
          invocations: 1,
          tableReadUnits: 0,
          tableWriteUnits: 0,
          objectReads: 0,
          objectWrites: 0,
          queueRequests: 0,
        }),
      },
    };
  };

  /** Lambda takes a call that nobody waits for: it may come late and more than once, but not after its age. */
  const callLater = (shard: number): void => {
    const copies = random.chance(profile().doubled) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const lateMs =
        random.between(1, 20) + (random.chance(profile().late) ? random.between(1_000, 59_000) : 0);
      calls.waiting += 1;
      scheduler.at(scheduler.now() + lateMs, () => {
        calls.waiting -= 1;
        calls.made += 1;
        const timeoutMs = CALLED_WORKERS.handOverDue.timeoutSeconds * 1_000;
        void machines.run(`handOverDue-${calls.made}`, timeoutMs, (machine) =>
          handOverDue(depsOn(machine), machine.now() + timeoutMs, shard),
        );
      });
    }
  };

  const executing = (hasBrowser: boolean) => (machine: Machine, message: RunMessage, deadlineMs: number) => {
    const engine = engineOn?.(machine) ?? createSiteEngine(machine, random, sites, hasBrowser);
    const serves = hasBrowser ? "browserRuns" : "runs";
    // Every worker, also one without a browser, which runs the same code.
    const table = confinedTable(world.table, message, refused);
    const objects = confinedObjects(world.objects, message, refused);
    return executeRun({ ...depsOn(machine, table, objects), engine, serves }, message, deadlineMs);
  };
  const queues: Queues = {
    runs: consumerOf<RunMessage>("executeRun", executing(false)),
    browserRuns: consumerOf<RunMessage>("startBrowserRun", executing(true)),
    events: consumerOf<EventMessage>("fanOutEvent", (machine, message) =>
      fanOutEvent(depsOn(machine), message),
    ),
    destinations: consumerOf<DestinationMessage>("deliverData", (machine, message, deadlineMs) =>
      deliverData(depsOn(machine), message, deadlineMs),
    ),
    exports: consumerOf<ExportMessage>("writeExport", (machine, message, deadlineMs) =>
      writeExport(depsOn(machine), message, deadlineMs),
    ),
    deliveries: consumerOf<DeliveryMessage>("deliverWebhook", (machine, message) =>
      deliverWebhook(depsOn(machine), message),
    ),
    mails: consumerOf<MailMessage>("deliverMail", (machine, message) =>
      deliverMail(depsOn(machine), message),
    ),
  };

  const { timeoutSeconds } = CLOCK_WORKERS.tick;
  return {
    receivers,
    places,
    mailed,
    refused,
    queues,
    depsOn,
    messages: () => Object.values(queues).reduce((sum, queue) => sum + queue.size(), calls.waiting),
    tick: () => machines.run("tick", timeoutSeconds * 1_000, (machine) => tick(depsOn(machine))),
  };
};

export type Service = ReturnType<typeof createService>;
