/** The whole service on this machine, installed from the sources that the package brings. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { OutcomeError } from "./failure.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The clone, or the installed package: this file is one folder below either. */
const ROOT = join(import.meta.dirname, "..");

const exists = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => undefined)) !== undefined;

/** `$XDG_DATA_HOME/gleaner`, by the XDG Base Directory Specification. */
const homeOf = (environment: Environment): string =>
  join(environment.XDG_DATA_HOME || join(homedir(), ".local/share"), "gleaner");

/** @throws OutcomeError with what npm printed */
const installPackages = async (folder: string, environment: Environment): Promise<void> => {
  const npm = spawn("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    env: { ...environment },
    stdio: ["ignore", "ignore", "pipe"],
    shell: process.platform === "win32",
  });
  const [errors, [code]] = await Promise.all([
    text(npm.stderr),
    once(npm, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0)
    throw new OutcomeError(`The service's packages could not be installed with npm:\n${errors.trim()}`);
};

/** A folder is moved into place when it is complete, so an interrupted installation starts over. */
const install = async (sources: string, folder: string, environment: Environment): Promise<void> => {
  await mkdir(join(folder, ".."), { recursive: true });
  const draft = await mkdtemp(`${folder}.`);
  try {
    await cp(sources, draft, { recursive: true });
    await installPackages(draft, environment);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another `gleaner start` was faster.
    if (!(await exists(folder))) throw error;
  }
};

/**
 * The folder of the service: this clone, or where the package's service is installed, which the first call does.
 *
 * @param tell receives what takes long, as it begins
 * @throws OutcomeError if npm cannot install its packages
 */
export const serviceFolder = async (
  environment: Environment,
  tell: (line: string) => void,
): Promise<string> => {
  if (await exists(join(ROOT, "local/start.ts"))) return ROOT;
  const sources = join(ROOT, "service");
  const folder = join(homeOf(environment), `service-${await readFile(join(sources, "id"), "utf8")}`);
  if (await exists(folder)) return folder;
  tell(`Installing the service in ${folder}, once. This takes about a minute …`);
  await install(sources, folder, environment);
  return folder;
};

/**
 * Runs the service in this terminal until it ends.
 *
 * @returns its exit code
 */
export const runService = async (
  folder: string,
  args: readonly string[],
  environment: Environment,
): Promise<number> => {
  const service = spawn(join(folder, "node_modules/.bin/node"), [join(folder, "local/start.ts"), ...args], {
    env: { ...environment },
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  // Ctrl-C reaches both processes; this one ends after the service.
  const pass = (signal: NodeJS.Signals): void => void service.kill(signal);
  process.on("SIGTERM", pass).on("SIGHUP", pass);
  const [code] = (await once(service, "close")) as [number | null];
  return code ?? 1;
};
