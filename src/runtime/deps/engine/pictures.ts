import type { Engine } from "../../../domain/engine.ts";
import { pairRecords } from "../../../engine/change/index.ts";

/** Loaded where pictures are compared: most runs have none. */
const load = () => import("../../../engine/picture/index.ts");

export const comparesPictures: NonNullable<Engine["pictures"]> = {
  pair: pairRecords,
  compare: async (input) => (await load()).comparePictures(input),
  observe: async (...reads) => (await load()).observePictures(...reads),
};
