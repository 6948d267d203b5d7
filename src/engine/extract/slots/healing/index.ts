/**
 * Keeps selectors working on pages that are rebuilt, without a model: what a step finds on good runs is kept as
 * prints, and looked for again once its selectors find nothing, or something else. Pure, and plain JSON throughout.
 *
 * ```ts
 * const healing = { prints, tracks: {}, isShell: () => false };      // one per run
 * extractHealing(healing, [0], { document, url, query });            // a step on a page: records, and what was fixed
 * reportHealing(steps, prints, healing.tracks);                      // at the end: what the next run is to know
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
