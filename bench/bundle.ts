import { type BuildOptions, build } from "esbuild";

/** Bundles a module into one file, as functions are bundled. */
export const bundleTo = async (
  file: string,
  source: Pick<BuildOptions, "entryPoints" | "stdin">,
): Promise<string> => {
  await build({
    ...source,
    outfile: file,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    logLevel: "silent",
  });
  return file;
};
