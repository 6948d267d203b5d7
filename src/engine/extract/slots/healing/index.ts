/**
 * Keeps selectors working when pages are rebuilt, without a model. Good runs store prints of what each step finds;
 * when a selector finds nothing, or something else, the prints are used to find it again. Pure; all state is plain
 * JSON.
 *
 * ```ts
 * const healing = { prints, tracks: {}, isShell: () => false };      // one per run
 * extractHealing(healing, [0], { document, url, query });            // one step on one page: records and fixes
 * reportHealing(steps, prints, healing.tracks);                      // at the end: findings and the next prints
 * ```
 */
export {
  extractHealing,
  type FlowFinding,
  firstHealedAction,
  type Healing,
  type HealingReport,
  healLinks,
  healTarget,
  knowsTarget,
  type Prints,
  reportHealing,
  type Tracks,
} from "./flow.ts";
export { joinTracks } from "./join.ts";
export { basisOf, nextPrint } from "./report.ts";
export { newTrack, type StepPrint } from "./track.ts";
export { extractWatched } from "./watch.ts";
export type { Learned } from "./watched.ts";
