/** Packages from npm, each tool's in a folder of its own, outside package.json. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../local/failure.ts";
import { run } from "./command.ts";
import { FOLDER } from "./place.ts";

export interface NpmTool {
  readonly name: string;
  /** What is installed: `name@version`. */
  readonly packages: readonly string[];
}

/** The folder whose `node_modules` has a tool's packages. */
export const packagesOf = ({ name }: NpmTool): string => join(FOLDER, name);

const NPM_OPTIONS = ["--no-audit", "--no-fund", "--ignore-scripts", "--fetch-retries=1", "--save-exact"];

const isInstalled = async (tool: NpmTool, wanted: string): Promise<boolean> => {
  const at = wanted.lastIndexOf("@");
  const manifest = join(packagesOf(tool), "node_modules", wanted.slice(0, at), "package.json");
  const text = await readFile(manifest, "utf8").catch(() => "{}");
  return JSON.parse(text).version === wanted.slice(at + 1);
};

/**
 * Installs a tool's packages, unless they are installed.
 *
 * @returns why they cannot be installed; null if they are
 */
export const installPackages = async (tool: NpmTool): Promise<string | null> => {
  const there = await Promise.all(tool.packages.map((wanted) => isInstalled(tool, wanted)));
  if (there.every(Boolean)) return null;
  const folder = packagesOf(tool);
  try {
    await mkdir(folder, { recursive: true });
    await run("npm", ["install", "--prefix", folder, ...NPM_OPTIONS, ...tool.packages]);
    return null;
  } catch (error) {
    return `${tool.packages.join(", ")} could not be installed from npm: ${messageOf(error).split("\n").at(-1)}`;
  }
};
