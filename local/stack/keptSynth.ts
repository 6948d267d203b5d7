/** The stacks of an in-memory service: synthesised once, and again when their inputs have changed. */
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { keep, readKept } from "../../lib/kept.ts";
import type { Shutdown } from "../shutdown.ts";
import { readAssembly } from "./assembly.ts";
import { synthesise } from "./synth.ts";
import type { Stack } from "./template.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(ROOT, ".build/stacks");

/** Directories that determine the stacks and the functions' code, besides the packages. */
const SOURCES = ["bin", "lib", "src", "functions"];

const NAME_DIGITS = 16;

/** Older stacks are deleted: no process reads them any more. */
const MAX_AGE_MS = 3_600_000;

/** Built code keeps its path, so that Node's compile cache finds it again. */
const CONTEXT = { "aws:cdk:disable-asset-staging": true };

const filesIn = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [path];

const removeOld = (newest: string): void => {
  for (const name of readdirSync(FOLDER)) {
    const path = join(FOLDER, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (path !== newest && mtimeMs !== undefined && Date.now() - mtimeMs > MAX_AGE_MS)
      rmSync(path, { recursive: true, force: true });
  }
};

/** Synthesises the stacks of stage `local`, unless the last result has the same inputs. */
export const synthesiseOnce = async (
  settings: Readonly<Record<string, string>>,
  shutdown: Shutdown,
  tell: (line: string) => void,
): Promise<readonly Stack[]> => {
  const recipe = JSON.stringify([
    ROOT,
    process.version,
    settings,
    readFileSync(join(ROOT, "package-lock.json"), "utf8"),
  ]);
  const name = createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, NAME_DIGITS);
  const place = join(FOLDER, `${name}.json`);
  const kept = await readKept<string>(place, recipe);
  if (kept !== undefined) return readAssembly(kept);
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, "made-"));
  const stacks = await synthesise(folder, { ...settings, ...CONTEXT }, shutdown, tell);
  removeOld(folder);
  const assets = stacks.flatMap(({ assetFolders }) => [...assetFolders.values()]);
  const sources = SOURCES.map((source) => join(ROOT, source));
  await keep(place, recipe, [...sources, folder, ...new Set(assets)].flatMap(filesIn), folder);
  return stacks;
};
