/** A story of destinations: flows whose runs are delivered to four of them while everything goes wrong. */
import { CreateDestination } from "../../../src/contract/deliveries/destinations.ts";
import { createDestination } from "../../../src/domain/destinations/destinations.ts";
import type { Kept } from "./destinationPlaces.ts";
import { drawProfile } from "./faults.ts";
import { createOwners } from "./owners.ts";
import { createRandom } from "./random.ts";
import { createWorld, MINUTE_MS, type Outcome, START_MS, type WorldOptions } from "./world.ts";

const TROUBLED_MS = 12 * MINUTE_MS;
const REQUEST_MS = 29_000;

const WISHES = [
  { name: "files", target: { type: "folder", folder: "files" } },
  { name: "latest", target: { type: "folder", folder: "latest" }, content: "latest" },
  { name: "requests", target: { type: "http", url: "https://receiver.example/" } },
  {
    name: "table",
    target: { type: "postgres", host: "db.example", database: "d", user: "u", password: "p", table: "t" },
  },
] as const;

export interface DestinationsOutcome extends Outcome {
  readonly kept: Kept;
}

export const tellDestinations = async (
  seed: number,
  options: WorldOptions = {},
): Promise<DestinationsOutcome> => {
  const random = createRandom(seed);
  const world = await createWorld(random, drawProfile(random, START_MS, TROUBLED_MS), options);
  const { scheduler, finish, machines, service } = world;
  const owners = createOwners({ ...world, random });
  const settle = async (): Promise<void> => {
    await owners.settle();
    const accountId = owners.owners[0]?.accountId ?? "";
    for (const wish of WISHES)
      await machines.run("createDestination", REQUEST_MS, async (machine) => {
        const deps = { ...service.depsOn(machine), hasFolderRoot: true, canAssumeRoles: false };
        const account = deps.store.accounts.get(accountId).then((found) => {
          if (!found) throw new Error("no account");
          return found;
        });
        const request = { id: `request-${wish.name}`, address: "127.0.0.1" };
        const caller = { accountId, userId: "user-1", keyId: "key-1", scopes: [], request, account };
        await createDestination(deps, caller, CreateDestination.parse(wish));
      });
  };
  await finish(settle());
  world.trouble(true);
  owners.live(TROUBLED_MS);
  world.tickUntil(START_MS + TROUBLED_MS);
  await scheduler.runTo(START_MS + TROUBLED_MS);
  world.trouble(false);
  await scheduler.runTo(scheduler.now() + MINUTE_MS);
  await finish(owners.retire());
  return { ...(await world.end()), kept: service.places.kept };
};
