import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** The oldest Node on which the package runs; also in `engines` in package.json. */
const OLDEST_NODE = "node20.17";
/** Browsers of recent years, since the client runs there as well. */
const OLDEST_LANGUAGE = "es2022";

/** CommonJS packages call `require`, which does not exist in an ES module. */
const REQUIRE_BANNER =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

export interface Sources {
  readonly root: string;
  /** Modules that others import, as paths from the root. */
  readonly modules: readonly string[];
  /** Programs, as paths from the root. */
  readonly programs: readonly string[];
}

/** Only the version from the project's package.json is packed; users of the package need nothing else. */
const versionOnly = (root: string, version: string): Plugin => ({
  name: "version-only",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]package\.json$/ }, ({ path }) =>
      path === join(root, "package.json")
        ? { contents: JSON.stringify({ version }), loader: "json" }
        : undefined,
    );
  },
});

/**
 * What the oldest Node lacks and our sources use, each with the export of standIns.ts that takes its place. Names of
 * their own: one that a module gives to something itself would mean that there.
 */
const STAND_INS = { "Map.groupBy": "standInForMapGroupBy", "URL.parse": "standInForUrlParse" };

const common = (root: string, version: string, outdir: string): BuildOptions & { metafile: true } => ({
  absWorkingDir: root,
  outbase: root,
  outdir,
  bundle: true,
  splitting: true,
  format: "esm",
  mainFields: ["module", "main"],
  plugins: [versionOnly(root, version)],
  define: STAND_INS,
  inject: [join(import.meta.dirname, "standIns.ts")],
  legalComments: "none",
  metafile: true,
  logLevel: "silent",
});

/**
 * Writes modules and programs as JavaScript that needs no other package, each where its source stands.
 *
 * @returns the files that went into it, as paths from the root
 */
export const bundlePackage = async (
  { root, modules, programs }: Sources,
  version: string,
  outdir: string,
): Promise<string[]> => {
  const built = await Promise.all([
    build({
      ...common(root, version, outdir),
      entryPoints: [...modules],
      chunkNames: "chunks/[name]-[hash]",
      platform: "neutral",
      external: ["node:*"],
      target: OLDEST_LANGUAGE,
    }),
    build({
      ...common(root, version, outdir),
      entryPoints: [...programs],
      chunkNames: "chunks/program-[name]-[hash]",
      platform: "node",
      target: OLDEST_NODE,
      banner: { js: REQUIRE_BANNER },
    }),
  ]);
  const files = built.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)),
  );
  return [...new Set(files)];
};
