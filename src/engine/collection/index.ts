export { collectNext } from "./collect.ts";
export type { CollectionBrowser, CollectionDeps } from "./deps.ts";
export { CollectionError } from "./errors.ts";
export { startCollection } from "./feed.ts";
export { createFlights } from "./flights.ts";
export type { CollectionPlan } from "./plan.ts";
export { reportShards } from "./report.ts";
export type { SignIns, SignInTurn } from "./signIns.ts";
export type { CollectionBatch, CollectionState } from "./state.ts";
