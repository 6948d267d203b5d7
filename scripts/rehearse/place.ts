import { delimiter, join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** With the programs of our packages, such as cdk, which npm finds and other shells do not. */
export const PATH = [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
/** Folder of everything that a rehearsal writes. */
export const FOLDER = join(ROOT, ".build/rehearse");
/** The output of everything that it runs. */
export const LOG = join(FOLDER, "log");
/** Folder of a stage's synthesised stacks. */
export const assemblyOf = (stage: string): string => join(FOLDER, stage);
