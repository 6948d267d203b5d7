/** What is kept of deliveries, for how long, and what ends with a run, a destination or an account. */
import { beforeEach, describe, expect, it } from "@jest/globals";
import { CreateDestination } from "../../src/contract/deliveries/destinations.ts";
import { deleteAccount } from "../../src/domain/accounts/eraseAccount.ts";
import { deliverData } from "../../src/domain/destinations/deliver.ts";
import { replayDestinationDelivery } from "../../src/domain/destinations/deliveries.ts";
import { createDestination, deleteDestination } from "../../src/domain/destinations/destinations.ts";
import { handOverDestinationDelivery } from "../../src/domain/destinations/due.ts";
import { handToDestinations } from "../../src/domain/destinations/fanOut.ts";
import { deleteRun } from "../../src/domain/runs/end/deleteRun.ts";
import { destinationDeliveryId } from "../../src/store/deliveries/destinationDeliveries.ts";
import { recordOf } from "../../src/store/due.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

const createWorld = async () => {
  const pipeline = await createPipeline("scale");
  const { deps: shared, caller, flow, store, pass } = pipeline;
  const { accountId } = caller;
  const run = await pipeline.queue();
  await pipeline.execute(countingEngine(2), run.id);
  const bodies: string[] = [];
  const world = { before: async () => {} };
  const deps = {
    ...shared,
    places: {
      openReceiver: () => ({
        post: async (_headers: object, body: string) => {
          await world.before();
          bodies.push(body);
        },
      }),
    },
    random: () => 0,
    hasFolderRoot: false,
    canAssumeRoles: false,
  } as never as Parameters<typeof deliverData>[0] & Parameters<typeof createDestination>[0];
  const target = { type: "http", url: "https://receiver.example/?token=canary" };
  const { id: destinationId } = await createDestination(
    deps,
    caller,
    CreateDestination.parse({ name: "Lake", target }),
  );
  const body = JSON.stringify({ data: { id: run.id, flowId: flow.id } });
  await handToDestinations(deps, { accountId, type: "run.completed", body } as never);
  const deliveryId = destinationDeliveryId(run.id, destinationId);
  return {
    ...{ deps, caller, accountId, store, run, bodies, world, pass, destinationId },
    read: () => store.destinationDeliveries.get(accountId, deliveryId),
    total: async () => (await store.destinationDeliveries.list(accountId, destinationId, { limit: 1 })).total,
    work: () =>
      deliverData(deps, { type: "destinationDelivery", accountId, deliveryId }, deps.now() + 600_000),
    replay: () => replayDestinationDelivery(deps, caller, { id: destinationId, deliveryId }),
    /** What the clock does with the delivery when it is due. */
    tick: async () => {
      const due = (await store.listDue(deps.now(), 10_000)).filter(({ sk }) => sk === deliveryId);
      for (const item of due) await handOverDestinationDelivery(deps, recordOf(item), String(item.dueAt));
    },
  };
};

let made: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  made = await createWorld();
});

describe("a delivery of data", () => {
  it("is deleted after 30 days, and no longer counted", async () => {
    const { work, read, total, pass, tick } = made;
    await work();
    expect(await read()).toMatchObject({ status: "succeeded", itemCount: 4 });
    pass(29 * DAY_MS);
    await tick();
    expect(await total()).toBe(1);
    pass(2 * DAY_MS);
    await tick();
    expect([await read(), await total()]).toEqual([null, 0]);
  });

  it("is cancelled with a reason if its run was deleted, and cannot be replayed", async () => {
    const { deps, caller, run, work, read, replay, bodies } = made;
    await deleteRun(deps, caller, run.id);
    await work();
    expect(await read()).toMatchObject({ status: "cancelled", note: "Its run was deleted." });
    await expect(replay()).rejects.toMatchObject({ code: "conflict", message: "Its run was deleted." });
    expect(bodies).toEqual([]);
  });

  it("is cancelled with a reason if its destination was deleted", async () => {
    const { deps, caller, destinationId, work, read, bodies } = made;
    await deleteDestination(deps, caller, destinationId);
    await work();
    expect(await read()).toMatchObject({
      status: "cancelled",
      note: "Its destination was disabled or deleted.",
    });
    expect(bodies).toEqual([]);
  });

  it("leaves nothing behind if its account is deleted while it is sent", async () => {
    const { deps, accountId, world, work, read, store, destinationId, bodies } = made;
    world.before = async () => void (await deleteAccount(deps, accountId, deps.now() + 3_600_000));
    await work();
    expect(bodies.length).toBe(1);
    expect([await read(), await store.destinations.get(accountId, destinationId)]).toEqual([null, null]);
    await work();
    expect(bodies.length).toBe(1);
  });
});
