import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What `npm start` reads, as paths from the root. */
const PARTS = [
  ...["bin", "cli", "client", "dashboard", "functions", "lib", "local", "mcp", "scripts", "src"],
  ...["docs/guide", "docs/images", "docs/openapi.json", "CHANGELOG.md", "README.md"],
  ...["cdk.json", "package.json", "package-lock.json", "tsconfig.json"],
];

const hashOf = async (folder: string): Promise<string> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file.slice(folder.length)}\n`).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
};

/**
 * Copies the service's sources into a folder, for `gleaner start` (cli/service.ts). The file `id` names their content, so that two
 * builds of one version are installed side by side.
 */
export const copyService = async (root: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  for (const part of PARTS) await cp(join(root, part), join(folder, part), { recursive: true });
  await writeFile(join(folder, "id"), await hashOf(folder));
};
