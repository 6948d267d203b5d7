import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A directory for one test, and a function that removes it. */
export const makeFolder = (): { readonly folder: string; readonly remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-test-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
