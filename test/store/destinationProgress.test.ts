/** Deliveries that take longer than a worker lives. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { CreateDestination } from "../../src/contract/destinations.ts";
import { PlaceError } from "../../src/contract/placeError.ts";
import { deliverData } from "../../src/domain/destinations/deliver.ts";
import { replayDestinationDelivery } from "../../src/domain/destinations/deliveries.ts";
import { createDestination, updateDestination } from "../../src/domain/destinations/destinations.ts";
import { handToDestinations } from "../../src/domain/destinations/fanOut.ts";
import type { WithPlaces } from "../../src/domain/destinations/ports.ts";
import type { Engine } from "../../src/domain/engine.ts";
import { destinationDeliveryId } from "../../src/store/destinationDeliveries.ts";
import { countingEngine, createPipeline } from "../helpers/pipeline.ts";

const PARTS = 6;
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

const FILES = { type: "folder", folder: "lake" };
const REQUESTS = { type: "http", url: "https://receiver.example/" };
const TABLE = { type: "postgres", host: "db.example", database: "d", user: "u", password: "p", table: "t" };

const createWorld = async () => {
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
  /** Called before each part arrives. */
  const world = { before: (_part: number) => {} };
  const arrive = (name: string): void => {
    world.before(arrived.length + 1);
    pass(PART_MS);
    arrived.push(name);
  };
  const places: WithPlaces["places"] = {
    openFiles: async () => ({
      put: async (path, body) => {
        arrive(path.split("/").at(-1) ?? "");
        files.set(path, Buffer.from(body).toString(path.endsWith(".parquet") ? "latin1" : "utf8"));
      },
      get: async (path) => (files.has(path) ? Buffer.from(files.get(path) ?? "") : null),
      remove: async (path) => void files.delete(path),
    }),
    openReceiver: () => ({ post: async (headers) => arrive(headers["idempotency-key"] ?? "") }),
    openTable: async () => ({
      deliver: async ({ parts }, renew) => {
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
  return { add, arrived, files, world, pass, messages, readParts, partsOfRun, flow, run, alerts };
};

let made: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  made = await createWorld();
});

const numbersIn = (names: readonly string[]): number[] =>
  names.map((name) => Number(/(\d+)(?:\.ndjson)?$/.exec(name)?.[1] ?? 0));

describe("a delivery that takes longer than its worker has", () => {
  it("is continued by the next worker, part by part, and counts as one attempt", async () => {
    const { add, arrived, files, messages, flow, run } = made;
    const { work, read } = await add(FILES);
    messages.length = 0;
    await work();
    expect(numbersIn(arrived)).toEqual([1, 2, 3]);
    expect(await read()).toMatchObject({ status: "pending", attempts: [], losses: 0 });
    expect(messages).toEqual([0]);
    await work();
    await work();
    expect(arrived.at(-1)).toBe("manifest.json");
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await read()).toMatchObject({
      status: "succeeded",
      itemCount: PARTS,
      attempts: [{ error: null }],
    });
    const manifest = JSON.parse(files.get(`${flow.id}/items/${run.id}/manifest.json`) ?? "");
    expect(manifest).toMatchObject({ itemCount: PARTS, parts: Array(PARTS).fill({ items: 1 }) });
    const numbers = manifest.parts.map(({ path }: { path: string }) => JSON.parse(files.get(path) ?? "").n);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("is continued where a worker was killed, and sends at most one request again", async () => {
    const { add, arrived, world, pass } = made;
    const { work, read } = await add(REQUESTS);
    world.before = (part) => {
      if (part === 3) throw new Error("killed");
    };
    await expect(work()).rejects.toThrow("killed");
    expect(numbersIn(arrived)).toEqual([1, 2]);
    world.before = () => {};
    // Nobody else may have it before its worker must be dead.
    await work();
    expect(arrived).toHaveLength(2);
    pass(3 * 60_000);
    while ((await read())?.status === "pending") await work();
    expect(new Set(numbersIn(arrived)).size).toBe(PARTS);
    expect(arrived.length).toBeLessThanOrEqual(PARTS + 1);
    expect(await read()).toMatchObject({ status: "succeeded", itemCount: PARTS });
  });

  it.each([
    ["files", FILES, { format: "ndjson" }],
    ["files of CSV", FILES, { format: "csv" }],
    ["files of Parquet", FILES, { format: "parquet" }],
    ["requests", REQUESTS, {}],
  ])("of %s reads only what has not arrived, also after a worker was killed", async (_, target, more) => {
    const { add, arrived, files, world, pass, readParts, partsOfRun, flow, run } = made;
    const { work, read } = await add(target, more);
    world.before = (part) => {
      if (part === 3) throw new Error("killed");
    };
    await expect(work()).rejects.toThrow("killed");
    world.before = () => {};
    pass(3 * 60_000);
    const seen: number[] = [];
    for (;;) {
      const { progress, status } = (await read()) ?? {};
      if (status !== "pending") break;
      readParts.length = 0;
      await work();
      const place = progress?.reached?.place ?? 0;
      expect(place).toBe(progress?.parts);
      expect(readParts).toEqual((await partsOfRun(place)).map(({ objectKey }) => objectKey));
      seen.push(readParts.length);
    }
    // The last one has fewer to read than the first one had.
    expect(seen.at(-1)).toBeLessThan((await partsOfRun(0)).length);
    expect(await read()).toMatchObject({ status: "succeeded", itemCount: PARTS, progress: null });
    expect(new Set(arrived).size).toBe(target === FILES ? PARTS + 1 : PARTS);
    if (target !== FILES) return;
    const manifest = JSON.parse(files.get(`${flow.id}/items/${run.id}/manifest.json`) ?? "");
    const hashes = manifest.parts.map(({ path }: { path: string }) =>
      createHash("sha256")
        .update(Buffer.from(files.get(path) ?? "", path.endsWith(".parquet") ? "latin1" : "utf8"))
        .digest("hex"),
    );
    expect(manifest.parts.map(({ sha256 }: { sha256: string }) => sha256)).toEqual(hashes);
    expect(manifest.itemCount).toBe(PARTS);
  });

  it("is given up after ten workers were killed, and its owner is told each time", async () => {
    const { add, world, pass, alerts } = made;
    const { work, read, replay } = await add(REQUESTS);
    world.before = () => {
      throw new Error("killed");
    };
    const workUntilOver = async () => {
      for (let tries = 0; (await read())?.status === "pending" && tries < 30; tries++) {
        await work().catch(() => undefined);
        pass(10 * 60_000);
      }
      expect(await read()).toMatchObject({ status: "failed", attempts: [] });
    };
    await workUntilOver();
    const told = expect.objectContaining({
      type: "destination_failing",
      title: "A delivery to Lake was given up",
    });
    expect(await alerts()).toEqual([told]);
    await replay();
    await workUntilOver();
    expect(await alerts()).toEqual([told, told]);
  });

  it("by HTTP is not sent from the start when the receiver refuses a part", async () => {
    const { add, arrived, world, pass } = made;
    const { work, read } = await add(REQUESTS);
    world.before = (part) => {
      if (part === 2) throw new PlaceError("receiver-refused", "Not now.", { httpStatus: 503 });
    };
    await work();
    expect(await read()).toMatchObject({ attempts: [{ httpStatus: 503 }] });
    world.before = () => {};
    pass(60_000);
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("of files is written from the start after a failure, and after a replay", async () => {
    const { add, arrived, world, pass } = made;
    const { work, read, replay } = await add(FILES);
    world.before = (part) => {
      if (part === 2) throw new PlaceError("bucket-refused", "Denied.", { httpStatus: 403 });
    };
    await work();
    world.before = () => {};
    pass(60_000);
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 1, 2, 3, 4, 5, 6]);
    arrived.length = 0;
    await replay();
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("starts again at a destination that was changed meanwhile", async () => {
    const { add, arrived } = made;
    const { work, read, update } = await add(FILES);
    await work();
    await update({ target: { type: "folder", folder: "other" } });
    arrived.length = 0;
    while ((await read())?.status === "pending") await work();
    expect(numbersIn(arrived.slice(0, -1))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("to a table fails with advice, since a transaction cannot be continued", async () => {
    const { add } = made;
    const { work, read } = await add(TABLE);
    await work();
    expect(await read()).toMatchObject({
      status: "pending",
      attempts: [{ error: { code: "too-slow", message: expect.stringContaining("deliver to a bucket") } }],
    });
  });
});
