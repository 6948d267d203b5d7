import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** Programs of our packages, such as cdk: npm finds them, other shells do not. */
export const PROGRAMS = join(ROOT, "node_modules/.bin");
/** Folder of everything that a rehearsal writes. */
export const FOLDER = join(ROOT, ".build/rehearse");
/** The output of everything that it runs. */
export const LOG = join(FOLDER, "log");
/** Folder of a stage's synthesised stacks. */
export const assemblyOf = (stage: string): string => join(FOLDER, stage);
