import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** Real pages are stored outside the project: their content belongs to their owners. */
const FOLDER = join(import.meta.dirname, "..", "..", "..", "shared", "data", "pages");
const MANIFEST = join(FOLDER, "manifest.json");

interface ManifestEntry {
  readonly id: string;
  readonly kind: string;
  /** Path of the gzipped page within the directory. */
  readonly html: string;
  readonly url: string;
}

/** Why real pages cannot be used here, or null. */
export const realPagesMissing = (): string | null =>
  existsSync(MANIFEST) ? null : "../shared/data/pages is not in this clone";

let manifest: readonly ManifestEntry[] | undefined;

/** The bytes of a real page, as served. */
export const readRealPage = (id: string): Uint8Array => {
  manifest ??= JSON.parse(readFileSync(MANIFEST, "utf8")) as ManifestEntry[];
  const entry = manifest.find((page) => page.id === id);
  if (!entry) throw new Error(`no real page has the id ${id}`);
  return gunzipSync(readFileSync(join(FOLDER, entry.html)));
};
