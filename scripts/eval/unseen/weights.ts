/**
 * Replaces the weights of learnt parts, in this process only: `node --import ./weights.ts …` with
 * `GLEANER_WEIGHTS` naming a folder. A module `src/engine/extract/X/weights.ts` is read from `X.weights.ts` there,
 * if it has one.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Forest } from "../../../src/engine/extract/content/forest.ts";

const EXTRACT = join(import.meta.dirname, "..", "..", "..", "src", "engine", "extract");
/** The weights that never saw a source. */
export const folderOf = (folder: string, source: string): string => join(folder, source.replaceAll(" ", "-"));

const flat = (path: string): string => path.replaceAll("/", ".");

/** Writes forests where a process with `GLEANER_WEIGHTS` set to `folder` finds them. */
export const replaceWeights = (
  folder: string,
  module: string,
  forests: Readonly<Record<string, Forest>>,
): void => {
  mkdirSync(folder, { recursive: true });
  const lines = Object.entries(forests).map(
    ([name, forest]) => `export const ${name} = ${JSON.stringify(forest)};\n`,
  );
  writeFileSync(join(folder, flat(module)), lines.join(""));
};

const folder = process.env.GLEANER_WEIGHTS;
if (folder !== undefined)
  registerHooks({
    load: (url, context, next) => {
      const own = url.endsWith("eights.ts") ? relative(EXTRACT, fileURLToPath(url)) : "";
      const file = join(folder, flat(own));
      return own !== "" && existsSync(file)
        ? { format: "module", source: readFileSync(file, "utf8"), shortCircuit: true }
        : next(url, context);
    },
  });
