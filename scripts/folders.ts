/**
 * `node scripts/folders.ts`: no circles between neighbouring folders of `src`, `dashboard` and `local`. An import counts
 * for the two folders at which the paths of both files part; a folder and its own subfolders may import each other.
 */
import { cruise } from "dependency-cruiser";

const ROOTS = ["src", "dashboard", "local"];

/** The folders at which two paths part; null if one folder contains the other. */
const neighbours = (from: string, to: string): readonly [string, string] | null => {
  const [a, b] = [from, to].map((path) => path.split("/").slice(0, -1)) as [string[], string[]];
  const at = a.findIndex((name, index) => name !== b[index]);
  if (at === -1 || at >= b.length) return null;
  return [a.slice(0, at + 1).join("/"), b.slice(0, at + 1).join("/")];
};

const readImports = async (): Promise<Map<string, Map<string, string>>> => {
  const { output } = await cruise(ROOTS, {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "node_modules" },
  });
  if (typeof output === "string") throw new Error(output);
  const imports = new Map<string, Map<string, string>>();
  for (const { source, dependencies } of output.modules)
    for (const { resolved } of dependencies) {
      const pair = ROOTS.some((root) => resolved.startsWith(`${root}/`)) && neighbours(source, resolved);
      if (!pair) continue;
      const [from, to] = pair;
      imports.set(from, (imports.get(from) ?? new Map()).set(to, `${source} imports ${resolved}`));
    }
  return imports;
};

/** A cycle of imports between folders, as sentences, or null. */
const circleFrom = (start: string, imports: Map<string, Map<string, string>>): readonly string[] | null => {
  const seen = new Set<string>();
  const walk = (folder: string, way: readonly string[]): readonly string[] | null => {
    for (const [next, sentence] of imports.get(folder) ?? []) {
      if (next === start) return [...way, sentence];
      if (seen.has(next)) continue;
      seen.add(next);
      const found = walk(next, [...way, sentence]);
      if (found) return found;
    }
    return null;
  };
  return walk(start, []);
};

const imports = await readImports();
if (imports.size === 0) throw new Error("No imports between folders were found.");
for (const folder of imports.keys()) {
  const circle = circleFrom(folder, imports);
  if (circle === null) continue;
  console.error(`Folders import each other in a circle:\n  ${circle.join("\n  ")}`);
  process.exitCode = 1;
  break;
}
