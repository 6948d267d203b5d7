/** CHANGELOG.md as a release reads and writes it, in the form of Keep a Changelog. */
import { SetupError } from "../../lib/setup-error.ts";

const UNRELEASED = "## Unreleased";

export type ReleaseKind = "major" | "minor" | "patch";

/** The smallest release that each section allows (docs/guide/versions.md); before 1.0, a minor version may remove. */
const KIND_OF_SECTION: Readonly<Record<string, ReleaseKind>> = {
  Added: "minor",
  Changed: "minor",
  Deprecated: "minor",
  Removed: "major",
  Fixed: "patch",
  Security: "patch",
};

const KINDS: readonly ReleaseKind[] = ["patch", "minor", "major"];

/** The notes under "Unreleased", without the heading. @throws SetupError where there is nothing to release */
export const readUnreleased = (changelog: string): string => {
  const [, after] = changelog.split(`${UNRELEASED}\n`);
  if (after === undefined) throw new SetupError(`CHANGELOG.md has no "${UNRELEASED}" heading.`);
  const notes = (after.split(/^## /m)[0] ?? "").trim();
  if (!/^- /m.test(notes)) throw new SetupError('CHANGELOG.md lists nothing under "Unreleased".');
  return notes;
};

/** The smallest kind of release that may contain these notes. @throws SetupError for an unknown section */
export const kindOf = (notes: string, currentVersion: string): ReleaseKind => {
  const ranks = [...notes.matchAll(/^### (.+)$/gm)].map(([, section = ""]) => {
    const kind = KIND_OF_SECTION[section];
    if (kind === undefined)
      throw new SetupError(
        `CHANGELOG.md has a section "${section}"; use ${Object.keys(KIND_OF_SECTION).join(", ")}.`,
      );
    return KINDS.indexOf(kind);
  });
  const kind = KINDS[Math.max(0, ...ranks)] as ReleaseKind;
  return kind === "major" && currentVersion.startsWith("0.") ? "minor" : kind;
};

/** Whether a release of one kind may contain changes that need another. */
export const covers = (chosen: ReleaseKind, needed: ReleaseKind): boolean =>
  KINDS.indexOf(chosen) >= KINDS.indexOf(needed);

/** The changelog with the notes under the version's own heading, and an empty "Unreleased" above it. */
export const closeUnreleased = (changelog: string, version: string, date: string): string =>
  changelog.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} (${date})\n`);
