import { collectNext as collectPages } from "./collect.ts";
import type { CollectionDeps } from "./deps.ts";
import type { CollectionPlan } from "./plan.ts";
import { collectSites } from "./sites/sites.ts";
import type { CollectionBatch, CollectionState } from "./state.ts";

export type { CollectionBrowser, CollectionDeps } from "./deps.ts";
export { CollectionError } from "./errors.ts";
export { startCollection } from "./feed.ts";
export { createFlights } from "./flights.ts";
export type { CollectionPlan } from "./plan.ts";
export { reportShards } from "./report.ts";
export type { SignIns, SignInTurn } from "./signIn/signIns.ts";
export type { CollectionBatch, CollectionState } from "./state.ts";

/**
 * Collects from the next pages, or from the next pages of several sites, for about a second.
 * @throws as `collectPages` and `collectSites`
 */
export const collectNext = (
  deps: CollectionDeps,
  plan: CollectionPlan,
  state: CollectionState,
): Promise<CollectionBatch> =>
  plan.sites && plan.urls ? collectSites(deps, plan, state) : collectPages(deps, plan, state);
