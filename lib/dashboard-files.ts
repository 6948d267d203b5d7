import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { GUIDES_SOURCE } from "../src/contract/guides.ts";

const ROOT = join(import.meta.dirname, "..");
/** Contains the built dashboard once `prepareDashboard` has finished. */
export const DASHBOARD_FOLDER = join(ROOT, ".build/dashboard");

/** Everything the built files depend on. */
const SOURCES = [
  "dashboard",
  "client",
  GUIDES_SOURCE,
  "lib/guides.ts",
  "lib/guideSections.ts",
  "package-lock.json",
];
/** Records the sources of the last build. */
const STAMP = `${DASHBOARD_FOLDER}.sha256`;

const listFiles = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const hashSources = async (): Promise<string> => {
  const files = (await Promise.all(SOURCES.map((source) => listFiles(join(ROOT, source))))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${relative(ROOT, file)}\n`).update(await readFile(file));
  return hash.digest("hex");
};

/** Several commands may build at once, so a build is moved into place as a whole. */
const replaceFolder = async (draft: string, folder: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
};

const buildFrom = async (hash: string): Promise<void> => {
  // Loaded only if there is something to build, because loading takes as long as the rest of a start.
  const { writeGuides } = await import("./guides.ts");
  const { build } = await import("vite");
  const draft = `${DASHBOARD_FOLDER}.${process.pid}`;
  await build({ configFile: join(ROOT, "dashboard/vite.config.ts"), build: { outDir: draft } });
  await writeGuides(ROOT, draft);
  await replaceFolder(draft, DASHBOARD_FOLDER);
  await writeFile(STAMP, hash);
};

/**
 * Builds the dashboard if it is missing or its sources have changed.
 *
 * @returns the folder of the built files
 */
export const prepareDashboard = async (): Promise<string> => {
  const hash = await hashSources();
  const built = existsSync(DASHBOARD_FOLDER) ? await readFile(STAMP, "utf8").catch(() => "") : "";
  if (built !== hash) await buildFrom(hash);
  return DASHBOARD_FOLDER;
};
