import { describe, expect, it } from "@jest/globals";
import { CALLED_WORKERS, CLOCK_WORKERS } from "../../src/contract/workers.ts";
import { handOverDue } from "../../src/domain/clock/handOverDue.ts";
import { tick } from "../../src/domain/clock/tick.ts";
import { makeFlow } from "../helpers/testStore.ts";
import { createCalmWorld } from "./sim/calmWorld.ts";
import { START_MS } from "./sim/world.ts";

const SCHEDULES = 10_000;
const ACCOUNTS = 500;
const MINUTE_MS = 60_000;

/** What a table and a queue on AWS may take for a call, beside the way there: more than they do as a rule. */
const SLOW_CALL_MS = 30;

describe("10,000 schedules of one minute", () => {
  it("all start within that minute, once each, by one worker per shard", async () => {
    const world = await createCalmWorld();
    const { store, machines, service, finish, scheduler } = world;
    const dueAt = new Date(START_MS).toISOString();
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const accountId = await world.addAccount("scale");
      for (let flow = 0; flow < SCHEDULES / ACCOUNTS; flow += 1) {
        const schedule = { cron: "0 * * * *", timezone: "UTC" };
        await store.commit(
          store.flows.insert(makeFlow(accountId, { status: "active", schedule, nextRunAt: dueAt })),
        );
      }
    }

    const announced: { readonly id: string; readonly atMs: number }[] = [];
    const workers: Promise<unknown>[] = [];
    const runWorker = (shard: number) =>
      machines.run(`shard ${shard}`, CALLED_WORKERS.handOverDue.timeoutSeconds * 1_000, (machine) => {
        const deps = service.depsOn(machine);
        const runQueue = {
          ...deps.runQueue,
          send: ({ id }: { readonly id: string }) =>
            machine.call(
              "queues",
              "announce",
              async () => void announced.push({ id, atMs: scheduler.now() }),
              {
                takesMs: SLOW_CALL_MS,
              },
            ),
        };
        const deadlineMs = machine.now() + CALLED_WORKERS.handOverDue.timeoutSeconds * 1_000;
        return handOverDue({ ...deps, runQueue }, deadlineMs, shard);
      });
    const startedAtMs = scheduler.now();
    const cpuBefore = process.cpuUsage();
    await finish(
      machines.run("tick", CLOCK_WORKERS.tick.timeoutSeconds * 1_000, (machine) =>
        tick({
          ...service.depsOn(machine),
          dueWorkers: { call: async ({ shard }) => void workers.push(runWorker(shard)) },
        }),
      ),
    );
    await finish(Promise.all(workers));

    expect(workers).toHaveLength(16);
    expect(await Promise.all(workers)).toEqual(workers.map(() => "done"));
    expect(new Set(announced.map(({ id }) => id)).size).toBe(SCHEDULES);
    expect(announced).toHaveLength(SCHEDULES);
    const tookMs = Math.max(...announced.map(({ atMs }) => atMs)) - startedAtMs;
    const { user, system } = process.cpuUsage(cpuBefore);
    // A worker waits, and has one processor: both together are what it takes, at most.
    const cpuMs = (user + system) / 1_000 / workers.length;
    expect(tookMs + cpuMs).toBeLessThan(MINUTE_MS / 2);
  }, 300_000);
});
