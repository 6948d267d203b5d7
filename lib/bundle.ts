import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { entryOf, FUNCTION_KINDS, FUNCTIONS, type FunctionKind, type FunctionRow } from "./functions.ts";
import { keep, readKept } from "./kept.ts";
import { SetupError } from "./setup-error.ts";

const ROOT = join(import.meta.dirname, "..");

/** Folder that holds one folder per function, each with its `index.mjs` and what that loads. */
const OUTPUT = ".build/functions";

/** What was bundled last, and of which files. */
const KEPT = join(ROOT, ".build/functions.json");

/** Where a bundle is written before it is moved to its folder, of which all is deployed. */
const DRAFTS = ".build/drafts";

/** Packages published as CommonJS call `require`, which a module does not have of its own. */
const REQUIRE_BANNER =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

/**
 * Ways to find AWS credentials on a person's machine. The SDK loads them only after the environment,
 * where Lambda puts a function's credentials, held none; they are a sixth of a bundle.
 */
const NEVER_LOADED = ["ini", "process", "sso", "web-identity"].map(
  (source) => `@aws-sdk/credential-provider-${source}`,
);

/** Names what stands for a module of Node's, and is no file. */
const REQUIRED = "required";

/**
 * Node's `http`, imported as a module, has all its exports read, and one of them loads Node's own undici: 10 to 30 ms
 * of processor, which `require` does not cost. Others are not worth it.
 */
const REQUIRED_HTTP: Plugin = {
  name: "required-http",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(node:)?http$/ }, ({ namespace }) =>
      namespace === REQUIRED ? { external: true } : { path: "node:http", namespace: REQUIRED },
    );
    onLoad({ filter: /^/, namespace: REQUIRED }, ({ path }) => ({
      contents: `module.exports = require("${path}")`,
    }));
  },
};

/** Zod's messages in other languages are 350 KB, and what it says is ours or English. */
const ENGLISH_ONLY: Plugin = {
  name: "english-only",
  setup: ({ onLoad }) => {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: dirname(path),
    }));
  },
};

export interface Bundle {
  readonly name: string;
  readonly kind: FunctionKind;
  /** Folder to deploy, as an absolute path. */
  readonly directory: string;
  readonly sizeBytes: number;
  /** Names the content. */
  readonly hash: string;
  /** Bytes that each package, or `gleaner` for our own code, adds to the bundle. */
  readonly bytesByPackage: Readonly<Record<string, number>>;
}

export type Bundles = ReadonlyMap<string, Bundle>;

const BUILD_DIGITS = 16;

/** Names the code of all functions together: the same code has the same name. */
export const buildOf = (bundles: Bundles): string => {
  const hash = createHash("sha256");
  for (const { name, hash: own } of bundles.values()) hash.update(`${name} ${own}\n`);
  return hash.digest("hex").slice(0, BUILD_DIGITS);
};

const listEntries = async (): Promise<string[]> => {
  const folders = await Promise.all(
    FUNCTION_KINDS.map(async (kind) => {
      const files = await readdir(join(ROOT, "functions", kind)).catch(() => []);
      return files.filter((file) => file.endsWith(".ts")).map((file) => `functions/${kind}/${file}`);
    }),
  );
  return folders.flat();
};

/** Says which rows of the contract lack their function file, and which files lack their row. */
export const findEntryProblems = (rows: Iterable<FunctionRow>, files: readonly string[]): string[] => {
  const expected = new Map([...rows].map((row) => [entryOf(row), row]));
  const present = new Set(files);
  const missing = [...expected]
    .filter(([file]) => !present.has(file))
    .map(([file, row]) => `${row.name} (${row.kind}) has no function file: ${file} is missing.`);
  const stray = files
    .filter((file) => !expected.has(file))
    .map((file) => `${file} belongs to no operation or worker in src/contract: remove it or add its row.`);
  return [...missing, ...stray];
};

/**
 * Writes a bundle unless it is there already. Several synths may run at once, so that a reader must
 * never see half a file: what is new is moved into its place.
 */
const writeBundle = async (file: string, contents: Uint8Array): Promise<void> => {
  const current = await readFile(file).catch(() => undefined);
  if (current?.equals(contents)) return;
  const draft = join(ROOT, DRAFTS, `${basename(dirname(file))}.${process.pid}.${basename(file)}`);
  await Promise.all([draft, file].map((path) => mkdir(dirname(path), { recursive: true })));
  await writeFile(draft, contents);
  await rename(draft, file);
};

const packageOf = (input: string): string =>
  input.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? "gleaner";

const sumByPackage = (outputs: readonly Metafile["outputs"][string][]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const [input, { bytesInOutput }] of outputs.flatMap(({ inputs }) => Object.entries(inputs))) {
    const name = packageOf(input);
    sums[name] = (sums[name] ?? 0) + bytesInOutput;
  }
  return sums;
};

/** What is in a bundle's folder is deployed: only what was made now may be there. */
const removeStale = async (files: ReadonlySet<string>): Promise<void> => {
  const entries = await readdir(join(ROOT, OUTPUT), { recursive: true, withFileTypes: true });
  const folders = new Set([...files].map(dirname));
  const stale = entries
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .filter(({ path, isFolder }) => !(isFolder ? folders : files).has(path));
  await Promise.all(stale.map(({ path }) => rm(path, { recursive: true, force: true })));
};

const bundlesByName = (bundles: readonly Bundle[]): Bundles =>
  new Map(bundles.map((bundle) => [bundle.name, bundle]));

/** Bundles every function, unless what was bundled last was made of the same files. */
const bundleUnlessKept = async (): Promise<Bundles> => {
  const problems = findEntryProblems(FUNCTIONS.values(), await listEntries());
  if (problems.length > 0)
    throw new SetupError(`The functions do not match the contract:\n  ${problems.join("\n  ")}`);
  const recipe = JSON.stringify([
    ROOT,
    await readFile(join(ROOT, "package-lock.json"), "utf8"),
    await readFile(join(ROOT, "lib/bundle.ts"), "utf8"),
    ...FUNCTIONS,
  ]);
  const kept = await readKept<Bundle[]>(KEPT, recipe);
  if (kept) return bundlesByName(kept);
  const { inputs, outputs, bundles } = await buildAll();
  await keep(KEPT, recipe, [...inputs.map((input) => join(ROOT, input)), ...outputs], bundles);
  return bundlesByName(bundles);
};

/**
 * What drives Chromium and the clients of models are most of these functions, and few calls need them: they are
 * files of their own, which nothing reads and compiles before.
 */
const isSplit = ({ touches }: FunctionRow): boolean => Boolean(touches.browser && touches.model);

const buildRows = (rows: readonly FunctionRow[], options: BuildOptions = {}) =>
  build({
    absWorkingDir: ROOT,
    entryPoints: rows.map((row) => ({ in: entryOf(row), out: `${row.name}/index` })),
    outdir: OUTPUT,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    external: NEVER_LOADED,
    plugins: [REQUIRED_HTTP, ENGLISH_ONLY],
    banner: { js: REQUIRE_BANNER },
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "silent",
    ...options,
  });

const buildAll = async () => {
  const rows = [...FUNCTIONS.values()];
  const builds = await Promise.all([
    buildRows(rows.filter((row) => !isSplit(row))),
    ...rows
      .filter(isSplit)
      .map((row) => buildRows([row], { splitting: true, chunkNames: `${row.name}/[name]-[hash]` })),
  ]);
  const files = builds.flatMap(({ outputFiles }) => outputFiles ?? []);
  const outputs = Object.assign(
    {},
    ...builds.map(({ metafile }) => metafile?.outputs),
  ) as Metafile["outputs"];
  await Promise.all(files.map(({ path, contents }) => writeBundle(path, contents)));
  await removeStale(new Set(files.map(({ path }) => path)));
  const bundles = rows.map(({ name, kind }): Bundle => {
    const directory = join(ROOT, OUTPUT, name);
    const own = files.filter(({ path }) => dirname(path) === directory);
    if (own.length === 0) throw new Error(`esbuild made no bundle for ${name}.`);
    const hash = createHash("sha256");
    for (const { path, hash: ofFile } of own) hash.update(`${basename(path)} ${ofFile}\n`);
    return {
      name,
      kind,
      directory,
      sizeBytes: own.reduce((sum, { contents }) => sum + contents.length, 0),
      hash: hash.digest("base64url"),
      bytesByPackage: sumByPackage(own.flatMap(({ path }) => outputs[relative(ROOT, path)] ?? [])),
    };
  });
  const inputs = builds
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .filter((input) => !input.startsWith(REQUIRED));
  return { inputs: [...new Set(inputs)], outputs: files.map(({ path }) => path), bundles };
};

let built: Promise<Bundles> | undefined;

/**
 * Bundles every function with one call of esbuild. What was bundled last is used again while none of its
 * files has changed.
 *
 * @throws {SetupError} that lists every function without a file and every file without a row.
 */
export const bundleFunctions = (): Promise<Bundles> => {
  built ??= bundleUnlessKept();
  return built;
};
