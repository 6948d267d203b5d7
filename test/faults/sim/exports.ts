/** A story of exports: of some, the run is deleted meanwhile, some are cancelled, and everything goes wrong. */
import { cancelExport, createExport } from "../../../src/domain/exports/exports.ts";
import type { Caller } from "../../../src/domain/ports.ts";
import { deleteRun } from "../../../src/domain/runs/end/deleteRun.ts";
import type { RunRecord } from "../../../src/store/runs/runs.ts";
import { createMadeWorld } from "./calmWorld.ts";
import { drawProfile } from "./faults.ts";
import { createRandom } from "./random.ts";
import type { Service } from "./service.ts";
import { MINUTE_MS, type Outcome, START_MS, type WorldOptions } from "./world.ts";

/** Loaded before time is simulated: a worker imports it when it first needs it. */
await import("hyparquet-writer");

const COLLECTING_MS = 10 * MINUTE_MS;
const TROUBLED_MS = 8 * MINUTE_MS;
const REQUEST_MS = 29_000;
/** Longer than most exports take here when nothing goes wrong. */
const MIDWAY_MS = 1_500;

type Work = (deps: ReturnType<Service["depsOn"]>, caller: Caller) => Promise<unknown>;

export const tellExports = async (seed: number, options: WorldOptions = {}): Promise<Outcome> => {
  const random = createRandom(seed);
  const troubles = drawProfile(random, START_MS + COLLECTING_MS, TROUBLED_MS);
  const world = await createMadeWorld(random, troubles, options);
  const { scheduler, machines, service, finish } = world;
  const accountId = await world.addAccount(random.pick(["free", "pro"]));
  const site = {
    pages: random.between(1, 12),
    itemsPerPage: random.between(0, 4),
    origins: random.pick([0, 0, 8]),
  };
  const flow = await world.addFlow(accountId, site);
  const runs: readonly RunRecord[] = await world.queueRuns(flow, random.between(1, 4));
  world.tickUntil(START_MS + COLLECTING_MS);
  await scheduler.runTo(START_MS + COLLECTING_MS);

  let requests = 0;
  /** One request of the API, on a machine that may fail like any other. */
  const ask = (name: string, work: Work) =>
    machines.run(name, REQUEST_MS, async (machine) => {
      requests += 1;
      const deps = service.depsOn(machine);
      const account = deps.store.accounts.get(accountId).then((found) => {
        if (!found) throw new Error("no account");
        return found;
      });
      account.catch(() => {});
      const request = { id: `request-${requests}`, address: "127.0.0.1" };
      return work(deps, { accountId, userId: "user-1", keyId: "key-1", scopes: [], request, account });
    });

  const exportRun = ({ id }: RunRecord) => {
    const wish = {
      format: random.pick(["ndjson", "csv", "parquet"] as const),
      partMegabytes: random.pick([0.0001, 0.0003, 0.001]),
    };
    const isCancelled = random.chance(0.2);
    const cancelAfterMs = random.between(0, MIDWAY_MS);
    return ask("createExport", async (deps, caller) => {
      const { id: exportId } = await createExport(deps, caller, id, wish);
      if (isCancelled)
        scheduler.at(scheduler.now() + cancelAfterMs, () => {
          void ask("cancelExport", (ofCancel, owner) => cancelExport(ofCancel, owner, { id, exportId }));
        });
    });
  };
  const remove = ({ id }: RunRecord) => ask("deleteRun", (deps, caller) => deleteRun(deps, caller, id));

  world.trouble(true);
  const troubledUntilMs = scheduler.now() + TROUBLED_MS;
  world.tickUntil(troubledUntilMs);
  for (const run of runs) {
    let lastMs = 0;
    for (let times = random.between(1, 4); times > 0; times -= 1) {
      const atMs = scheduler.now() + random.between(0, TROUBLED_MS / 2);
      lastMs = Math.max(lastMs, atMs);
      scheduler.at(atMs, () => void exportRun(run));
    }
    if (random.chance(0.4)) scheduler.at(lastMs + random.between(0, MIDWAY_MS), () => void remove(run));
  }
  await scheduler.runTo(troubledUntilMs);
  world.trouble(false);
  // With nothing in the way: an account whose exports have all ended can start one.
  for (const run of runs) await finish(exportRun(run));
  return world.end();
};
