/** The state of selectors in a run over several workers. */
import { type HealingReport, joinTracks, reportHealing } from "../extract/slots/healing/index.ts";
import type { CollectionPlan } from "./plan.ts";
import type { CollectionState } from "./state.ts";

/**
 * The state of the selectors after all shards of a run have ended; undefined if there is no healing.
 * @param states the last state of each shard, in order
 */
export const reportShards = (
  { steps, prints }: CollectionPlan,
  states: readonly CollectionState[],
): HealingReport | undefined =>
  prints && reportHealing(steps, prints, joinTracks(states.map(({ tracks = {} }) => tracks)));
