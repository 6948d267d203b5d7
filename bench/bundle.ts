import { type BuildOptions, build } from "esbuild";
import { FOR_NODE } from "../lib/bundle.ts";

/** Bundles a module into one file, as functions are bundled. */
export const bundleTo = async (
  file: string,
  source: Pick<BuildOptions, "entryPoints" | "stdin">,
): Promise<string> => {
  await build({ ...FOR_NODE, ...source, outfile: file });
  return file;
};
