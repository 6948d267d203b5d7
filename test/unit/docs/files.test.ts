/** Files and folders of this project that documents name. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";

const ROOT = join(import.meta.dirname, "../../..");
const DOCS = ["*.md", "docs/**/*.md"].flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted();
const FOLDERS = [
  "src",
  "functions",
  "lib",
  "local",
  "cli",
  "client",
  "mcp",
  "dashboard",
  "scripts",
  "bin",
  "test",
  "docs",
];

/** `src/store/` and `docs/data.md`, but not `src/{a,b}`, `test/*.ts` or `scripts/eval …`. */
const NAMED = new RegExp(`\`((?:${FOLDERS.join("|")})/[\\w./-]*)\``, "g");

/** Records of decisions and the changelog may name what has gone since. */
const isOfToday = (doc: string): boolean => !doc.startsWith("docs/adr/") && doc !== "CHANGELOG.md";

const named = DOCS.filter(isOfToday).flatMap((doc) =>
  [...readFileSync(join(ROOT, doc), "utf8").matchAll(NAMED)].map(([, path = ""]) => ({ doc, path })),
);

describe("documents", () => {
  it("refer to files", () => {
    expect(named.length).toBeGreaterThan(50);
  });

  it("refer to no file that does not exist", () => {
    expect(named.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
