import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** What a rehearsal makes on disk, all of it. */
export const FOLDER = join(ROOT, ".build/rehearse");
/** Output of all that it runs. */
export const LOG = join(FOLDER, "log");
/** Where the synthesised stacks of a stage are. */
export const assemblyOf = (stage: string): string => join(FOLDER, stage);
