/** The directory of one browser process: its profile, its settings, and a note of its owner. */
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "gleaner-browser-";
const NOTE = "owner.json";
/** A directory younger than this may not have its note yet. */
const YOUNG_MS = 60_000;

interface Note {
  readonly ownerPid: number;
  readonly browserPid: number;
  /** When the browser must be gone, even if its owner is alive. */
  readonly untilMs: number;
}

const fontSettings = (layerFolder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${layerFolder}/fonts</dir>
  <cachedir>${tmpdir()}/gleaner-font-cache</cachedir>
</fontconfig>
`;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Kills a browser and its helpers, which share a process group. */
export const killGroup = (pid: number): void => {
  if (pid <= 1) return;
  for (const target of [-pid, pid])
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It has already exited.
    }
};

const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);

/** Whether a process is still this directory's browser: the process id may have been reused. */
const isBrowserOf = (pid: number, folder: string): boolean => {
  if (!isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folder);
  } catch {
    return false;
  }
};

const readNote = async (folder: string): Promise<Note | null> => {
  try {
    return JSON.parse(await readFile(join(folder, NOTE), "utf8")) as Note;
  } catch {
    return null;
  }
};

const clear = async (folder: string, nowMs: number): Promise<void> => {
  const note = await readNote(folder);
  if (!note) {
    const age = nowMs - (await stat(folder).catch(() => ({ mtimeMs: nowMs }))).mtimeMs;
    if (age > YOUNG_MS) await remove(folder);
    return;
  }
  const runs = isBrowserOf(note.browserPid, folder);
  if (runs && isAlive(note.ownerPid) && nowMs < note.untilMs) return;
  if (runs) killGroup(note.browserPid);
  await remove(folder);
};

/** Kills browsers whose owner is gone or whose time is up, and removes their directories. */
export const clearLeftovers = async (nowMs: number): Promise<void> => {
  const names = await readdir(tmpdir()).catch(() => []);
  const folders = names.filter((name) => name.startsWith(PREFIX)).map((name) => join(tmpdir(), name));
  await Promise.all(folders.map((folder) => clear(folder, nowMs)));
};

export interface Profile {
  readonly folder: string;
  /** The browser's whole environment; nothing is inherited from the function. */
  readonly environment: Readonly<Record<string, string>>;
  claim(browserPid: number, untilMs: number): Promise<void>;
  remove(): Promise<void>;
}

export const createProfile = async (layerFolder: string | null): Promise<Profile> => {
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const fontFile = join(folder, "fonts.conf");
  if (layerFolder !== null) await writeFile(fontFile, fontSettings(layerFolder));
  return {
    folder,
    environment: {
      HOME: folder,
      TMPDIR: folder,
      TZ: "UTC",
      LANG: "C.UTF-8",
      ...(layerFolder !== null && {
        FONTCONFIG_FILE: fontFile,
        LD_LIBRARY_PATH: join(layerFolder, "lib"),
      }),
    },
    claim: (browserPid, untilMs) => {
      const note: Note = { ownerPid: process.pid, browserPid, untilMs };
      return writeFile(join(folder, NOTE), JSON.stringify(note));
    },
    remove: () => remove(folder),
  };
};
