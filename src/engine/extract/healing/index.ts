/**
 * Keeps selectors working on pages that are rebuilt, without a model: what a step finds on good runs is kept as
 * prints, and looked for again once its selectors find nothing, or something else. Pure, and plain JSON throughout.
 *
 * ```ts
 * const track = newTrack();                                   // one per step and run
 * extractWatched({ document, url, query, track, print });      // on every page: records, and what was mended
 * findingsOf(track, print);                                   // at the end: what became of each selector
 * nextPrint(track, print, basisOf(query));                    // what the next run is to know
 * ```
 */
export {
  extractHealing,
  type FlowFinding,
  type Healing,
  type HealingReport,
  type Prints,
  reportHealing,
  type Tracks,
} from "./flow.ts";
export { basisOf, type Finding, findingsOf, nextPrint } from "./report.ts";
export { extractWatched, type Mend, newTrack, type StepPrint, type StepTrack } from "./track.ts";
