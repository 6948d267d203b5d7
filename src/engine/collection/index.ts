export { createFlights } from "./arrivals.ts";
export { collectNext, startCollection } from "./collect.ts";
export type { CollectionBrowser, CollectionDeps } from "./deps.ts";
export { CollectionError } from "./errors.ts";
export type { CollectionPlan } from "./plan.ts";
export type { CollectionBatch, CollectionState } from "./state.ts";
