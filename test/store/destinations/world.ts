/** A run of large items, and destinations that take long for each part. */
import { CreateDestination } from "../../../src/contract/deliveries/destinations.ts";
import { handOverForgottenRun } from "../../../src/domain/clock/retention.ts";
import { deliverData } from "../../../src/domain/destinations/deliver.ts";
import { replayDestinationDelivery } from "../../../src/domain/destinations/deliveries.ts";
import { createDestination, updateDestination } from "../../../src/domain/destinations/destinations.ts";
import { handToDestinations } from "../../../src/domain/destinations/fanOut.ts";
import type { WithPlaces } from "../../../src/domain/destinations/ports.ts";
import type { Engine } from "../../../src/domain/engine.ts";
import { deleteRun } from "../../../src/domain/runs/end/deleteRun.ts";
import { destinationDeliveryId } from "../../../src/store/deliveries/destinationDeliveries.ts";
import { countingEngine, createPipeline } from "../../helpers/pipeline.ts";

export const PARTS = 6;
const PAGE_MS = 6_000;
const PART_MS = 100_000;
/** Two parts and what is kept for a third. */
const WORKER_MS = 300_000;
/** More than half of a part of a file: each item is a part of its own, of files and of requests. */
const TEXT = "x".repeat(4_100_000);

/** Collects one large item from each page. */
const bulkyEngine = (beforePage: () => void): Engine => {
  const engine = countingEngine(PARTS, beforePage);
  return {
    ...engine,
    next: async (...args: Parameters<Engine["next"]>) => {
      const batch = await engine.next(...args);
      return "failure" in batch ? batch : { ...batch, items: [{ n: batch.state as number, text: TEXT }] };
    },
  };
};

export const FILES = { type: "folder", folder: "lake" };
export const REQUESTS = { type: "http", url: "https://receiver.example/" };
export const TABLE = {
  type: "postgres",
  host: "db.example",
  database: "d",
  user: "u",
  password: "p",
  table: "t",
};

export const createWorld = async () => {
  const pipeline = await createPipeline("scale");
  const { deps: shared, caller, flow, store, pass } = pipeline;
  const run = await pipeline.queue();
  // Slow enough for each page to be committed by itself.
  await pipeline.execute(
    bulkyEngine(() => pass(PAGE_MS)),
    run.id,
  );
  const files = new Map<string, string>();
  /** What arrived, in order. */
  const arrived: string[] = [];
  /** Called before each part arrives, and when a place is opened for an attempt. */
  const world = { before: (_part: number) => {}, opening: async () => {} };
  const arrive = (name: string): void => {
    world.before(arrived.length + 1);
    pass(PART_MS);
    arrived.push(name);
  };
  const places: WithPlaces["places"] = {
    openFiles: async () => {
      await world.opening();
      return {
        put: async (path, body) => {
          arrive(path.split("/").at(-1) ?? "");
          files.set(path, Buffer.from(body).toString(path.endsWith(".parquet") ? "latin1" : "utf8"));
        },
        get: async (path) => (files.has(path) ? Buffer.from(files.get(path) ?? "") : null),
        remove: async (path) => void files.delete(path),
      };
    },
    openReceiver: () => ({
      post: async (headers) => {
        arrive(headers["idempotency-key"] ?? "");
        await world.opening();
      },
    }),
    openTable: async () => ({
      deliver: async ({ parts }, renew) => {
        await world.opening();
        let count = 0;
        for await (const part of parts) {
          arrive(`rows of transaction ${count}`);
          count += part.length;
          await renew();
        }
        return count;
      },
      test: async () => {},
    }),
  };
  const messages: number[] = [];
  /** Parts of the run's output that were read. */
  const readParts: string[] = [];
  const deps = {
    ...shared,
    objects: {
      ...shared.objects,
      getText: async (key: string) => {
        readParts.push(key);
        return shared.objects.getText(key);
      },
    },
    places,
    random: () => 0,
    hasFolderRoot: true,
    canAssumeRoles: false,
    destinationQueue: { send: async (_message: object, delayMs = 0) => void messages.push(delayMs) },
  };
  const { accountId } = caller;
  const add = async (target: object, more: object = {}) => {
    const wish = CreateDestination.parse({ name: "Lake", target, ...more });
    const { id: destinationId } = await createDestination(deps, caller, wish);
    const body = JSON.stringify({ data: { id: run.id, flowId: flow.id } });
    await handToDestinations(deps, { accountId, type: "run.completed", body } as never);
    const id = destinationDeliveryId(run.id, destinationId);
    return {
      work: () =>
        deliverData(deps, { type: "destinationDelivery", accountId, deliveryId: id }, deps.now() + WORKER_MS),
      read: () => store.destinationDeliveries.get(accountId, id),
      replay: () => replayDestinationDelivery(deps, caller, { id: destinationId, deliveryId: id }),
      update: (wish: object) => updateDestination(deps, caller, destinationId, wish as never),
    };
  };
  /** Where the items of the run are from a place on. */
  const partsOfRun = async (place: number) =>
    (await store.runs.listParts(accountId, run.id, 0, 100)).filter(
      ({ first, items }) => first + items > place,
    );
  const alerts = async () =>
    (await store.alerts.list(accountId, {}, { limit: 10 })).records.filter(({ type }) =>
      type.startsWith("destination"),
    );
  /** Deletes the run, and erases its data as the clock does. */
  const deleteAll = async (): Promise<void> => {
    await deleteRun(shared, caller, run.id);
    await handOverForgottenRun(shared, { accountId, runId: run.id });
  };
  return { add, arrived, files, world, pass, messages, readParts, partsOfRun, flow, run, alerts, deleteAll };
};
