export { collectNext, startCollection } from "./collect.ts";
export { CollectionError } from "./errors.ts";
export type { CollectionBrowser, CollectionDeps } from "./open.ts";
export type { CollectionPlan } from "./plan.ts";
export type { CollectionBatch, CollectionState } from "./state.ts";
