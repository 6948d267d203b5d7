/** The service's URL and key: from options, then the environment, then `login`. */
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { urlOf } from "./addresses.ts";
import { UsageError } from "./failure.ts";

export interface Settings {
  readonly url: string;
  /** An API key, or the token of a sign-in with the browser: the service takes either in the same place. */
  readonly apiKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = "http://127.0.0.1:4000";

/** `$XDG_CONFIG_HOME/gleaner/config.json`, by the XDG Base Directory Specification. */
const settingsFile = (environment: Environment): string =>
  join(environment.XDG_CONFIG_HOME || join(homedir(), ".config"), "gleaner", "config.json");

/** What `login` saved; empty if nothing is. */
export const readKept = async (environment: Environment): Promise<Partial<Settings>> => {
  try {
    return JSON.parse(await readFile(settingsFile(environment), "utf8")) as Partial<Settings>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new UsageError(`${settingsFile(environment)} could not be read. Run "gleaner login" again.`);
  }
};

/** Stores the settings for later calls, readable by their owner only. Renamed into place, so that the file is never half written. */
export const keepSettings = async (settings: Settings, environment: Environment): Promise<string> => {
  const file = settingsFile(environment);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  await rename(draft, file);
  return file;
};

/** @returns the deleted file */
export const forgetSettings = async (environment: Environment): Promise<string> => {
  const file = settingsFile(environment);
  await rm(file, { force: true });
  return file;
};

/** The URL to log in to, before a key is needed. */
export const readUrl = async (given: string | undefined, environment: Environment): Promise<string> => {
  const written = given ?? (environment.GLEANER_URL || (await readKept(environment)).url) ?? DEFAULT_URL;
  const url = urlOf(written);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`"${url}" is not an http or https URL.`);
  return url;
};

/** @throws UsageError that says how to provide a key */
export const readSettings = async (
  givenUrl: string | undefined,
  environment: Environment,
): Promise<Settings> => {
  const url = await readUrl(givenUrl, environment);
  const kept = await readKept(environment);
  // A key saved for one service is not sent to another.
  const keptKey =
    kept.url === undefined || new URL(kept.url).origin === new URL(url).origin ? kept.apiKey : undefined;
  const apiKey = environment.GLEANER_API_KEY || keptKey;
  if (!apiKey)
    throw new UsageError(`No API key for ${url}. Run "gleaner login --url ${url}", or set GLEANER_API_KEY.`);
  return { url, apiKey };
};
