/** One story: a service, its owners and its troubles, all of them drawn from one number. */
import { drawProfile } from "./faults.ts";
import { createOwners } from "./owners.ts";
import { createRandom } from "./random.ts";
import { createWorld, MINUTE_MS, type Outcome, START_MS, type WorldOptions } from "./world.ts";

const TROUBLED_MS = 12 * MINUTE_MS;

export const tellStory = async (seed: number, options: WorldOptions = {}): Promise<Outcome> => {
  const random = createRandom(seed);
  const world = await createWorld(random, drawProfile(random, START_MS, TROUBLED_MS), options);
  const { scheduler, finish } = world;
  const owners = createOwners({ ...world, random });
  const accounts = random.between(1, 2);
  const settle = async (): Promise<void> => {
    for (let account = 0; account < accounts; account += 1) await owners.settle();
  };
  await finish(settle());
  world.trouble(true);
  owners.live(TROUBLED_MS);
  world.tickUntil(START_MS + TROUBLED_MS);
  await scheduler.runTo(START_MS + TROUBLED_MS);
  world.trouble(false);
  await scheduler.runTo(scheduler.now() + MINUTE_MS);
  await finish(owners.retire());
  return world.end();
};
