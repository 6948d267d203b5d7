import { describe, expect, it } from "@jest/globals";
import { SetupError } from "../../../lib/setup-error.ts";
import { closeUnreleased, covers, kindOf, readUnreleased } from "../../../scripts/release/changelog.ts";

const CHANGELOG = `# Changelog

## Unreleased

### Added

- One thing.

### Fixed

- Another.

## 0.1.0

### Removed

- Something older.
`;

describe("the changelog of a release", () => {
  it("lists unreleased changes only", () => {
    expect(readUnreleased(CHANGELOG)).toBe("### Added\n\n- One thing.\n\n### Fixed\n\n- Another.");
  });

  it.each(["# Changelog\n", "# Changelog\n\n## Unreleased\n\n## 0.1.0\n\n- Old.\n"])(
    "refuses an empty release",
    (changelog) => expect(() => readUnreleased(changelog)).toThrow(SetupError),
  );

  it.each([
    ["### Fixed\n\n- A.", "0.1.0", "patch"],
    ["### Fixed\n\n- A.\n\n### Added\n\n- B.", "0.1.0", "minor"],
    ["### Removed\n\n- A.", "0.5.0", "minor"],
    ["### Removed\n\n- A.", "1.5.0", "major"],
  ])("requires the kind of version that its sections imply", (notes, version, kind) => {
    expect(kindOf(notes, version)).toBe(kind);
  });

  it("refuses an unknown section", () => {
    expect(() => kindOf("### Improved\n\n- A.", "0.1.0")).toThrow('section "Improved"');
  });

  it("allows a larger version step than required, never a smaller one", () => {
    expect(covers("major", "minor")).toBe(true);
    expect(covers("patch", "minor")).toBe(false);
  });

  it("moves the notes under the version and leaves an empty section above", () => {
    const closed = closeUnreleased(CHANGELOG, "0.2.0", "2026-11-22");
    expect(closed).toContain("## Unreleased\n\n## 0.2.0 (2026-11-22)\n\n### Added\n\n- One thing.");
    expect(() => readUnreleased(closed)).toThrow(SetupError);
  });
});
