/** A real documentation tree: Debian's postgresql-doc-15, downloaded and unpacked, never installed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = "postgresql-doc-15";
const DOWNLOAD_TIMEOUT_MS = 60_000;

export interface DocsTree {
  /** Why the tree is not available here, or null. */
  readonly missing: string | null;
  /** File names, in the order of a directory walk. */
  readonly names: readonly string[];
  readonly read: (name: string) => string;
  readonly remove: () => void;
}

export const unpackDocsTree = (): DocsTree => {
  const folder = mkdtempSync(join(tmpdir(), "gleaner-docs-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const run = (command: string, args: readonly string[]): unknown =>
    execFileSync(command, args, { cwd: folder, stdio: "ignore", timeout: DOWNLOAD_TIMEOUT_MS });
  try {
    run("apt-get", ["download", PACKAGE]);
    const archive = readdirSync(folder).find((name) => name.endsWith(".deb")) ?? "";
    run("dpkg-deb", ["-x", archive, "tree"]);
    const html = join(folder, "tree", "usr", "share", "doc", PACKAGE, "html");
    const names = readdirSync(html).filter((name) => name.endsWith(".html"));
    return { missing: null, names, read: (name) => readFileSync(join(html, name), "utf8"), remove };
  } catch (error) {
    remove();
    const missing = `apt-get and dpkg-deb gave no ${PACKAGE} here: ${(error as Error).message.split("\n")[0]}`;
    return { missing, names: [], read: () => "", remove };
  }
};
