/**
 * `node scripts/lines.ts`: writes the table of lines by folder in docs/architecture.md. With `--check` it fails where a
 * row is missing, or off by more than a twentieth, so that not every commit has to touch the table.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listSources } from "./sources.ts";

const ROOT = join(import.meta.dirname, "..");
const FILE = join(ROOT, "docs/architecture.md");
const TOLERANCE = 0.05;

/** Folders without their subfolders that have a row of their own. */
const FOLDERS = [
  ...["src/contract", "src/domain", "src/engine", "src/engine/extract", "src/engine/generate"],
  ...["src/runtime", "src/store", "src/adapters", "functions", "lib", "local"],
  ...["dashboard", "cli", "client", "mcp", "scripts", "bench", "test"],
];

const TABLE = /(?<=<!-- lines -->\n).*?(?=\n<!-- \/lines -->)/s;
const ROW = /^\| `(?<folder>[^`]+)` \| (?<lines>[\d,]+) \|$/gm;

/** Written by programs. */
const GENERATED: ReadonlySet<string> = new Set(["client/generated.ts", "client/vocabulary.ts"]);

const countLines = (): Map<string, number> => {
  const counts = new Map<string, number>(FOLDERS.map((folder) => [folder, 0]));
  for (const file of listSources("*.ts", "*.tsx")) {
    if (GENERATED.has(file)) continue;
    const folder = FOLDERS.filter((each) => file.startsWith(`${each}/`)).sort(
      (a, b) => b.length - a.length,
    )[0];
    if (folder === undefined) continue;
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n").length - 1;
    counts.set(folder, (counts.get(folder) ?? 0) + lines);
  }
  return counts;
};

const show = (lines: number): string => (Math.round(lines / 100) * 100).toLocaleString("en-US");

const counts = countLines();
const text = readFileSync(FILE, "utf8");
if (!TABLE.test(text)) throw new Error("docs/architecture.md has no table of lines: <!-- lines -->.");

if (process.argv.includes("--check")) {
  const written = new Map(
    [...text.matchAll(ROW)].map(({ groups }) => [
      groups?.folder ?? "",
      Number(groups?.lines?.replaceAll(",", "")),
    ]),
  );
  for (const [folder, lines] of counts)
    if (!(Math.abs((written.get(folder) ?? Number.NaN) - lines) <= Math.max(100, lines * TOLERANCE))) {
      console.error(
        `docs/architecture.md: ${folder} has ${lines} lines, not ${written.get(folder)}: node scripts/lines.ts`,
      );
      process.exitCode = 1;
    }
} else {
  const rows = [...counts].map(([folder, lines]) => `| \`${folder}\` | ${show(lines)} |`);
  writeFileSync(FILE, text.replace(TABLE, ["| folder | lines |", "| --- | --- |", ...rows].join("\n")));
}
