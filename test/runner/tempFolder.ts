import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "gleaner-test-";
/** The unpacked browser, which runs share. */
const SHARED = /^gleaner-chromium-/;

/**
 * Gives a run of the tests, and all that it starts, a temporary folder of its own. Another process deletes it when this one is
 * gone, however it ended. Called again, it does nothing.
 */
export const useOwnTempFolder = (): void => {
  const place = tmpdir();
  if (basename(place).startsWith(PREFIX)) return;
  const folder = mkdtempSync(join(place, PREFIX));
  // Postgres runs as another user, with a folder of its own in it.
  chmodSync(folder, 0o711);
  for (const name of readdirSync(place).filter((each) => SHARED.test(each)))
    symlinkSync(join(place, name), join(folder, name));
  process.env.TMPDIR = folder;
  const cleaner = spawn(process.execPath, [join(import.meta.dirname, "cleaner.ts"), folder], {
    // In a session of its own, so that Ctrl-C does not end it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  cleaner.unref();
  // A pipe to a child is a socket.
  (cleaner.stdin as Socket).unref();
};
