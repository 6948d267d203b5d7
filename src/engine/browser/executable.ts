import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { DomainError } from "../../contract/errors.ts";

export interface ChromiumSettings {
  /** Directory of the browser layer: `version`, `chromium.br`, `lib`, `fonts`. */
  readonly layerFolder?: string | undefined;
  /** Path of a Chrome that the operator has configured. */
  readonly chromePath?: string | undefined;
}

export interface Executable {
  readonly path: string;
  /** Our own build for Linux x64, with its libraries and fonts. */
  readonly layerFolder: string | null;
}

/** Paths of installed browsers. */
const INSTALLED = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Unpacks the browser once per machine or function instance. It is moved into place atomically, so that a concurrent
 * worker never starts a partial one.
 */
const unpack = async (layerFolder: string): Promise<string> => {
  const archive = join(layerFolder, "chromium.br");
  const version = await readFile(join(layerFolder, "version"), "utf8");
  const folder = join(tmpdir(), `gleaner-chromium-${version.trim()}`);
  const path = join(folder, "chromium");
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${crypto.randomUUID()}`;
  await pipeline(
    createReadStream(archive),
    createBrotliDecompress(),
    createWriteStream(draft, { mode: 0o755 }),
  );
  await rename(draft, path);
  return path;
};

/** @throws DomainError `not-configured` if there is no browser */
export const findExecutable = async (settings: ChromiumSettings): Promise<Executable> => {
  const { layerFolder, chromePath } = settings;
  if (chromePath !== undefined) {
    if (existsSync(chromePath)) return { path: chromePath, layerFolder: null };
    throw new DomainError("not-configured", "There is no browser at CHROME_PATH.");
  }
  if (layerFolder !== undefined && process.platform === "linux" && process.arch === "x64")
    return { path: await unpack(layerFolder), layerFolder };
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, layerFolder: null };
  throw new DomainError(
    "not-configured",
    "No browser was found. Install Chrome, or set CHROME_PATH to its location.",
  );
};
