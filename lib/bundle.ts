import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { trimmedContract } from "./contract-code.ts";
import { findEntryProblems, listEntries } from "./function-entries.ts";
import { entryOf, FUNCTIONS, type FunctionKind, type FunctionRow } from "./functions.ts";
import { keep, readKept } from "./kept.ts";
import { SetupError } from "./setup-error.ts";

const ROOT = join(import.meta.dirname, "..");

/** Contains one folder per function, each with its `index.mjs` and the files it loads. */
const OUTPUT = ".build/functions";

/** Records what was bundled last, and from which files. */
const KEPT = join(ROOT, ".build/functions.json");

/** Bundles are written here before they are moved to their folder, all of which is deployed. */
const DRAFTS = ".build/drafts";

/** Packages published as CommonJS call `require`, which ES modules do not have. */
const REQUIRE_BANNER =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

/**
 * Credential providers for people's machines. The SDK only loads them if the environment has no credentials, which on
 * Lambda it always has. They are a sixth of a bundle.
 */
const NEVER_LOADED = ["ini", "process", "sso", "web-identity"].map(
  (source) => `@aws-sdk/credential-provider-${source}`,
);

/** Namespace of replacements for Node's own modules. */
const REQUIRED = "required";

/**
 * Importing Node's `http` as a module reads all of its exports, one of which loads Node's own undici and takes 10 to
 * 30 ms. `require` does not. For other modules the difference does not matter.
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

/** Zod's messages in other languages take 350 KB and are not used. */
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
  /** Hash of the content. */
  readonly hash: string;
  /** Bytes that each package adds to the bundle; `gleaner` is our own code. */
  readonly bytesByPackage: Readonly<Record<string, number>>;
}

export type Bundles = ReadonlyMap<string, Bundle>;

const BUILD_DIGITS = 16;

/** Identifies the code of all functions. */
export const buildOf = (bundles: Bundles): string => {
  const hash = createHash("sha256");
  for (const { name, hash: own } of bundles.values()) hash.update(`${name} ${own}\n`);
  return hash.digest("hex").slice(0, BUILD_DIGITS);
};

/**
 * Writes a bundle unless it already exists. Several synths may run at once, so it is moved into place as a whole and
 * nobody reads half a file.
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

/** Everything in a bundle's folder is deployed, so it may only contain files from this build. */
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

/** Files that determine how functions are bundled. */
const RECIPE = ["package-lock.json", "lib/bundle.ts", "lib/contract-code.ts"];

/** Bundles every function, unless the last bundles were made from the same files. */
const bundleUnlessKept = async (tell: Tell): Promise<Bundles> => {
  const problems = findEntryProblems(FUNCTIONS.values(), await listEntries(ROOT));
  if (problems.length > 0)
    throw new SetupError(`The functions do not match the contract:\n  ${problems.join("\n  ")}`);
  const recipe = JSON.stringify([
    ROOT,
    ...(await Promise.all(RECIPE.map((file) => readFile(join(ROOT, file), "utf8")))),
    ...FUNCTIONS,
  ]);
  const kept = await readKept<Bundle[]>(KEPT, recipe);
  if (kept) return bundlesByName(kept);
  tell(`Building ${FUNCTIONS.size} functions; the next start will find them built …`);
  const { inputs, outputs, bundles } = await buildAll();
  await keep(KEPT, recipe, [...inputs.map((input) => join(ROOT, input)), ...outputs], bundles);
  return bundlesByName(bundles);
};

/**
 * Chromium's driver and the model clients are most of these functions' code, and few calls and runs need them. They become
 * separate files, which are only read and compiled when needed.
 */
const isSplit = ({ touches }: FunctionRow): boolean => Boolean(touches.web && touches.model);

/** How code for Node 24 is bundled, in functions and in benchmarks of them. */
export const FOR_NODE: BuildOptions = {
  bundle: true,
  minify: true,
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  banner: { js: REQUIRE_BANNER },
  logLevel: "silent",
};

const buildRows = (rows: readonly FunctionRow[], options: BuildOptions = {}) =>
  build({
    ...FOR_NODE,
    absWorkingDir: ROOT,
    entryPoints: rows.map((row) => ({ in: entryOf(row), out: `${row.name}/index` })),
    outdir: OUTPUT,
    outExtension: { ".js": ".mjs" },
    external: NEVER_LOADED,
    plugins: [REQUIRED_HTTP, ENGLISH_ONLY, trimmedContract(ROOT)],
    legalComments: "none",
    metafile: true,
    write: false,
    ...options,
  });

/**
 * How many functions one call of esbuild bundles. It holds the code of each until all are done: 131 in one call took
 * 4.8 GB; in calls of 32, 1.5 GB and 45 % longer. Larger batches are faster, smaller ones need less memory.
 */
const BATCH = 44;

const buildInBatches = async (rows: readonly FunctionRow[]) => {
  const whole = rows.filter((row) => !isSplit(row));
  const builds = [];
  for (let at = 0; at < whole.length; at += BATCH) builds.push(await buildRows(whole.slice(at, at + BATCH)));
  for (const row of rows.filter(isSplit))
    builds.push(await buildRows([row], { splitting: true, chunkNames: `${row.name}/[name]-[hash]` }));
  return builds;
};

/** The thread that reads documents, a file beside each function that opens pages. */
const DOCUMENT_THREAD = "src/engine/page/documents/documentThread.ts";
const OPENS_DOCUMENTS = "src/engine/page/documents/openDocument.ts";

/** pdf.js would draw with this package, which is native; for text it needs none. */
const NEVER_DRAWN = ["@napi-rs/canvas"];

/** Tables of encodings as one file: a line of JSON with the length of each, then the tables. */
const packCMaps = async (): Promise<Uint8Array> => {
  const folder = join(ROOT, "node_modules/pdfjs-dist/cmaps");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".bcmap")).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const lengths = Object.fromEntries(names.map((name, index) => [name, files[index]?.length ?? 0]));
  return Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...files]);
};

/** What functions that open documents hold beside their own code. */
const buildDocumentFiles = async () => {
  const { outputFiles = [], metafile } = await build({
    ...FOR_NODE,
    absWorkingDir: ROOT,
    entryPoints: [{ in: DOCUMENT_THREAD, out: "documentThread" }],
    outdir: OUTPUT,
    outExtension: { ".js": ".mjs" },
    external: NEVER_DRAWN,
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const files = outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  return { files: [...files, { name: "cmaps.bin", contents: await packCMaps() }], metafile };
};

const buildAll = async () => {
  const rows = [...FUNCTIONS.values()];
  const documents = await buildDocumentFiles();
  const builds = await buildInBatches(rows);
  const outputs = Object.assign(
    {},
    ...builds.map(({ metafile }) => metafile?.outputs),
  ) as Metafile["outputs"];
  const code = builds.flatMap(({ outputFiles }) => outputFiles ?? []);
  const opening = new Set(
    code
      .filter(({ path }) => (outputs[relative(ROOT, path)]?.inputs[OPENS_DOCUMENTS]?.bytesInOutput ?? 0) > 0)
      .map(({ path }) => dirname(path)),
  );
  const beside = [...opening].flatMap((folder) =>
    documents.files.map(({ name, contents }) => {
      const hash = createHash("sha256").update(contents).digest("base64url");
      return { path: join(folder, name), contents, hash };
    }),
  );
  const files = [...code, ...beside];
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
  const inputs = [...builds, documents]
    .flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}))
    .filter((input) => !input.startsWith(REQUIRED));
  return { inputs: [...new Set(inputs)], outputs: files.map(({ path }) => path), bundles };
};

type Tell = (line: string) => void;

let built: Promise<Bundles> | undefined;

/**
 * Bundles every function, in batches. Reuses the last bundles if none of their files has changed.
 *
 * @param tell receives a line when a slow step begins
 * @throws {SetupError} that lists every function without a file and every file without a row
 */
export const bundleFunctions = (tell: Tell = () => {}): Promise<Bundles> => {
  built ??= bundleUnlessKept(tell);
  return built;
};
